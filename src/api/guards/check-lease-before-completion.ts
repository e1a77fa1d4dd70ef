import type { MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readLeaseSession, readSignedCart } from "../../medusa/read/carts"
import { startCompletion } from "../../medusa/start-completion"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"
import { shopperOf } from "../store-cart"
import { STATUS } from "../store-route"
import { guard } from "./guard"

/**
 * On `POST /store/carts/:id/complete`: core does not ask the provider again for a session that is authorized already, and never compares
 * amounts, so the lease and the cart are compared here each time.
 */
export const checkLeaseBeforeCompletion = guard(async (req, ledger, res) => {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const cartId = req.params.id ?? ""
  const session = await readLeaseSession(query, cartId)
  const cart = session && (await readSignedCart(query, cartId))
  if (!cart) return
  const { leaseId, token } = await startCompletion(ledger, session, cart, shopperOf(req, ledger))
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  const logged = (error: unknown) => logger.warn(`lease-to-own: ${error}`)
  sayThatNothingIsLost(res)
  res.once("finish", () => {
    if (res.statusCode < 400) return
    // If this call fails, it expires after five minutes.
    if (token) ledger.completionFailed(leaseId, token).catch(logged)
    // The job does at its next run what core could not do now.
    if (res.statusCode >= 500) ledger.wake(leaseId).catch(logged)
  })
})

/**
 * Many who order the same goods at once wait for each other, and core turns away who waits too long, without a word. The contract is signed, and its
 * order is placed by the job: that is said in place of core's "unknown error". Core's own reasons pass.
 */
function sayThatNothingIsLost(res: MedusaResponse): void {
  const json = res.json.bind(res)
  res.json = (body) => {
    if (!isWithoutWords(res.statusCode, body as { type?: unknown })) return json(body)
    const { code, message, kind } = new LedgerRefusal("order_delayed", {}, { kind: "unavailable" })
    return res.status(STATUS[kind]) && json({ type: "unexpected_state", code, message })
  }
}

/** A conflict's words are core's hint about idempotency keys. */
function isWithoutWords(status: number, body: { type?: unknown } | undefined): boolean {
  return status === 409 || (status >= 500 && body?.type !== "unexpected_state")
}
