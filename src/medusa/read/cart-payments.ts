import type { CartState } from "../../modules/lease/outbox/medusa-side"
import { isOpenPayment, isOwn, type Order, type Payment, paidBy } from "../../modules/lease/rules/order"
import type { LeaseRecord } from "../../modules/lease/rules/records"
import type { Query } from "./carts"
import { readOrder } from "./orders"
import { leasePart, type PaymentCart, readPaymentCart, readPaymentCarts } from "./payments"

/** A cart, and the order that it is tied to. */
export type CartReading = CartState & { orderId: string | null }

/** The carts of leases that have no order written down, by lease id, in one question. A cart may have had several leases. */
export async function readCartStates(query: Query, leases: LeaseRecord[]): Promise<Map<string, CartReading>> {
  const carts = await readPaymentCarts(
    query,
    leases.map(({ cart_id }) => cart_id),
  )
  return new Map(
    leases.flatMap((lease) => {
      const cart = carts.get(lease.cart_id)
      return cart ? [[lease.id, { ...stateOf(cart, lease), orderId: cart.order?.id ?? null }]] : []
    }),
  )
}

/** The order of a lease: as it is written down, or the one that its cart became where that is paid by this very lease. */
export async function readOwnOrder(query: Query, lease: LeaseRecord): Promise<Order | null> {
  if (lease.order_id) return readOrder(query, lease.order_id)
  const cart = await readPaymentCart(query, lease.cart_id)
  const order = cart?.order ? await readOrder(query, cart.order.id) : null
  return order && isOwn(order, lease) ? order : null
}

/** The payment of an ended lease as Medusa still holds it: open payments, and the sessions of a cart without an order. */
export async function readPayables(
  query: Query,
  lease: LeaseRecord,
): Promise<{ open: Payment[]; sessionIds: string[] }> {
  const order = lease.order_id ? await readOrder(query, lease.order_id) : null
  if (order) return { open: paidBy(order, lease).payments.filter(isOpenPayment), sessionIds: [] }
  const cart = await readPaymentCart(query, lease.cart_id)
  if (!cart) return { open: [], sessionIds: [] }
  const { payments, sessionIds, completed } = stateOf(cart, lease)
  return { open: payments.filter(isOpenPayment), sessionIds: completed ? [] : sessionIds }
}

function stateOf(cart: PaymentCart, lease: LeaseRecord): CartState {
  const { sessions, payments } = leasePart(cart.payment_collection ? [cart.payment_collection] : [])
  return {
    completed: Boolean(cart.completed_at ?? cart.order),
    payments: payments.filter(({ leaseId }) => leaseId === lease.id),
    sessionIds: sessions.filter(({ leaseId }) => leaseId === lease.id).map(({ id }) => id),
  }
}
