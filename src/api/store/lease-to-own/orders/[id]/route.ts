import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LedgerRefusal } from "../../../../../modules/lease/texts/refusal"
import { idOf } from "../../../../plain-text"
import { afterOrder } from "../../../../small-view"
import { storeRoute } from "../../../../store-route"
import type { OrderLeaseView } from "../../../../types"

type OrderRow = { sales_channel_id: string | null; customer: { id: string; has_account: boolean } | null }

/** After the order: the status of its lease, and what its shopper is told, nothing else. */
export const GET = storeRoute<OrderLeaseView>(async (req, ledger) => {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "sales_channel_id", "customer.id", "customer.has_account"],
    filters: { id: idOf(req) },
  })
  const order = data[0] as OrderRow | undefined
  const channels = req.publishable_key_context?.sales_channel_ids ?? []
  const foreign = order?.customer?.has_account && req.auth_context?.actor_id !== order.customer.id
  if (!order || foreign || (order.sales_channel_id && !channels.includes(order.sales_channel_id)))
    throw new LedgerRefusal("order_not_found", {}, { kind: "not_found" })
  const lease = await ledger.ofOrder(idOf(req))
  if (!lease) return { lease: null }
  const { status, reference, test } = lease
  return { lease: { status, reference, test, messages: afterOrder(lease, ledger.settings().operator.name) } }
})
