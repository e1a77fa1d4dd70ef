import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { recordPlacedOrder } from "../../medusa/medusa-side"
import type { Query } from "../../medusa/read/carts"
import { readGoods } from "../../medusa/read/orders"
import { isPaidByLease } from "../../medusa/read/payments"
import { cancelReplacement } from "../../modules/lease/merchant/replace-contract"
import { cancelContract } from "../../modules/lease/outbox/call"
import { isHosted, isOver, isReplacement } from "../../modules/lease/rules/standing"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"
import { guard } from "./guard"

/**
 * On `POST /admin/orders/:id/cancel`: core cancels the order whatever the provider says and hides its error. So the contract is canceled
 * first, and the service's refusal is the answer. What core itself will refuse (canceled or completed already, packed or shipped) is
 * left to core.
 */
export const cancelContractFirst = guard(async (req, desk) => {
  const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const orderId = req.params.id ?? ""
  const known = await desk.store.ofOrder(orderId)
  // A hosted lease is canceled with the operator; until then the card says that it is alive.
  if (known && isHosted(known)) return
  if (!known && !(await isPaidByLease(query, orderId))) return
  const goods = await readGoods(query, orderId)
  if (!goods?.cancelable) return
  const lease = known ?? (await recordPlacedOrder(req.scope, orderId))
  if (lease && lease.order_id !== null && lease.order_id !== orderId) throw new LedgerRefusal("cancel_second_order")
  if (!lease || isOver(lease)) return
  const { actor_id } = (req as AuthenticatedMedusaRequest).auth_context
  const actor = { by: "merchant", id: actor_id } as const
  if (isReplacement(lease)) await cancelReplacement(desk, lease, actor)
  else await cancelContract(desk, lease, actor, { cancel_order: true })
})
