import { setTimeout as pause } from "node:timers/promises"
import { connect } from "./bench-ledger.mjs"
import { compare, percentile } from "./ratio.mjs"

const SHOPPERS = 200
const REQUESTS = 100
const ROUNDS = { rounds: 3, warmUp: 0 }
/** Time for the store's work after a response, and for a process to read the outage again (ms). */
const QUIET_MS = 2000

/**
 * The 95th percentile of unrelated requests while 200 shoppers have applied and the lease service doesn't respond, over the
 * same while no one waits. Shows whether a database connection, a lock or the event loop is blocked meanwhile.
 *
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<number>}
 */
export async function compareSilentService(shopper, cleanup) {
  const database = connect(shopper.shop.databaseUrl, cleanup)
  const carts = await shopper.fillCarts(SHOPPERS)
  const waiting = async () => {
    shopper.shop.sandbox.fault({ route: "POST /application", fault: "timeout", times: SHOPPERS })
    let waiting = carts.length
    // They end with the message that the service didn't respond.
    const told = (/** @type {import("./bench-shopper.mjs").BenchCart} */ cart) => shopper.apply(cart).catch(() => {})
    const applied = carts.map((cart) => told(cart).finally(() => waiting--))
    while ((await submitting(database)) < SHOPPERS && waiting === SHOPPERS) await pause(100)
    await pause(QUIET_MS)
    const took = await browse(shopper)
    if (waiting < SHOPPERS) throw new Error(`${SHOPPERS - waiting} shoppers were told before the measure was taken.`)
    await Promise.all(applied)
    // To the store this was an outage.
    await database.raw("truncate lease_outage, lease")
    shopper.shop.sandbox.reset()
    await pause(QUIET_MS)
    return took
  }
  return compare({ ...ROUNDS, ours: waiting, theirs: () => browse(shopper) })
}

/** @param {import("./bench-ledger.mjs").Knex} database @returns {Promise<number>} */
async function submitting(database) {
  const { rows } = await database.raw("select count(*)::int as count from lease where status = 'submitting'")
  return rows[0].count
}

/** @param {import("./bench-shopper.mjs").BenchShopper} shopper @returns {Promise<number>} ms */
async function browse({ ask, shop }) {
  const took = []
  for (let count = 0; count < REQUESTS; count++) {
    const started = performance.now()
    await ask("Browse", "GET", `/store/products?region_id=${shop.regionId}`)
    took.push(performance.now() - started)
  }
  return percentile(took, 95)
}
