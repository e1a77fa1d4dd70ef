import type { Amount } from "../lease-cart"
import type { CartState, PaymentState } from "../modules/lease/owed"
import type { LeaseRecord } from "../modules/lease/records"
import { PROVIDER_ID, type Query, type SessionFact } from "./medusa-facts"
import { paidBy, readOrder, toPayment } from "./order-facts"

type PaymentRow = Parameters<typeof toPayment>[0]
type CartRow = {
  id: string
  completed_at: string | Date | null
  order?: { id: string } | null
  payment_collection?: {
    id: string
    amount: Amount
    payments?: PaymentRow[]
    payment_sessions?: SessionFact[]
  } | null
}

const FIELDS = [
  "id",
  "completed_at",
  "order.id",
  "payment_collection.id",
  "payment_collection.amount",
  "payment_collection.payment_sessions.*",
  "payment_collection.payments.*",
  "payment_collection.payments.captures.amount",
  "payment_collection.payments.refunds.amount",
]

/** The carts of leases that have no order written down, by lease id, in one question. A cart may have had several leases. */
export async function readCartStates(
  query: Query,
  leases: LeaseRecord[],
): Promise<Map<string, CartState & { orderId: string | null }>> {
  if (!leases.length) return new Map()
  const carts = await readCarts(query, [...new Set(leases.map(({ cart_id }) => cart_id))])
  const byId = new Map(carts.map((cart) => [cart.id, cart]))
  return new Map(
    leases.flatMap((lease) => {
      const cart = byId.get(lease.cart_id)
      return cart ? [[lease.id, { ...stateOf(cart, lease), orderId: cart.order?.id ?? null }]] : []
    }),
  )
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
  if (order) return { open: paidBy(order, lease).payments.filter(isOpen), sessionIds: [] }
  const [cart] = await readCarts(query, [lease.cart_id])
  if (!cart) return { open: [], sessionIds: [] }
  const { payments, sessionIds, completed } = stateOf(cart, lease)
  return { open: payments.filter(isOpen), sessionIds: completed ? [] : sessionIds }
}

function stateOf(cart: CartRow, lease: LeaseRecord): CartState {
  const { payments = [], payment_sessions = [] } = cart.payment_collection ?? {}
  return {
    completed: Boolean(cart.completed_at ?? cart.order),
    payments: payments.map(toPayment).filter(({ leaseId }) => leaseId === lease.id),
    sessionIds: payment_sessions.flatMap(({ id, provider_id, data }) =>
      provider_id === PROVIDER_ID && data?.lease_id === lease.id ? [id] : [],
    ),
  }
}

async function readCarts(query: Query, cartIds: string[]): Promise<CartRow[]> {
  const { data } = await query.graph({ entity: "cart", fields: FIELDS, filters: { id: cartIds } })
  return data as CartRow[]
}
