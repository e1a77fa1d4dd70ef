import type { LeaseRecord } from "../../../modules/lease/records"
import type LeaseModuleService from "../../../modules/lease/service"
import type { Query } from "../../../workflows/medusa-facts"
import { type OrderFacts, readOrder } from "../../../workflows/order-facts"

/**
 * The order and its lease, or null: found by the order, else by the cart that the order was made from, because an order whose event was lost
 * or that came second is not written down as the lease's own. Changes nothing, not even a lease that has lapsed.
 *
 * An order that is paid otherwise has no lease, unless one was raised for it. Most orders have none: those cost two small queries.
 */
export async function findOrderLease(
  ledger: LeaseModuleService,
  query: Query,
  orderId: string,
): Promise<{ lease: LeaseRecord; order: OrderFacts } | null> {
  const lease = (await ledger.ofOrder(orderId)) ?? (await leaseOfCart(ledger, query, orderId))
  const order = lease && (await readOrder(query, orderId))
  if (!order) return null
  const raised = lease.attention.some(({ params }) => params.order_id === orderId)
  return lease.order_id === orderId || order.sessions.length || raised ? { lease, order } : null
}

async function leaseOfCart(ledger: LeaseModuleService, query: Query, orderId: string): Promise<LeaseRecord | null> {
  const { data } = await query.graph({ entity: "order", fields: ["id", "cart.id"], filters: { id: orderId } })
  const cartId = (data[0] as { cart?: { id: string } | null } | undefined)?.cart?.id
  return cartId ? ledger.leftOfCart(cartId) : null
}
