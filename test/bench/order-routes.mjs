import { setTimeout as pause } from "node:timers/promises"
import { dashboardClient } from "../../demo/store-client.mjs"
import { SYSTEM } from "./bench-shopper.mjs"
import { ownTime } from "./own-time.mjs"
import { inTurns, medianRatio } from "./ratio.mjs"

const ROUNDS = 5
const WARM_UP = 1
const WITHIN_MS = 20_000
const DELIVERY = "POST /application/cart/delivery"

/**
 * @typedef {import("./bench-shopper.mjs").BenchShopper} BenchShopper
 * @typedef {import("./bench-shopper.mjs").Ask} Ask
 * @typedef {{ delivery: number, refund: number, cancel: number }} Took ms until the answer, without what the lease service took of it
 */

/**
 * A merchant's waits at the order's page: "Mark as delivered", "Refund" and "Cancel" of orders by lease, over those paid with the
 * provider that comes with Medusa and makes no call. All captured; the service's own time does not count.
 *
 * @param {BenchShopper} shopper
 * @returns {Promise<Took>} ratios
 */
export async function compareOrderRoutes(shopper) {
  const ask = await dashboardClient(shopper.shop, () => {})
  const store = { shopper, ask }
  const rounds = await inTurns({
    rounds: ROUNDS,
    warmUp: WARM_UP,
    ours: () => timeRoutes(store, () => shopper.leaseOrder(), true),
    theirs: () => timeRoutes(store, () => systemOrder(store), false),
  })
  return {
    delivery: medianRatio(rounds, ({ delivery }) => delivery),
    refund: medianRatio(rounds, ({ refund }) => refund),
    cancel: medianRatio(rounds, ({ cancel }) => cancel),
  }
}

/**
 * @param {{ shopper: BenchShopper, ask: Ask }} store
 * @param {() => Promise<string>} place an order
 * @param {boolean} byLease
 * @returns {Promise<Took>}
 */
async function timeRoutes({ shopper, ask }, place, byLease) {
  const { sandbox } = shopper.shop
  const first = await place()
  const { payment } = await untilCaptured(ask, first)
  const parcel = await ship(ask, first)
  const act = (/** @type {string} */ path) => ownTime(sandbox, [() => ask("Act", "POST", path, {})])
  const delivery = await act(`/admin/orders/${first}/fulfillments/${parcel}/mark-as-delivered`)
  if (byLease) await untilToldOfDelivery(sandbox)
  const refund = await act(`/admin/payments/${payment}/refund`)
  const second = await place()
  await untilCaptured(ask, second)
  const cancel = await act(`/admin/orders/${second}/cancel`)
  return { delivery, refund, cancel }
}

/** Captured as an order by lease is. @param {{ shopper: BenchShopper, ask: Ask }} store @returns {Promise<string>} its id */
async function systemOrder({ shopper, ask }) {
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
  return until("The order was not captured.", async () => {
    const found = await paymentOf(ask, orderId)
    return found.captured ? found : undefined
  })
}

/** @param {import("lease-to-own-sandbox").Sandbox} sandbox */
function untilToldOfDelivery(sandbox) {
  const id = sandbox
    .journal()
    .filter(({ route }) => route === "POST /application")
    .at(-1)?.applicationId
  return until("The service was not told of the delivery.", async () =>
    sandbox.journal(id).find(({ route, done }) => route === DELIVERY && done),
  )
}

/** Packs and ships everything. @param {Ask} ask @param {string} orderId @returns {Promise<string>} id of the fulfillment */
async function ship(ask, orderId) {
  /** @typedef {{ id: string, quantity: number }} Line */
  /** @type {{ order: { items: Line[] } }} */
  const { order } = await ask("See the order", "GET", `/admin/orders/${orderId}?fields=*items`)
  const items = order.items.map(({ id, quantity }) => ({ id, quantity }))
  await ask("Act", "POST", `/admin/orders/${orderId}/fulfillments`, { items })
  /** @type {{ order: { fulfillments: { id: string }[] } }} */
  const packed = await ask("See the order", "GET", `/admin/orders/${orderId}?fields=*fulfillments`)
  const [parcel] = packed.order.fulfillments
  if (!parcel) throw new Error("Nothing was packed.")
  await ask("Act", "POST", `/admin/orders/${orderId}/fulfillments/${parcel.id}/shipments`, { items })
  return parcel.id
}

/** @template T @param {string} otherwise @param {() => Promise<T | undefined>} look @returns {Promise<T>} */
async function until(otherwise, look) {
  const end = Date.now() + WITHIN_MS
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(otherwise)
    await pause(100)
  }
}
