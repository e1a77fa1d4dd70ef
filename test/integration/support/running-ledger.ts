import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LEASE_MODULE } from "../../../src/modules/lease"
import LeaseModuleService from "../../../src/modules/lease/service"

/** Counts the runs in progress, including those of subscribers that the test doesn't wait for. */
export function countRuns(ledger: LeaseModuleService): () => number {
  let running = 0
  const runPending = ledger.runPending.bind(ledger)
  ledger.runPending = async (...args) => {
    running += 1
    try {
      return await runPending(...args)
    } finally {
      running -= 1
    }
  }
  return () => running
}

export function configuredOptions(container: MedusaContainer): Record<string, unknown> {
  const { modules = {} } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  return (modules[LEASE_MODULE] as { options: Record<string, unknown> }).options
}

/** Changes the ledger's options in place, because other code already holds a reference to the ledger. */
export function takeOptions(ledger: LeaseModuleService, options: Record<string, unknown>): void {
  const { __container__ } = ledger as unknown as { __container__: ConstructorParameters<typeof LeaseModuleService>[0] }
  Object.assign(
    ledger,
    { runPending: LeaseModuleService.prototype.runPending },
    new LeaseModuleService(__container__, options),
  )
}

/** Shifts the timestamps that the job uses into the past by an SQL interval. */
export async function letPass(sql: (query: string) => Promise<unknown>, interval: string): Promise<void> {
  const back = (columns: string[]) =>
    columns.map((column) => `${column} = ${column} - interval '${interval}'`).join(", ")
  const moments =
    "status contract signed placed checked verified canceled delivered returned reconcile widget_approved".split(" ")
  await sql(`update lease set ${back([...moments.map((name) => `${name}_at`), "approved_until"])}`)
  const begun = `(one->>'at')::timestamptz - interval '${interval}'`
  await sql(`update lease set completions = (select jsonb_agg(one || jsonb_build_object('at', ${begun}))
    from jsonb_array_elements(completions) one)`)
  await sql(`update lease_pending_call set ${back(["due_at", "created_at"])}`)
  await sql(`update lease_announcement set ${back(["bus_at", "mail_at", "feed_at", "created_at"])}`)
  await sql(`update lease_submission set ${back(["created_at"])}`)
  await sql(`update lease_outage set ${back(["since", "probe_at"])}`)
  await sql(`update "order" set ${back(["created_at", "canceled_at"])}`)
}
