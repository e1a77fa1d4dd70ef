import { BenchLedgers } from "./bench-ledger.mjs"
import { startServer } from "./bench-program.mjs"
import { compareDraining } from "./draining.mjs"
import { fillLeases } from "./fill-leases.mjs"
import { drillOutage } from "./outage-drill.mjs"
import { compare, median } from "./ratio.mjs"

const CALLS = 10_000
const FEW = 1000
const MANY = 1_000_000
const LISTING = { rounds: 9, warmUp: 2, turns: 5 }
const PAGE = { limit: 20 }
const WEEKS = 12
const FUNNEL_MS = 100

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
  found("funnel", (await timeOfFunnel(many)) / FUNNEL_MS)
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

/** The dashboard's funnel, as its route makes it. @param {BenchLedger} bench @returns {Promise<number>} median in ms */
async function timeOfFunnel({ accountDeps, funnel }) {
  const times = []
  for (let round = -LISTING.warmUp; round < LISTING.rounds; round++) {
    const started = performance.now()
    const mondays = funnel.mondaysUntil(new Date().toISOString().slice(0, 10), WEEKS)
    const counted = await accountDeps.store.funnels.count({ mondays, timeZone: "UTC", test: false })
    const [funnels] = funnel.funnelsOf(counted, WEEKS)
    if (funnels?.total.days_to_sign !== 0) throw new Error("The funnel is empty.")
    if (round >= 0) times.push(performance.now() - started)
  }
  return median(times)
}
