import { dashboardClient } from "../../demo/store-client.mjs"
import { dashboardOrderFields } from "./dashboard-order.mjs"
import { untilCaptured } from "./order-routes.mjs"
import { compare } from "./ratio.mjs"

const ROUNDS = 11
const WARM_UP = 4
/** Requests of each kind in one round. */
const REQUESTS = 8

/**
 * On an order's page: the Lease card's request over the dashboard's request for the order. One order placed by
 * lease, both requests in turns.
 *
 * @param {string} root
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @returns {Promise<number>}
 */
export async function compareOrderPage(root, shopper) {
  const ask = await dashboardClient(shopper.shop, () => {})
  const orderId = await shopper.leaseOrder()
  const lease = `/admin/lease-to-own/orders/${orderId}`
  const order = `/admin/orders/${orderId}?${new URLSearchParams({ fields: dashboardOrderFields(root) })}`
  // The card of an order with nothing left to do, as most are.
  await untilCaptured(ask, orderId)
  const timed = (/** @type {string} */ path) => async () => {
    const started = performance.now()
    await ask("See", "GET", path)
    return performance.now() - started
  }
  return compare({ rounds: ROUNDS, warmUp: WARM_UP, turns: REQUESTS, ours: timed(lease), theirs: timed(order) })
}
