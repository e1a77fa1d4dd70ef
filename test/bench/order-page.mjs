import { setTimeout as pause } from "node:timers/promises"
import { dashboardOrderFields } from "./dashboard-order.mjs"
import { compare } from "./ratio.mjs"

const ROUNDS = 21
const WARM_UP = 4
/** Requests of each kind in one round. */
const REQUESTS = 8
const RECORDED_WITHIN_MS = 20_000

/** @typedef {<T>(path: string) => Promise<T>} AdminAsk GET of an admin route; throws when it is refused */

/**
 * On an order's page: what the lease card asks for, over what the dashboard asks for the order itself. One order placed by
 * lease, both requests in turns.
 *
 * @param {string} root
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @returns {Promise<number>}
 */
export async function compareOrderPage(root, shopper) {
  const get = await logIn(shopper.shop)
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

/** As somebody who works in the dashboard. @param {import("../../demo/shop.mjs").Shop} shop @returns {Promise<AdminAsk>} */
async function logIn({ medusaUrl, adminEmail, adminPassword }) {
  /** @type {{ token: string }} */
  const { token } = await answered(
    await fetch(`${medusaUrl}/auth/user/emailpass`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: adminEmail, password: adminPassword }),
    }),
  )
  const headers = { authorization: `Bearer ${token}` }
  return async (path) => answered(await fetch(medusaUrl + path, { headers }))
}

/** @template T @param {Response} response @returns {Promise<T>} its JSON */
async function answered(response) {
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} was refused: ${response.status}`)
  return response.json()
}

/** The card of an order with nothing left to do, as most are. @param {AdminAsk} get @param {string} path of the lease */
async function untilCaptured(get, path) {
  const end = Date.now() + RECORDED_WITHIN_MS
  for (;;) {
    /** @type {import("../../src/api/admin-types.js").OrderLeaseAnswer} */
    const { lease } = await get(path)
    if (lease?.capture.done_at) return
    if (Date.now() > end) throw new Error("The order was not recorded and captured.")
    await pause(200)
  }
}
