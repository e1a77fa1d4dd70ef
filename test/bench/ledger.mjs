import { BenchLedgers } from "./bench-ledger.mjs"
import { startServer } from "./bench-program.mjs"
import { compareDraining } from "./draining.mjs"
import { fillLeases } from "./fill-leases.mjs"
import { drillOutage } from "./outage-drill.mjs"
import { compare } from "./ratio.mjs"

const CALLS = 10_000
const FEW = 1000
const MANY = 1_000_000
const LISTING = { rounds: 9, warmUp: 2, turns: 5 }
const PAGE = { limit: 20 }

/**
 * Pending calls and the list of leases: how fast many calls are made, how long one waits among others, and what a page costs among a million leases.
 *
 * @typedef {import("./bench-ledger.mjs").BenchLedger} BenchLedger
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: keyof typeof import("./measures.mjs").MEASURES.ledger, ratio: number) => void} found
 */
export async function benchLedger({ root, cleanup, say }, found) {
  const service = `http://127.0.0.1:${await startServer(cleanup, "{}")}`
  const ledgers = new BenchLedgers(root, cleanup)
  say(`Making ${CALLS} pending calls …`)
  found("draining", await compareDraining(await ledgers.open(service), service, CALLS, cleanup))
  found("outage", await drillOutage(ledgers, { cleanup, say, calls: CALLS }))
  say(`Filling a ledger with ${MANY} leases, and looking for pages of the list …`)
  const [few, many] = [await ledgers.open(service), await ledgers.open(service)]
  await fillLeases(few.knex, FEW)
  await fillLeases(many.knex, MANY)
  found("list", await compare({ ...LISTING, ours: () => listAndSearch(many), theirs: () => listAndSearch(few) }))
}

/** The newest page, leases that need attention, and one customer's. @param {BenchLedger} bench @returns {Promise<number>} ms */
async function listAndSearch({ list }) {
  const started = performance.now()
  for (const filters of [{}, /** @type {const} */ ({ tab: "needs_attention" }), { search: "shopper500@" }]) {
    const { leases } = await list.page(filters, PAGE)
    if (!leases.length) throw new Error("The page is empty.")
  }
  return performance.now() - started
}
