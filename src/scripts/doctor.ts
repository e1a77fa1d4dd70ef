import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { type Query, queryOf, readRows } from "../medusa/read/carts"
import { FORMER_DEFAULT, readTaxRegions, TAX_PROVIDER_ID } from "../medusa/read/taxes"
import { ledgerDepsOf } from "../modules/lease"
import { checkConnections, isEnding, isPlaced, isSigning, type ListedLease, UNFINISHED } from "../modules/lease/ledger"
import { fill, textOf } from "../modules/lease/texts/messages"
import { checkSetup, type SetupFinding } from "../setup/check-setup"
import { checkStorefront, type Storefront } from "../setup/check-storefront"
import { leaseRegions } from "../setup/lease-regions"
import type { CatalogReason } from "../setup/product-setup"
import { productTexts } from "../setup/setup-texts"
import { printLease } from "./doctor-lease"
import { databaseProblem, isStoreCommand, type Report, reportStore } from "./doctor-store"
import { nameOf } from "./lease-name"
import { readWord } from "./payouts/settings"
import { restore, type Words } from "./restore/restore"

const SIGNS = { ok: "OK  ", warning: "WARN", failed: "FAIL" }

const BEFORE_REMOVAL = "before-removal"
const RESTORED_TO = "restored-to"
const LEASE = "lease"

/**
 * Reports whether the plugin is set up correctly and the lease service responds. Given a checkout page and its site's route, also reports whether
 * that storefront can reach the store. With {@link BEFORE_REMOVAL}, reports what to do before removing the plugin. With {@link LEASE}, prints that
 * lease's support file. Run by the command `doctor`, or by `medusa exec` with this file's path. The exit status is 1 if something failed or is left to
 * do, and 0 if there are only warnings.
 */
export default async function doctor({ container, args: [what, ...more] }: ExecArgs): Promise<void> {
  if (what === LEASE) return printLease(container, more)
  const { lines, failed } = await reportOn(container, what, more)
  process.stdout.write(`${lines.join("\n")}\n`)
  if (failed) process.exitCode = 1
}

function reportOn(container: MedusaContainer, what: string | undefined, more: string[]): Promise<Report> {
  if (what === BEFORE_REMOVAL) return reportBeforeRemoval(container)
  if (what === RESTORED_TO) return reportRestore(container, more)
  if (what !== undefined && isStoreCommand(what)) return reportStore(ledgerDepsOf(container), what)
  const [route = ""] = more
  return reportSetup(container, what ? { page: new URL(what), route } : undefined)
}

export async function reportSetup(container: MedusaContainer, storefront?: Storefront): Promise<Report> {
  const inside = await checkSetup(container, { inScript: true })
  const findings: SetupLine[] = [...inside, ...(storefront ? await checkStorefront(container, storefront) : [])]
  const deps = ledgerDepsOf(container)
  const problem = await databaseProblem(deps)
  const connections = await checkConnections(deps)
  const unreached = connections.filter(({ result }) => result !== "reached").length
  const failed = findings.filter(({ state }) => state === "failed").length + unreached + (problem ? 1 : 0)
  const warnings = findings.filter(({ state }) => state === "warning").length
  const lines = [
    ...findings.flatMap(linesOf),
    `${problem ? SIGNS.failed : SIGNS.ok} database: ${problem ?? "The store can write to its database, and no calls are held."}`,
    ...connections.map(
      ({ account_id, result }) =>
        `${result === "reached" ? SIGNS.ok : SIGNS.failed} connection${of(account_id)}: ${textOf(`connection_${result}`)}`,
    ),
    `lease-to-own: ${failed} failed, ${warnings} warnings`,
  ]
  return { lines, failed }
}

function of(account_id: string | null = null): string {
  return account_id === null ? "" : ` of ${account_id}`
}

type SetupLine = Omit<SetupFinding, "code" | "params">

function linesOf({ key, account_id, state, message, fix, reasons = [] }: SetupLine): string[] {
  return [
    `${SIGNS[state]} ${key}${of(account_id)}: ${message}`,
    ...(fix ? [`     ${fix}`] : []),
    ...reasons.map(reasonLine),
  ]
}

function reasonLine({ code, count, of, states = [], products }: CatalogReason): string {
  const named = products.map(({ id, title }) => `${title} (${id})`)
  const more = count > products.length ? [`${count - products.length} more`] : []
  const where = of ? `the metadata of the ${of.on} ${of.name} (${of.id})` : [...named, ...more].join(", ")
  return `     - ${count}: ${fill(productTexts[code], { states: states.join(", ") })}: ${where}`
}

/** Prints each line as soon as it is known, because reading many leases back takes a while. */
async function reportRestore(container: MedusaContainer, words: string[]): Promise<Report> {
  const say = (line: string) => void process.stdout.write(`lease-to-own: ${line}\n`)
  const given = { query: queryOf(container), deps: ledgerDepsOf(container) }
  return { lines: [], failed: (await restore(given, Object.fromEntries(words.map(readWord)) as Words, say)) ? 0 : 1 }
}

