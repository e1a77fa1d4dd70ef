import type { CartState, OrderState } from "../modules/lease/outbox/facts"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import { type CartReading, readCartStates } from "./read/cart-payments"
import type { Query } from "./read/carts"
import { isPaidByIt, type OrderFacts, orderState, paidBy, readOrders } from "./read/orders"

/**
 * Medusa's facts about these leases, by lease id. Core makes an order, ties it to its cart, closes the cart and takes all of that back
 * again in steps, and the query asks for them one after another: carts that have an order are read once more after it. A lease whose two
 * readings differ, or whose order was gone in between, is missing from the answer.
 */
export async function leaseFacts(
  query: Query,
  ledger: LeaseModuleService,
  leases: LeaseRecord[],
): Promise<Map<string, { order: OrderState | null; cart: CartState | null }>> {
  const unplaced = leases.filter(({ order_id }) => !order_id)
  const carts = await readCartStates(query, unplaced)
  const orderIdOf = (lease: LeaseRecord) => lease.order_id ?? carts.get(lease.id)?.orderId ?? null
  const orders = await readOrders(query, [...new Set(leases.flatMap((lease) => orderIdOf(lease) ?? []))])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const doubtful = unplaced.filter(({ id }) => carts.get(id)?.completed)
  const again = await readCartStates(query, doubtful)
  const changed = new Set(doubtful.filter(({ id }) => !isSame(carts.get(id), again.get(id))).map(({ id }) => id))
  return new Map(
    leases.flatMap((lease) => {
      const orderId = orderIdOf(lease)
      const order = byId.get(orderId ?? "")
      const cart = carts.get(lease.id) ?? null
      if (changed.has(lease.id) || (!lease.order_id && orderId && order?.cart?.id !== lease.cart_id)) return []
      const state = order && stateFor(order, lease, !ledger.isSameRecipient(lease, order.asCart))
      return [[lease.id, { order: state ?? null, cart }]]
    }),
  )
}

function stateFor(order: OrderFacts, lease: LeaseRecord, recipientDiffers: boolean): OrderState {
  return orderState(paidBy(order, lease), { recipientDiffers, own: isPaidByIt(order, lease) })
}

function isSame(before: CartReading | undefined, after: CartReading | undefined): boolean {
  return before?.completed === after?.completed && before?.orderId === after?.orderId
}
