import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { attentionTexts } from "../../modules/lease/messages"
import { LedgerRefusal } from "../../modules/lease/refusal"
import { PROVIDER_ID, type Query } from "../../workflows/medusa-facts"
import { recordPlacedOrder } from "../../workflows/place-order"
import { guard } from "./guard"

/**
 * On creating, shipping and delivering a fulfilment of an order: goods leave the house only for a lease that is placed and surely signed, or
 * runs already. Medusa itself lets an order ship whose payment is still open. Orders without a lease pass at the cost of one small question.
 */
export const holdUnconfirmedGoods = guard(async (req, ledger) => {
  const orderId = req.params.id ?? ""
  const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const known = await ledger.ofOrder(orderId)
  const lease = known ?? ((await isPaidByLease(query, orderId)) ? await recordPlacedOrder(req.scope, orderId) : null)
  if (!lease) return
  if (lease.order_id !== orderId)
    throw new LedgerRefusal("ship_attention", {
      reason: attentionTexts[lease.order_id ? "second_order" : "lease_dead"],
    })
  await ledger.checkShippable(lease)
})

async function isPaidByLease(query: Query, orderId: string): Promise<boolean> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "payment_collections.payment_sessions.provider_id"],
    filters: { id: orderId },
  })
  const order = data[0] as { payment_collections?: { payment_sessions?: { provider_id: string }[] }[] } | undefined
  return (order?.payment_collections ?? []).some(({ payment_sessions }) =>
    payment_sessions?.some(({ provider_id }) => provider_id === PROVIDER_ID),
  )
}
