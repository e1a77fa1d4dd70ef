import { setTimeout as pause } from "node:timers/promises"
import { logIn } from "./admin-client.mjs"
import { dashboardOrderFields } from "./dashboard-order.mjs"
import { compare } from "./ratio.mjs"

const ROUNDS = 11
const WARM_UP = 4
/** Requests of each kind in one round. */
const REQUESTS = 8
const RECORDED_WITHIN_MS = 20_000

/**
 * On an order's page: what the Lease card asks for, over what the dashboard asks for the order itself. One order placed by
 * lease, both requests in turns.
 *
 * @param {string} root
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @returns {Promise<number>}
 */
export async function compareOrderPage(root, shopper) {
  const { get } = await logIn(shopper.shop)
  const orderId = await shopper.leaseOrder()
  const lease = `/admin/lease-to-own/orders/${orderId}`
  const order = `/admin/orders/${orderId}?${new URLSearchParams({ fields: dashboardOrderFields(root) })}`
  await untilCaptured(get, lease)
  const timed = (/** @type {string} */ path) => async () => {
    const started = performance.now()
    await get(path)
    return performance.now() - started
  }
  return compare({ rounds: ROUNDS, warmUp: WARM_UP, turns: REQUESTS, ours: timed(lease), theirs: timed(order) })
}

/** The card of an order with nothing left to do, as most are. @param {import("./admin-client.mjs").AdminClient["get"]} get @param {string} path of the lease */
export async function untilCaptured(get, path) {
  const end = Date.now() + RECORDED_WITHIN_MS
  for (;;) {
    /** @type {import("../../src/api/admin-types.js").OrderLeaseAnswer} */
    const { lease } = await get(path)
    if (lease?.capture.done_at) return
    if (Date.now() > end) throw new Error("The order was not recorded and captured.")
    await pause(200)
  }
}
