import type { MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readLeaseSession, readSignedCart } from "../../medusa/read/carts"
import { orderProblem } from "../../medusa/read/order-problem"
import { startCompletion } from "../../medusa/start-completion"
import type { OrderProblem } from "../../modules/lease/shopper/not-orderable"
import { textOf } from "../../modules/lease/texts/messages"
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
  sayWhy(res, async () => {
    // If this call fails, it expires after five minutes.
    if (token) await ledger.completionFailed(leaseId, token).catch(logged)
    // The job does at its next run what core could not do now.
    if (res.statusCode >= 500) await ledger.wake(leaseId).catch(logged)
    const problem = await orderProblem(req.scope, cartId, true).catch(logged)
    if (problem) await ledger.orderRefused(leaseId, problem).catch(logged)
    return problem ?? null
  })
})

/**
 * Puts the true reason in place of core's words, which name no article and are written for developers. Many who order the same goods at once wait for
 * each other, and core turns away who waits too long, without a word: the contract is signed, and its order is placed by the job.
 */
function sayWhy(res: MedusaResponse, refused: () => Promise<OrderProblem | null>): void {
  const json = res.json.bind(res)
  res.json = (body) => {
    if (res.statusCode < 400) return json(body)
    refused().then((problem) => {
      if (problem) {
        const { code, params } = problem
        return res.status(400) && json({ type: "not_allowed", code, message: textOf(code, params), params })
      }
      if (!isWithoutWords(res.statusCode, body as { type?: unknown })) return json(body)
      const { code, message, kind } = new LedgerRefusal("order_delayed", {}, { kind: "unavailable" })
      return res.status(STATUS[kind]) && json({ type: "unexpected_state", code, message })
    })
    return res
  }
}

/** A conflict's words are core's hint about idempotency keys. */
function isWithoutWords(status: number, body: { type?: unknown } | undefined): boolean {
  return status === 409 || (status >= 500 && body?.type !== "unexpected_state")
}
