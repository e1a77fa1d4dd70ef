import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { attentionTexts } from "../../modules/lease/messages"
import { LedgerRefusal } from "../../modules/lease/refusal"
import { isPaidByLease, orderOfFulfillment, type Query } from "../../workflows/medusa-facts"
import { recordPlacedOrder } from "../../workflows/place-order"
import { guard } from "./guard"

/**
 * On creating, shipping and delivering a fulfilment of an order: goods leave the house only for a lease that is placed and surely signed, or
 * runs already. Medusa itself lets an order ship whose payment is still open. Orders without a lease pass at the cost of two small questions.
 */
export const holdUnconfirmedGoods = holdGoods(async (_query, id) => id)

/** The same on the route that ships a fulfilment without naming its order. */
export const holdUnconfirmedParcel = holdGoods(orderOfFulfillment)

function holdGoods(orderOf: (query: Query, id: string) => Promise<string | null>) {
  return guard(async (req, ledger) => {
    const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
    const orderId = await orderOf(query, req.params.id ?? "")
    if (!orderId) return
    const known = await ledger.ofOrder(orderId)
    const lease = known ?? ((await isPaidByLease(query, orderId)) ? await recordPlacedOrder(req.scope, orderId) : null)
    if (!lease || lease.way === "widget") return
    if (lease.order_id !== orderId)
      throw new LedgerRefusal("ship_attention", {
        reason: attentionTexts[lease.order_id ? "second_order" : "lease_dead"],
      })
    await ledger.checkShippable(lease)
  })
}
