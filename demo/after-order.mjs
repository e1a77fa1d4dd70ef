import { pause } from "./lease-checkout.mjs"
import { takesLines } from "./lease-settings.mjs"

const WITHIN_MS = 20_000
/** Dollars that are refunded of a delivered order, of which nothing came back. */
const PART = 10
const FIELDS = [
  "id",
  "display_id",
  "status",
  "payment_status",
  "fulfillment_status",
  "total",
  "items.*",
  "items.detail.*",
  "fulfillments.id",
  "fulfillments.created_at",
  "payment_collections.payments.id",
].join(",")

/**
 * @typedef {import("./lease-checkout.mjs").Ask} Ask
 * @typedef {import("./lease-checkout.mjs").OrderLeaseView} OrderLeaseView
 * @typedef {{ id: string, display_id: number, status: string, payment_status: string, fulfillment_status: string, total: number,
 *   items: { id: string, product_handle: string, quantity: number }[], fulfillments: { id: string, created_at: string }[],
 *   payment_collections: { payments: { id: string }[] }[] }} DashboardOrder
 * @typedef {Awaited<ReturnType<typeof import("./store-client.mjs").dashboardClient>>} Dashboard
 *
 * @typedef {{ running: OrderLeaseView, delivered: DashboardOrder }} DeliveryFacts what the store answered on the way
 * @typedef {{ part: { status: number, answer: { code?: string } }, takesLines: boolean, returned: OrderLeaseView,
 *   refunded: DashboardOrder }} ReturnFacts
 * @typedef {{ canceled: DashboardOrder, ended: OrderLeaseView }} CancelFacts
 *
 * @typedef {{ dashboard: Dashboard, askShop: Ask, orderId: string }} Placed an order, and whom to ask about it
 */

/**
 * Delivers an order in two parcels with Medusa's own buttons: with the second one the lease starts, and the payment is captured. Judges
 * nothing; what came back is handed to the caller.
 *
 * @param {Placed} placed
 * @returns {Promise<DeliveryFacts>}
 */
export async function deliverOrder({ dashboard: { ask }, askShop, orderId }) {
  await deliverInTwo({ ask, orderId })
  const running = await untilLease(askShop, orderId, "delivered")
  return { running, delivered: await untilOrder(ask, orderId, "payment_status", "captured") }
}

/** @param {{ ask: Ask, orderId: string }} order */
export async function deliverInTwo({ ask, orderId }) {
  const { items } = await seeOrder(ask, orderId)
  const of = (/** @type {string} */ handle) => items.filter((item) => item.product_handle === handle)
  await deliver(ask, orderId, { what: "the sofa", items: of("sofa") })
  await deliver(ask, orderId, { what: "the chairs", items: of("chair") })
}

/**
 * Takes a delivered order back: a refund of a part is refused, or lowers a price where the account takes lines; that of all the rest returns the
 * lease.
 *
 * @param {Placed} placed
 * @returns {Promise<ReturnFacts>}
 */
export async function returnOrder({ dashboard: { ask, askAnyway }, askShop, orderId }) {
  const { payment_collections, total } = await seeOrder(ask, orderId)
  const refund = `/admin/payments/${payment_collections[0]?.payments[0]?.id}/refund`
  const part = await askAnyway("Try to refund a part", "POST", refund, { amount: PART })
  const rest = part.status === 200 ? { amount: Math.round((total - PART) * 100) / 100 } : {}
  await ask("Refund the rest of the payment: everything came back", "POST", refund, rest)
  const refunded = await untilOrder(ask, orderId, "payment_status", "refunded")
  return { part, takesLines: takesLines(), refunded, returned: await untilLease(askShop, orderId, "returned") }
}

/**
 * Says for staff that a lease is signed, where the service does not say it.
 *
 * @param {Pick<Placed, "dashboard" | "orderId">} placed
 */
export async function attestOrder({ dashboard: { ask }, orderId }) {
  /** @type {{ lease: { id: string } }} */
  const { lease } = await ask("See the lease at the dashboard", "GET", `/admin/lease-to-own/orders/${orderId}`)
  const note = "The walkthrough's person has signed the contract."
  return ask("Mark the lease as signed", "POST", `/admin/lease-to-own/leases/${lease.id}/actions/attest`, { note })
}

/**
 * Cancels an order of which nothing was shipped.
 *
 * @param {Placed} placed
 * @returns {Promise<CancelFacts>}
 */
export async function cancelOrder({ dashboard: { ask }, askShop, orderId }) {
  await ask("Cancel the order", "POST", `/admin/orders/${orderId}/cancel`, {})
  const canceled = await untilOrder(ask, orderId, "status", "canceled")
  return { canceled, ended: await untilLease(askShop, orderId, "canceled") }
}

/** @param {Ask} ask @param {string} orderId @param {{ what: string, items: DashboardOrder["items"] }} parcel */
async function deliver(ask, orderId, { what, items }) {
  const pieces = items.map(({ id, quantity }) => ({ id, quantity }))
  const base = `/admin/orders/${orderId}/fulfillments`
  /** @type {{ order: DashboardOrder }} */
  const { order } = await ask(`Pack ${what}`, "POST", `${base}?fields=${FIELDS}`, { items: pieces })
  const [newest] = order.fulfillments.sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  await ask(`Ship ${what}`, "POST", `${base}/${newest?.id}/shipments?fields=${FIELDS}`, { items: pieces })
  await ask(`Mark ${what} as delivered`, "POST", `${base}/${newest?.id}/mark-as-delivered?fields=${FIELDS}`, {})
}

/** @param {Ask} ask @param {string} orderId @returns {Promise<DashboardOrder>} */
async function seeOrder(ask, orderId) {
  /** @type {{ order: DashboardOrder }} */
  const { order } = await ask("See the order at the dashboard", "GET", `/admin/orders/${orderId}?fields=${FIELDS}`)
  return order
}

/**
 * A button's effects follow right after its answer.
 *
 * @param {Ask} ask @param {string} orderId @param {"status" | "payment_status"} member @param {string} wanted
 */
async function untilOrder(ask, orderId, member, wanted) {
  const end = Date.now() + WITHIN_MS
  for (;;) {
    const order = await seeOrder(ask, orderId)
    if (order[member] === wanted || Date.now() > end) return order
    await pause(500)
  }
}

/** @param {Ask} ask @param {string} orderId @param {string} wanted @returns {Promise<OrderLeaseView>} */
async function untilLease(ask, orderId, wanted) {
  const end = Date.now() + WITHIN_MS
  for (;;) {
    /** @type {OrderLeaseView} */
    const view = await ask("See the lease of the order", "GET", `/store/lease-to-own/orders/${orderId}`)
    if (view.lease?.status === wanted || Date.now() > end) return view
    await pause(500)
  }
}
