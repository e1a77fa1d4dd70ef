import { setTimeout as pause } from "node:timers/promises"
import { dashboardClient } from "../../demo/store-client.mjs"
import { SYSTEM } from "./bench-shopper.mjs"
import { ownTime } from "./own-time.mjs"
import { inTurns, medianRatio } from "./ratio.mjs"

const ROUNDS = { rounds: 9, warmUp: 1 }
const WITHIN_MS = 20_000
const DELIVERY = "POST /application/cart/delivery"

/**
 * @typedef {import("./bench-shopper.mjs").BenchShopper} BenchShopper
 * @typedef {import("./bench-shopper.mjs").Ask} Ask
 */

/**
 * A merchant's waiting times on the order page: "Mark as delivered", "Refund" and "Cancel" for orders by lease, over orders paid with the
 * Medusa's own provider, which makes no call. All captured; the service's time doesn't count.
 *
 * @param {BenchShopper} shopper
 */
export async function compareOrderRoutes(shopper) {
  const ask = await dashboardClient(shopper.shop, () => {})
  const ours = () => timeRoutes(shopper, ask, () => shopper.leaseOrder(), 1)
  const theirs = () => timeRoutes(shopper, ask, () => systemOrder(shopper, ask), 0)
  const rounds = await inTurns({ ...ROUNDS, ours, theirs })
  return {
    delivery: medianRatio(rounds, ({ delivery }) => delivery),
    refund: medianRatio(rounds, ({ refund }) => refund),
    cancel: medianRatio(rounds, ({ cancel }) => cancel),
  }
}

/**
 * Measures ms until each response, without the lease service's time.
 *
 * @param {BenchShopper} shopper @param {Ask} ask @param {() => Promise<string>} place an order
 * @param {number} calls that tell the service of its delivery
 */
async function timeRoutes({ shop: { sandbox } }, ask, place, calls) {
  const act = (/** @type {string} */ path) => ownTime(sandbox, [() => ask("Act", "POST", path, {})])
  const told = () => sandbox.journal().filter(({ route, done }) => route === DELIVERY && done).length
  const first = await place()
  const { payment } = await untilCaptured(ask, first)
  const parcel = await ship(ask, first)
  const all = told() + calls
  const delivery = await act(`/admin/orders/${first}/fulfillments/${parcel}/mark-as-delivered`)
  await until("The service was not told of the delivery.", async () => told() === all)
  const refund = await act(`/admin/payments/${payment}/refund`)
  const second = await place()
  await untilCaptured(ask, second)
  return { delivery, refund, cancel: await act(`/admin/orders/${second}/cancel`) }
}

/** Captured like an order by lease. @param {BenchShopper} shopper @param {Ask} ask @returns {Promise<string>} its id */
async function systemOrder(shopper, ask) {
  const { orderId } = await shopper.complete(await shopper.cartPaidBy(SYSTEM))
  const { payment } = await paymentOf(ask, orderId)
  await ask("Act", "POST", `/admin/payments/${payment}/capture`, {})
  return orderId
}

/** @param {Ask} ask @param {string} orderId */
async function paymentOf(ask, orderId) {
  const fields = "payment_status,payment_collections.payments.id"
  /** @type {{ order: { payment_status: string, payment_collections: { payments: { id: string }[] }[] } }} */
  const { order } = await ask("See the order", "GET", `/admin/orders/${orderId}?fields=${fields}`)
  const [payment] = order.payment_collections.flatMap(({ payments }) => payments)
  if (!payment) throw new Error("The order has no payment.")
  return { payment: payment.id, captured: order.payment_status === "captured" }
}

/** @param {Ask} ask @param {string} orderId */
export async function untilCaptured(ask, orderId) {
  await until("The order was not captured.", async () => (await paymentOf(ask, orderId)).captured)
  return paymentOf(ask, orderId)
}

/** Packs and ships everything. @param {Ask} ask @param {string} orderId @returns {Promise<string>} id of the fulfillment */
async function ship(ask, orderId) {
  const path = `/admin/orders/${orderId}`
  /** @typedef {{ items: { id: string, quantity: number }[], fulfillments: { id: string }[] }} Order */
  /** @type {{ order: Order }} */
  const { order } = await ask("See the order", "GET", `${path}?fields=*items`)
  const items = order.items.map(({ id, quantity }) => ({ id, quantity }))
  /** @type {{ order: Order }} */
  const packed = await ask("Act", "POST", `${path}/fulfillments?fields=*fulfillments`, { items })
  const [parcel] = packed.order.fulfillments
  if (!parcel) throw new Error("Nothing was packed.")
  await ask("Act", "POST", `${path}/fulfillments/${parcel.id}/shipments`, { items })
  return parcel.id
}

/** @param {string} otherwise @param {() => Promise<boolean>} holds */
async function until(otherwise, holds) {
  for (const end = Date.now() + WITHIN_MS; !(await holds()); await pause(100))
    if (Date.now() > end) throw new Error(otherwise)
}
