import { refuseOtherPayment } from "../../medusa/order-tax"
import { PROVIDER_ID, type Query, readRow } from "../../medusa/read/carts"
import { isEnded, isHosted } from "../../modules/lease/ledger"
import { type GuardedRequest, guard } from "./guard"

/** Makes a guard for a route that pays for an order. `orderOf` returns the order's ID, or null if a lease pays. */
function payingOrder(orderOf: (held: GuardedRequest) => Promise<string | null>) {
  return guard(async (held) => {
    const orderId = await orderOf(held)
    if (orderId) await refuseOtherPayment(held.req.scope, orderId)
  })
}

/** Guards the route that captures a payment. A hosted lease's virtual card may be captured, because it was charged when the order was placed. */
export const keepUntaxedUncaptured = payingOrder((held) => otherPayment(held, "payment", held.id))

/** Guards the route that authorizes an order's pending payment session, like `keepUntaxedUncaptured`. */
export const keepUntaxedUnauthorized = payingOrder((held) =>
  otherPayment(held, "payment_session", String(held.body.payment_session_id ?? "")),
)

async function otherPayment({ deps, query }: GuardedRequest, entity: "payment" | "payment_session", id: string) {
  const payment = await readPayment(query, entity, id)
  const orderId = payment?.payment_collection?.order_link?.order_id
  if (!orderId || payment.provider_id === PROVIDER_ID) return null
  const lease = await deps.store.ofOrder(orderId)
  return lease && isHosted(lease) ? null : orderId
}

function readPayment(query: Query, entity: string, id: string) {
  type Row = { provider_id: string; payment_collection?: { order_link?: { order_id: string } | null } | null }
  return readRow<Row>(query, entity, id, ["id", "provider_id", "payment_collection.order_link.order_id"])
}

/** Guards the route that credits an order: refuses to pay for an untaxed order with a credit. While a lease pays, a credit only lowers the price. */
export const keepUntaxedUncredited = payingOrder(async ({ body, deps, id }) => {
  if (!(Number(body.amount) > 0)) return null
  const lease = await deps.store.ofOrder(id)
  return lease && !isEnded(lease) ? null : id
})

/** Guards the route that converts a draft order by hand: refuses to place it without sales tax before its lease is signed. */
export const keepUntaxedDraft = payingOrder(async ({ id }) => id)
