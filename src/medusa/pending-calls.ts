import type { MedusaContainer } from "@medusajs/framework/types"
import { LEASE_MODULE, ledgerDepsOf } from "../modules/lease"
import { recordOrder } from "../modules/lease/outbox/record-order"
import type { RunOptions } from "../modules/lease/outbox/run"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import { medusaSide } from "./medusa-side"
import { queryOf } from "./read/carts"
import { readCartIdOfOrder, readOrder } from "./read/orders"

/** So much later begins what an event leads to (ms). In the same process, it would slow down the answer to whoever caused the event. Tests set it to 0. */
export const afterAnswer = { ms: 200 }

/** Records what leases owe and makes the due calls, in any number of processes. Returns how many leases were checked, and calls made. */
export function runPendingCalls(container: MedusaContainer, options?: RunOptions) {
  return container.resolve<LeaseModuleService>(LEASE_MODULE).runPending(medusaSide(container), options)
}

/** Checks the lease of an order after an event, and those of its former contracts, and makes their due calls. Orders without a lease cost one small query. */
export async function runLeasesOfOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { store } = ledgerDepsOf(container)
  for (const { id } of await store.allOfOrder(orderId)) {
    await store.wake(id)
    await runPendingCalls(container, { leaseId: id })
  }
}

/** Records that an order stands for its lease, whose check is due then; safe to repeat at any time. Returns its lease; null if it has none. */
export async function recordPlacedOrder(container: MedusaContainer, orderId: string): Promise<LeaseRecord | null> {
  const [deps, query] = [ledgerDepsOf(container), queryOf(container)]
  // Most orders of a store have no lease, and reading an order takes two dozen statements.
  if (!(await deps.store.ofCart(await readCartIdOfOrder(query, orderId)))) return null
  const order = await readOrder(query, orderId)
  return order && recordOrder(deps, order)
}
