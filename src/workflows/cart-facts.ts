import type { Amount } from "../lease-cart"
import type { CartState, PaymentState } from "../modules/lease/owed"
import type { LeaseRecord } from "../modules/lease/records"
import { PROVIDER_ID, type Query, type SessionFact } from "./medusa-facts"
import { readOrder, toPayment } from "./order-facts"

type PaymentRow = Parameters<typeof toPayment>[0]
type CartRow = {
  id: string
  completed_at: string | Date | null
  order?: { id: string } | null
  payment_collection?: {
    id: string
    amount: Amount
    payment_sessions?: (SessionFact & { payment?: PaymentRow | null })[]
  } | null
}

const FIELDS = [
  "id",
  "completed_at",
  "order.id",
  "payment_collection.id",
  "payment_collection.amount",
  "payment_collection.payment_sessions.*",
  "payment_collection.payment_sessions.payment.*",
  "payment_collection.payment_sessions.payment.captures.amount",
  "payment_collection.payment_sessions.payment.refunds.amount",
]

/** The carts of leases that have no order written down, by cart id, in one question. */
export async function readCartStates(
  query: Query,
  cartIds: string[],
): Promise<Map<string, CartState & { orderId: string | null }>> {
  if (!cartIds.length) return new Map()
  const rows = await readCarts(query, [...new Set(cartIds)])
  return new Map(rows.map((cart) => [cart.id, { ...stateOf(cart), orderId: cart.order?.id ?? null }]))
}

/** The payment side of a cart that is to be ordered; null when there is no such cart. */
export async function readCartPayment(query: Query, cartId: string): Promise<CartRow | null> {
  return (await readCarts(query, [cartId]))[0] ?? null
}

/** What Medusa still holds of the payment of a lease that is over: open payments, and the sessions of a cart without an order. */
export async function readPayables(
  query: Query,
  lease: LeaseRecord,
): Promise<{ open: PaymentState[]; sessionIds: string[] }> {
  const isOpen = ({ captured, refunded, canceled }: PaymentState) => (captured > 0 ? captured > refunded : !canceled)
  const order = lease.order_id ? await readOrder(query, lease.order_id) : null
  if (order) return { open: order.payments.filter(isOpen), sessionIds: [] }
  const [cart] = await readCarts(query, [lease.cart_id])
  if (!cart || cart.completed_at || cart.order) return { open: [], sessionIds: [] }
  const { payments, sessionIds } = stateOf(cart)
  return { open: payments.filter(isOpen), sessionIds }
}

function stateOf(cart: CartRow): CartState {
  const sessions = (cart.payment_collection?.payment_sessions ?? []).filter(
    ({ provider_id }) => provider_id === PROVIDER_ID,
  )
  return {
    completed: cart.completed_at !== null && cart.completed_at !== undefined,
    payments: sessions.flatMap(({ payment }) => (payment ? [toPayment(payment)] : [])),
    sessionIds: sessions.map(({ id }) => id),
  }
}

async function readCarts(query: Query, cartIds: string[]): Promise<CartRow[]> {
  const { data } = await query.graph({ entity: "cart", fields: FIELDS, filters: { id: cartIds } })
  return data as CartRow[]
}
