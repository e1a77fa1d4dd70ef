import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LedgerRefusal } from "../../modules/lease/refusal"
import { guard } from "./guard"

/**
 * On `POST /store/payment-collections/:id/payment-sessions`: Medusa lets anyone with the id start a new session there, also after the order,
 * which deletes the one that the lease was placed with.
 */
export const keepPlacedPayment = guard(async (req, ledger) => {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: ["id", "cart.id", "order.id"],
    filters: { id: req.params.id ?? "" },
  })
  const collection = data[0] as { cart?: { id: string } | null; order?: { id: string } | null } | undefined
  if (!collection?.order?.id) return
  const lease =
    (await ledger.ofOrder(collection.order.id)) ?? (collection.cart && (await ledger.ofCart(collection.cart.id)))
  if (lease && ["placing", "placed", "delivered", "returning", "cancelling"].includes(lease.status))
    throw new LedgerRefusal("store_payment_locked")
})