async function reportBeforeRemoval(container: MedusaContainer): Promise<Report> {
  const findings = await findBeforeRemoval(container)
  const lines = [
    ...findings.flatMap(toDo),
    "Once the plugin is removed, the operator is not notified when an order is canceled, returned or refunded. Make such changes in the operator's portal first.",
    `lease-to-own: ${findings.length} to do before removal`,
  ]
  return { lines, failed: findings.length }
}

function toDo({ code, message, count, named }: RemovalFinding): string[] {
  const more = count - named.length
  return [
    `${SIGNS.failed} ${code}: ${message}`,
    ...named.map((name) => `     - ${name}`),
    ...(more ? [`     and ${more} more`] : []),
  ]
}

/** One thing to do before removing the plugin. `count` is the number of affected leases, regions or countries. `named` may list only some of them. */
type RemovalFinding = { code: RemovalCode; message: string; count: number; named: string[] }

/** The maximum number of leases, regions or countries to name for each thing to do. */
const NAMED = 100

/** Returns what to do before removing the plugin, in order. Empty if it can be removed now. Makes no call to the service. */
export async function findBeforeRemoval(container: MedusaContainer): Promise<RemovalFinding[]> {
  const deps = ledgerDepsOf(container)
  const query = queryOf(container)
  const accounts = deps.accounts.overview()
  const operators = new Set(accounts.map(({ settings }) => settings.operator.name))
  const found = (Object.keys(removalTexts) as RemovalCode[]).map((code): RemovalFinding => {
    const message = removalTexts[code].replaceAll("{operator}", [...operators].join(", "))
    return { code, message, count: 0, named: [] }
  })
  const add = (code: RemovalCode, name: string) => {
    const finding = found.find((one) => one.code === code) as RemovalFinding
    finding.count++
    if (finding.named.length < NAMED) finding.named.push(name)
  }
  for (const { name } of await leaseRegions(query)) add("regions", name)
  if (accounts.some(({ settings }) => settings.widget)) add("widget", "the widget option")
  for await (const leases of deps.leases.all({ status: UNFINISHED })) {
    const canceled = await canceledOrders(query, leases)
    for (const lease of leases) add(needOf(lease, canceled), nameOf(lease))
  }
  for await (const leases of deps.leases.all({ newer: true })) for (const lease of leases) add("newer", nameOf(lease))
  for (const { id, country, former } of await readTaxRegions(query, { provider_id: TAX_PROVIDER_ID }))
    add("tax", `${country.toUpperCase()} (${id}): ${former ?? FORMER_DEFAULT}`)
  return found.filter(({ count }) => count > 0)
}

async function canceledOrders(query: Query, leases: ListedLease[]): Promise<Set<string>> {
  const ids = leases.flatMap(({ order_id }) => order_id ?? [])
  const orders = await readRows<{ id: string; status: string }>(query, "order", ids, ["id", "status"])
  return new Set(orders.flatMap((order) => (order.status === "canceled" ? order.id : [])))
}

function needOf(lease: ListedLease, canceled: ReadonlySet<string>): RemovalCode {
  if (isEnding(lease)) return "ending"
  if (isPlaced(lease)) return canceled.has(lease.order_id ?? "") ? "cancel_in_portal" : "deliver"
  return isSigning(lease) ? "signing" : "order"
}

/** What to do before removing the plugin, in this order. Only the doctor prints it. */
const removalTexts = {
  regions: "Lease-to-own is still on in these regions. Turn it off there, so that no new lease begins.",
  widget:
    "The hosted widget is still configured. Remove it from your storefront. Keep the option until no hosted lease is open.",
  newer:
    "A newer version of the plugin saved these leases, so this version does not know their status. Run this again with the newer version.",
  cancel_in_portal:
    "The orders of these leases are canceled, but their contracts are still in force. Cancel them in {operator}'s portal.",
  ending:
    "These leases are being canceled or returned. Wait until that is complete, or ask {operator} and mark them as resolved.",
  signing:
    "The contracts of these leases were opened and can still be signed. Wait until they are signed or have expired, or ask {operator} to void them.",
  order:
    "These leases are signed but have no order yet. Wait until the order is placed, or cancel the lease in the dashboard.",
  deliver:
    "The orders of these leases are not delivered yet. Deliver them and wait until the deliveries are confirmed, or cancel the orders now.",
  tax: "Lease-to-own is still the tax provider of these countries. Without the plugin, no cart there can be priced. After the leases have ended, turn lease-to-own off in each country's region, or open Settings, Tax Regions, and choose the provider listed here.",
} as const

type RemovalCode = keyof typeof removalTexts
