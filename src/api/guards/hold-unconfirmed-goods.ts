import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { orderOfFulfillment, type Query } from "../../medusa/read/carts"
import { readOrder, readRecipient } from "../../medusa/read/orders"
import { isPaidByLease, isPaidOtherwise } from "../../medusa/read/payments"
import type { Desk } from "../../modules/lease"
import { checkShippable } from "../../modules/lease/merchant/deliver"
import { isPaidFor } from "../../modules/lease/rules/order"
import type { LeaseRecord } from "../../modules/lease/rules/records"
import { awaitsOrder, isHosted, isOver } from "../../modules/lease/rules/standing"
import { recordOrder } from "../../modules/lease/shopper/record-order"
import { currentLease } from "../../modules/lease/status/current-lease"
import { because } from "../../modules/lease/texts/reasons"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"
import { guard } from "./guard"

/**
 * On creating, shipping and delivering a fulfillment of an order: goods ship only for a lease that is placed and surely signed, or
 * runs already, and only to whom it was offered for. Medusa itself lets an order ship whose payment is still open. Orders without a lease pass
 * at the cost of two small questions.
 */
export const holdUnconfirmedGoods = holdGoods(async (_query, id) => id)

/** The same on the route that ships a fulfillment without naming its order. */
export const holdUnconfirmedParcel = holdGoods(orderOfFulfillment)

function holdGoods(orderOf: (query: Query, id: string) => Promise<string | null>) {
  return guard(async (req, desk) => {
    const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
    const orderId = await orderOf(query, req.params.id ?? "")
    if (!orderId) return
    const lease = (await desk.store.ofOrder(orderId)) ?? (await recordPaidOrder(query, desk, orderId))
    if (!lease || isHosted(lease)) return
    if (lease.order_id !== orderId)
      throw new LedgerRefusal("ship_attention", because(lease.order_id ? "second_order" : "lease_dead"))
    if (isOver(lease) && (await isPaidOtherwise(query, orderId))) return
    const recipient = await readRecipient(query, orderId)
    if (recipient) await checkShippable(desk, lease, recipient)
  })
}

/** An order that the ledger has not heard of yet. Throws LedgerRefusal for an unpaid one: its completion was cut off. */
async function recordPaidOrder(query: Query, desk: Desk, orderId: string): Promise<LeaseRecord | null> {
  if (!(await isPaidByLease(query, orderId))) return null
  const order = await readOrder(query, orderId)
  const lease = order?.cartId && (await currentLease(desk, order.cartId))
  if (order && lease && !isHosted(lease) && awaitsOrder(lease) && !isPaidFor(order))
    throw new LedgerRefusal("ship_attention", because("signed_without_order"))
  return order && recordOrder(desk, order)
}
