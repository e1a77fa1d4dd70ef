import type { LeaseRecord } from "../../../modules/lease/records"
import type LeaseModuleService from "../../../modules/lease/service"
import { CLOSED } from "../../../modules/lease/state-machine"
import { type OrderFacts, type Query, readOrder } from "../../../workflows/medusa-facts"

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
  const lease = (await ledger.ofOrder(orderId)) ?? (await leaseOfCart(ledger, await cartOf(query, orderId)))
  const order = lease && (await readOrder(query, orderId))
  if (!order) return null
  const raised = lease.attention.some(({ params }) => params.order_id === orderId)
  return lease.order_id === orderId || order.sessions.length || raised ? { lease, order } : null
}

async function cartOf(query: Query, orderId: string): Promise<string | null> {
  const { data } = await query.graph({ entity: "order", fields: ["id", "cart.id"], filters: { id: orderId } })
  return (data[0] as { cart?: { id: string } | null } | undefined)?.cart?.id ?? null
}

/** The open lease of a cart, else the last that was closed. */
async function leaseOfCart(ledger: LeaseModuleService, cartId: string | null): Promise<LeaseRecord | null> {
  if (!cartId) return null
  const leases = await ledger.listLeases(
    { cart_id: cartId },
    { select: ["id", "status"], order: { created_at: "DESC" } },
  )
  const lease = leases.find(({ status }) => !CLOSED.includes(status)) ?? leases[0]
  return lease ? ledger.byId(lease.id) : null
}
