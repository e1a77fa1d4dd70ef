import type { Query } from "../../../../medusa/read/carts"
import { readCartStates, readOrder } from "../../../../medusa/read/orders"
import type { Desk } from "../../../../modules/lease"
import { type Order, paidBy } from "../../../../modules/lease/rules/order"
import type { LeaseRecord } from "../../../../modules/lease/rules/records"
import { awaitsOrder, isHosted } from "../../../../modules/lease/rules/standing"
import { LedgerRefusal } from "../../../../modules/lease/texts/refusal"

/**
 * The order and its lease, or null: found by the order, else by the cart that the order was made from, because an order whose event was lost
 * or that came second is not written down as the lease's own. Changes nothing, not even a lease that has lapsed.
 *
 * An order that is paid otherwise has no lease, unless one was raised for it: that lease comes without the order. Most orders have none:
 * those cost two small queries.
 */
export async function findOrderLease(
  desk: Desk,
  query: Query,
  orderId: string,
): Promise<{ lease: LeaseRecord; order: Order | null } | null> {
  const lease = (await desk.store.ofOrder(orderId)) ?? (await leaseOfCart(desk, query, orderId))
  const order = lease && (await inWords(lease, () => readOrder(query, orderId)))
  return order && concerns(lease, order) ? { lease, order: ofLease(lease, order) } : null
}

/** A lease by its id, with its order, or with one that was placed on its cart; without it where the order goes on with a later lease. Throws LedgerRefusal when there is no such lease. */
export async function findLease(
  desk: Desk,
  query: Query,
  leaseId: string,
): Promise<{ lease: LeaseRecord; order: Order | null }> {
  const lease = await desk.store.byId(leaseId)
  if (!lease) throw new LedgerRefusal("lease_not_found", {}, { kind: "not_found" })
  const order = await inWords(lease, async () => {
    if (lease.order_id && (await desk.store.ofOrder(lease.order_id))?.id !== lease.id) return null
    const orderId = lease.order_id ?? (await orderOfCart(desk, query, lease))
    return orderId ? readOrder(query, orderId) : null
  })
  return { lease, order: order && concerns(lease, order) ? ofLease(lease, order) : null }
}

/** An order with an unreadable amount is not judged. The caller reads why. */
async function inWords({ reference }: LeaseRecord, read: () => Promise<Order | null>): Promise<Order | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new LedgerRefusal("order_unreadable", { reference }, { cause: error })
  }
}

/** The order that the lease's cart became, unless that is another lease's: a cart that was given back may have been leased again. */
async function orderOfCart(desk: Desk, query: Query, lease: LeaseRecord): Promise<string | null> {
  const orderId = (await readCartStates(query, [lease])).get(lease.id)?.orderId ?? null
  return orderId && !(await desk.store.ofOrder(orderId)) ? orderId : null
}

/** Whether an order has to do with the lease of its cart: it is the lease's own, is paid by it, or was raised for it. */
function concerns(lease: LeaseRecord, order: Order): boolean {
  if (lease.order_id === order.id || order.sessions.length > 0) return true
  // Paid by another provider with the virtual card, and not written down yet.
  if (isHosted(lease) && awaitsOrder(lease)) return true
  return lease.attention.some(({ params }) => params.order_id === order.id)
}

/** The order as the lease's, or null: one that another method pays is not the lease's, whatever was raised for it. */
function ofLease(lease: LeaseRecord, order: Order): Order | null {
  const otherwise = lease.order_id === null && !isHosted(lease) && order.sessions.length === 0
  return otherwise ? null : paidBy(order, lease)
}

async function leaseOfCart(desk: Desk, query: Query, orderId: string): Promise<LeaseRecord | null> {
  const { data } = await query.graph({ entity: "order", fields: ["id", "cart.id"], filters: { id: orderId } })
  const cartId = (data[0] as { cart?: { id: string } | null } | undefined)?.cart?.id
  return cartId ? desk.store.ofCart(cartId) : null
}
