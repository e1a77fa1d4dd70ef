import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { fillCart } from "../../demo/lease-checkout.mjs"
import { benchApplicant } from "./applicant.mjs"
import { connect } from "./bench-ledger.mjs"
import { inTurns, medianRatio, percentile } from "./ratio.mjs"

const SHOPPERS = 200
const REQUESTS = 100
const ROUNDS = { rounds: 3, warmUp: 0 }
/** Time for what the store does after an answer, and for a process to read the outage again (ms). */
const SETTLE_MS = 2000

/**
 * Unrelated requests, of a hundred the slowest but five, while 200 shoppers have applied and the lease service answers none of them, over the
 * same while no one waits. A database connection, a lock or a turn of the event loop that was held meanwhile would show.
 *
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<number>}
 */
export async function compareSilentService(shopper, cleanup) {
  const database = connect(shopper.shop.databaseUrl, cleanup)
  const waiting = async () => {
    const carts = await fillCarts(shopper)
    shopper.shop.sandbox.fault({ route: "POST /application", fault: "timeout", times: SHOPPERS })
    let waiting = carts.length
    const applied = carts.map((cart) => apply(shopper, cart).finally(() => waiting--))
    while ((await submitting(database)) < SHOPPERS && waiting === SHOPPERS) await pause(100)
    await pause(SETTLE_MS)
    const took = await browse(shopper)
    if (waiting < SHOPPERS) throw new Error(`${SHOPPERS - waiting} shoppers were told before the measure was taken.`)
    await Promise.all(applied)
    // To the store this was an outage.
    await database.raw("truncate lease_outage, lease")
    shopper.shop.sandbox.reset()
    await pause(SETTLE_MS)
    return took
  }
  return medianRatio(await inTurns({ ...ROUNDS, ours: waiting, theirs: () => browse(shopper) }), (ms) => ms)
}

/** @typedef {{ id: string, applicant: ReturnType<typeof benchApplicant>, version: string }} FilledCart */

/** @param {import("./bench-shopper.mjs").BenchShopper} shopper @returns {Promise<FilledCart[]>} */
async function fillCarts({ ask, shop }) {
  const carts = []
  for (let count = 0; count < SHOPPERS; count++) {
    const applicant = benchApplicant()
    const { id } = await fillCart(ask, shop, applicant)
    carts.push({ id, applicant })
  }
  const [first] = carts
  /** @type {import("../../demo/lease-checkout.mjs").LeaseView} */
  const { consent } = await ask("Look", "GET", `/store/lease-to-own/carts/${first?.id}`)
  return carts.map((cart) => ({ ...cart, version: consent.version }))
}

/** Told in the end that the service has not answered. @param {import("./bench-shopper.mjs").BenchShopper} shopper @param {FilledCart} cart */
async function apply({ ask }, { id, applicant, version }) {
  const body = { application: applicant, consent: { accepted: true, version }, attemptId: randomUUID() }
  await ask("Apply", "POST", `/store/lease-to-own/carts/${id}/application`, body).catch(() => {})
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
