import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { parseAmount } from "../../lease-cart"
import { readLeaseSession, readSignedCart } from "../../workflows/medusa-facts"
import { refuseOthersPayment } from "../../workflows/place-owed-order"
import { guard } from "./guard"

/**
 * On `POST /store/carts/:id/complete`: core does not ask the provider again for a session that is authorised already, and never compares
 * amounts, so the lease and the cart are compared here each time.
 */
export const checkLeaseBeforeCompletion = guard(async (req, ledger) => {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const cartId = req.params.id ?? ""
  const session = await readLeaseSession(query, cartId)
  const cart = session && (await readSignedCart(query, cartId))
  if (!cart) return
  const lease = await ledger.checkPlaceable({ cart, sessionId: session.id, amount: parseAmount(session.amount) })
  refuseOthersPayment(session, lease)
})
