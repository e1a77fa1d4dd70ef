import { startAnswering } from "./answering.mjs"
import { BenchLedgers } from "./bench-ledger.mjs"
import { benchDraining, withoutMedusa } from "./draining.mjs"
import { fillLeases, oweDelivery } from "./fill-leases.mjs"
import { benchOutage } from "./outage-drill.mjs"
import { compare } from "./ratio.mjs"
import { benchUpgrade } from "./upgrade.mjs"

const SIZES = { calls: 10_000, few: 1000, many: 1_000_000 }
const FINDING = { rounds: 15, warmUp: 3, turns: 5 }
const LISTING = { rounds: 15, warmUp: 3, turns: 5 }
const PAGE = { limit: 20 }

/**
 * Owed calls and the list of leases: how fast many calls are made, and how much a search for one lease or for a page costs among a million.
 *
 * @typedef {import("./bench-ledger.mjs").BenchLedger} BenchLedger
 *
 * @param {string} root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @param {(line: string) => void} say
 * @param {typeof SIZES} [sizes]
 * @returns {Promise<Record<keyof typeof import("./measures.mjs").MEASURES.owed, number>>}
 */
export async function benchOwedCalls(root, cleanup, say, sizes = SIZES) {
  const service = await startAnswering({ json: "{}" }, cleanup)
  const ledgers = new BenchLedgers(root, cleanup)
  const draining = await benchDraining(ledgers, service, { cleanup, say, calls: sizes.calls })
  const outage = await benchOutage(ledgers, { cleanup, say, calls: sizes.calls })
  say(`Upgrading a ledger with ${sizes.many} leases …`)
  const upgrade = await benchUpgrade(ledgers, root, sizes.many, say)
  say(`Filling a ledger with ${sizes.many} leases …`)
  const [few, many] = [await ledgers.open(service), await ledgers.open(service)]
  await fillLeases(few.knex, sizes.few)
  await fillLeases(many.knex, sizes.many)
  say("Looking for one owed call, and for pages of the list …")
  const finding = await compare({ ...FINDING, ours: () => findOne(many), theirs: () => findOne(few) })
  const listing = (/** @type {import("../../src/modules/lease/tables/lease-list.js").LeaseFilters} */ filters) =>
    compare({ ...LISTING, ours: () => listPage(many, filters), theirs: () => listPage(few, filters) })
  return {
    ...draining,
    ...outage,
    finding,
    history: await compare({ ...LISTING, ours: () => readHistory(many), theirs: () => readHistory(few) }),
    page: await listing({}),
    search: await listing({ search: "shopper500@" }),
    filter: await listing({ tab: "needs_attention" }),
    upgrade,
  }
}

/** One run of the job that finds one call due, makes it, and looks at its lease again. @param {BenchLedger} bench @returns {Promise<number>} ms */
async function findOne({ knex, ledger, runOwed }) {
  const { rows } = await knex.raw("select substr(id, 7)::int as n from lease where status = 'placed' limit 1")
  await oweDelivery(knex, `(values (${rows[0].n})) as one (n)`)
  const started = performance.now()
  const { made } = await runOwed(ledger, withoutMedusa())
  const ms = performance.now() - started
  if (made !== 1) throw new Error(`${made} calls were made instead of one.`)
  return ms
}

/** The newest page of a lease's history. @param {BenchLedger} bench @returns {Promise<number>} ms */
async function readHistory({ histories }) {
  const started = performance.now()
  const entries = await histories.page("lease_500", PAGE)
  const ms = performance.now() - started
  if (!entries.length) throw new Error("The history is empty.")
  return ms
}

/** @param {BenchLedger} bench @param {import("../../src/modules/lease/tables/lease-list.js").LeaseFilters} filters @returns {Promise<number>} ms */
async function listPage({ list }, filters) {
  const started = performance.now()
  const { leases } = await list.page(filters, PAGE)
  const ms = performance.now() - started
  if (!leases.length) throw new Error("The page is empty.")
  return ms
}
