import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../medusa/read/carts"
import { isHosted, isOver } from "../../modules/lease/rules/standing"
import { currentLease } from "../../modules/lease/status/current-lease"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"
import { guard } from "./guard"

type Collection = {
  cart?: { id: string } | null
  order?: { id: string } | null
  payment_sessions?: { provider_id: string }[]
  payments?: { provider_id: string }[]
}

/**
 * On `POST /store/payment-collections/:id/payment-sessions`: Medusa lets anyone with the id start a new session there, also after the order,
 * which deletes the one that the lease was placed with. Told by Medusa's own facts: the ledger may not have heard of the order yet. Where
 * the lease is over, another method may pay the order; a lease no longer can.
 */
export const keepPlacedPayment = guard(async (req, desk) => {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: ["id", "cart.id", "order.id", "payment_sessions.provider_id", "payments.provider_id"],
    filters: { id: req.params.id ?? "" },
  })
  const collection = data[0] as Collection | undefined
  if (!collection?.order) return
  const { cart, order, payment_sessions = [], payments = [] } = collection
  const lease = (await desk.store.ofOrder(order.id)) ?? (cart && (await currentLease(desk, cart.id)))
  const paidByLease = [...payment_sessions, ...payments].some(({ provider_id }) => provider_id === PROVIDER_ID)
  const asked = (req.body as { provider_id?: unknown } | undefined)?.provider_id
  // Without a cart it is what an edit has left to pay, which another method may pay; or the payment of a new contract.
  const isKept = cart ? Boolean(lease?.order_id || paidByLease) : paidByLease || asked === PROVIDER_ID
  if (!lease || isHosted(lease) || !isKept) return
  if (!isOver(lease) || asked === PROVIDER_ID) throw new LedgerRefusal("store_payment_locked")
})
