import type { MedusaResponse } from "@medusajs/framework/http"
import { parseAmount } from "../../lease-cart"
import { startAuthorized, whyRefused } from "../../medusa/completion"
import { forShopper } from "../../medusa/errors"
import { PROVIDER_ID, readOpenCart } from "../../medusa/read/carts"
import { hasOurTaxLines } from "../../medusa/read/taxes"
import { putTaxBack } from "../../medusa/sales-tax"
import type { LedgerDeps } from "../../modules/lease"
import { checkPlaceable, completionFailed, type LeaseRecord, orderFailure } from "../../modules/lease/ledger"
import { LedgerRefusal, textOf } from "../../modules/lease/texts/messages"
import { STATUS, shopperOf } from "../store-route"
import { guard } from "./guard"

/**
 * Guards `POST /store/carts/:id/complete`: checks the lease where Medusa calls the provider too late or not at all. Rewords Medusa's refusals for the
 * shopper.
 */
export const checkLeaseBeforeCompletion = guard(async ({ req, res, deps, query, id: cartId }) => {
  const cart = await readOpenCart(query, cartId)
  if (!cart) return
  const { sessions } = cart
  const session = sessions.find(({ provider_id }) => provider_id === PROVIDER_ID)
  // Another session or a credit may pay for the cart even if our session is still there: Medusa doesn't use ours if nothing is left to pay. Refuse
  // once, because the shopper hasn't seen the total with tax.
  const isPaidOtherwise = !session || cart.hasCredit || sessions.some(({ provider_id }) => provider_id !== PROVIDER_ID)
  if (isPaidOtherwise && hasOurTaxLines(cart) && (await putTaxBack(req.scope, cart)))
    throw new LedgerRefusal("tax_is_back")
  if (!session) return
  const shopper = shopperOf(req)
  const amount = parseAmount(session.amount)
  const { lease, token } =
    session.status === "authorized"
      ? await startAuthorized(req.scope, { cartId, session, shopper })
      : {
          lease: await checkPlaceable(deps, cartId, { sessionId: session.id, amount, shopper, cart: null }),
          token: null,
        }
  const logged = (error: unknown) => void deps.log.warn(`lease-to-own: ${error}`)
  unlessOrdered(res, async (body) => {
    // If this fails, the token still expires in five minutes.
    if (token) await completionFailed(deps, lease.id, token).catch(logged)
    // Let the job's next run do what Medusa couldn't do now.
    if (res.statusCode >= 500) await deps.store.wake(lease.id).catch(logged)
    if (res.statusCode < 400) return withTrueReason(res, body, await recordedRefusal(deps, lease, body).catch(logged))
    const problem = await whyRefused(req.scope, lease, body).catch(logged)
    return withTrueReason(res, body, problem && forShopper(problem, lease))
  })
})

/** Returns the ledger's refusal that led to Medusa's message. Null if there is none, for example because the service was unreachable. */
async function recordedRefusal(deps: LedgerDeps, lease: LeaseRecord, body: unknown): Promise<LedgerRefusal | null> {
  const failure = await orderFailure(deps, lease)
  const refusal = failure && new LedgerRefusal(failure.code, failure.params)
  const { message } = (body as { error?: { message?: unknown } }).error ?? {}
  return refusal?.params.reference && refusal.message === message ? refusal : null
}

/** Replaces Medusa's response with the result of `answer`, which must never throw, unless the response is an order. */
function unlessOrdered(res: MedusaResponse, answer: (body: unknown) => Promise<unknown>): void {
  const json = res.json.bind(res)
  res.json = (body) => {
    if (res.statusCode < 400 && (body as { type?: unknown } | undefined)?.type === "order") return json(body)
    answer(body).then(json)
    return res
  }
}

/**
 * Replaces Medusa's message, written for developers, with the actual reason. Medusa gives none if the shopper waited too long while others were
 * buying the same goods. The job then places the order later.
 */
function withTrueReason(res: MedusaResponse, body: unknown, refusal?: LedgerRefusal | null): unknown {
  if (refusal) {
    const { code, message, params } = refusal
    res.status(400)
    return { type: "not_allowed", code, message, params }
  }
  // Also reword a conflict: Medusa's hint about idempotency keys means nothing to a shopper.
  const isFailure = res.statusCode >= 500 && (body as { type?: unknown } | undefined)?.type !== "unexpected_state"
  if (res.statusCode !== 409 && !isFailure) return body
  res.status(STATUS.unavailable)
  return { type: "unexpected_state", code: "order_delayed", message: textOf("order_delayed") }
}
