import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../medusa/read/carts"
import { isHosted, isOver } from "../../modules/lease/rules/standing"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"
import { guard } from "./guard"

type Collection = {
  cart?: { id: string } | null
  order?: { id: string } | null
  payment_sessions?: { provider_id: string }[]
}

/**
 * On `POST /store/payment-collections/:id/payment-sessions`: Medusa lets anyone with the id start a new session there, also after the order,
 * which deletes the one that the lease was placed with. Told by Medusa's own facts: the ledger may not have heard of the order yet. Where
 * the lease is over, another method may pay the order; a lease cannot any longer.
 */
export const keepPlacedPayment = guard(async (req, ledger) => {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: ["id", "cart.id", "order.id", "payment_sessions.provider_id"],
    filters: { id: req.params.id ?? "" },
  })
  const collection = data[0] as Collection | undefined
  if (!collection?.order || !collection.cart) return
  const lease = (await ledger.ofOrder(collection.order.id)) ?? (await ledger.ofCart(collection.cart.id))
  const paidByLease = (collection.payment_sessions ?? []).some(({ provider_id }) => provider_id === PROVIDER_ID)
  if (!lease || isHosted(lease) || !(lease.order_id || paidByLease)) return
  const asked = (req.body as { provider_id?: unknown } | undefined)?.provider_id
  if (!isOver(lease) || asked === PROVIDER_ID) throw new LedgerRefusal("store_payment_locked")
})
