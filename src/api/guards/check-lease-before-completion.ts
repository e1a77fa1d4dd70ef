import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readLeaseSession, readSignedCart } from "../../workflows/medusa-facts"
import { startCompletion } from "../../workflows/place-owed-order"
import { shopperOf } from "../store-cart"
import { guard } from "./guard"

/**
 * On `POST /store/carts/:id/complete`: core does not ask the provider again for a session that is authorised already, and never compares
 * amounts, so the lease and the cart are compared here each time.
 */
export const checkLeaseBeforeCompletion = guard(async (req, ledger, res) => {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const cartId = req.params.id ?? ""
  const session = await readLeaseSession(query, cartId)
  const cart = session && (await readSignedCart(query, cartId))
  if (!cart) return
  const started = await startCompletion(ledger, session, cart, shopperOf(req))
  if (!started) return
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  res.once("finish", () => {
    if (res.statusCode < 400) return
    // Not said here, it ends by itself after five minutes.
    ledger.completionFailed(started.id, started.token).catch((error) => logger.warn(`lease-to-own: ${error}`))
  })
})
