import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { parseAmount } from "../../lease-cart"
import { PROVIDER_ID, readCart } from "../../workflows/medusa-facts"
import { guard } from "./guard"

/**
 * On `POST /store/carts/:id/complete`: core does not ask the provider again for a session that is authorised already, and never compares
 * amounts, so the lease and the cart are compared here each time.
 */
export const checkLeaseBeforeCompletion = guard(async (req, ledger) => {
  const cart = await readCart(req.scope.resolve(ContainerRegistrationKeys.QUERY), req.params.id ?? "")
  if (!cart || cart.completed_at) return
  const session = cart.payment_collection?.payment_sessions?.find(({ provider_id }) => provider_id === PROVIDER_ID)
  if (!session) return
  await ledger.checkPlaceable({ cart, sessionId: session.id, amount: parseAmount(session.amount) })
})
