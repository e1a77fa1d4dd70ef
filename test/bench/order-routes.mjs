import { setTimeout as pause } from "node:timers/promises"
import { fillCart } from "../../demo/lease-checkout.mjs"
import { logIn } from "./admin-client.mjs"
import { benchApplicant } from "./applicant.mjs"
import { SYSTEM } from "./bench-shopper.mjs"
import { inTurns, medianRatio } from "./ratio.mjs"

const ROUNDS = 5
const WARM_UP = 1
const WITHIN_MS = 20_000
/** Time for the work that the store still does after an answer (ms). */
const SETTLE_MS = 250
const DELIVERY = "POST /application/cart/delivery"

/**
 * @typedef {import("./bench-shopper.mjs").BenchShopper} BenchShopper
 * @typedef {import("./admin-client.mjs").AdminClient} AdminClient
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
  const admin = await logIn(shopper.shop)
  const store = { shopper, admin }
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
 * @param {{ shopper: BenchShopper, admin: AdminClient }} store
 * @param {() => Promise<string>} place an order
 * @param {boolean} byLease
 * @returns {Promise<Took>}
 */
async function timeRoutes({ shopper, admin }, place, byLease) {
  const { sandbox } = shopper.shop
  const first = await place()
  const { payment } = await untilCaptured(admin, first)
  const parcel = await ship(admin, first)
  const delivery = await timed(sandbox, () =>
    admin.post(`/admin/orders/${first}/fulfillments/${parcel}/mark-as-delivered`),
  )
  if (byLease) await untilToldOfDelivery(sandbox)
  await pause(SETTLE_MS)
  const refund = await timed(sandbox, () => admin.post(`/admin/payments/${payment}/refund`))
  const second = await place()
  await untilCaptured(admin, second)
  const cancel = await timed(sandbox, () => admin.post(`/admin/orders/${second}/cancel`))
  await pause(SETTLE_MS)
  return { delivery, refund, cancel }
}

/** Captured as an order by lease is. @param {{ shopper: BenchShopper, admin: AdminClient }} store @returns {Promise<string>} its id */
async function systemOrder({ shopper, admin }) {
  const { id } = await fillCart(shopper.ask, shopper.shop, benchApplicant())
  await shopper.startPayment(id, SYSTEM)
  const { orderId } = await shopper.complete(id)
  const { payment } = await paymentOf(admin, orderId)
  await admin.post(`/admin/payments/${payment}/capture`)
  return orderId
}

/**
 * @param {import("lease-to-own-sandbox").Sandbox} sandbox
 * @param {() => Promise<unknown>} ask
 * @returns {Promise<number>} ms, without those in which the service was asked
 */
async function timed(sandbox, ask) {
  await pause(SETTLE_MS)
  const before = sandbox.journal().length
  const started = performance.now()
  await ask()
  const ms = performance.now() - started
  const asked = sandbox.journal().slice(before)
  return ms - asked.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/** @param {AdminClient} admin @param {string} orderId */
async function paymentOf(admin, orderId) {
  /** @type {{ order: { payment_status: string, payment_collections: { payments: { id: string }[] }[] } }} */
  const { order } = await admin.get(`/admin/orders/${orderId}?fields=payment_status,payment_collections.payments.id`)
  const [payment] = order.payment_collections.flatMap(({ payments }) => payments)
  if (!payment) throw new Error("The order has no payment.")
  return { payment: payment.id, captured: order.payment_status === "captured" }
}

/** @param {AdminClient} admin @param {string} orderId */
async function untilCaptured(admin, orderId) {
  return until("The order was not captured.", async () => {
    const found = await paymentOf(admin, orderId)
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

/** Packs and ships everything. @param {AdminClient} admin @param {string} orderId @returns {Promise<string>} id of the fulfillment */
async function ship(admin, orderId) {
  /** @typedef {{ id: string, quantity: number }} Line */
  /** @type {{ order: { items: Line[] } }} */
  const { order } = await admin.get(`/admin/orders/${orderId}?fields=*items`)
  const items = order.items.map(({ id, quantity }) => ({ id, quantity }))
  await admin.post(`/admin/orders/${orderId}/fulfillments`, { items })
  /** @type {{ order: { fulfillments: { id: string }[] } }} */
  const packed = await admin.get(`/admin/orders/${orderId}?fields=*fulfillments`)
  const [parcel] = packed.order.fulfillments
  if (!parcel) throw new Error("Nothing was packed.")
  await admin.post(`/admin/orders/${orderId}/fulfillments/${parcel.id}/shipments`, { items })
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
