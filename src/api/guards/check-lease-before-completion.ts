import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { refusedByStore } from "../../medusa/errors"
import { handOverStock, holdStockAgain } from "../../medusa/held-stock"
import { PROVIDER_ID, readOpenSessions, readSignedCart } from "../../medusa/read/carts"
import { orderProblem } from "../../medusa/read/order-problem"
import { refusalOf, startCompletion } from "../../medusa/start-completion"
import type LeaseModuleService from "../../modules/lease/service"
import { refusedOrder } from "../../modules/lease/shopper/not-orderable"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"
import { shopperOf } from "../store-cart"
import { STATUS } from "../store-route"
import { guard } from "./guard"

/**
 * On `POST /store/carts/:id/complete`: what core does not ask the provider, or could ask it only after it has made an order to take back, and the words
 * in which the shopper reads a "no".
 */
export const checkLeaseBeforeCompletion = guard(async (req, ledger, res) => {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const cartId = req.params.id ?? ""
  const sessions = await readOpenSessions(query, cartId)
  // Core refuses a cart without a payment, so what is held for its lease stays.
  if (!sessions.length) return
  const session = sessions.find(({ provider_id }) => provider_id === PROVIDER_ID)
  if (!session) return giveWay(req, ledger, res)
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  const logged = (error: unknown) => logger.warn(`lease-to-own: ${error}`)
  const completion = { ledger, query, cartId, session, shopper: shopperOf(req, ledger) }
  const { lease, token } = await startCompletion(completion)
  const held = await handOverStock(req.scope, lease)
  unlessOrdered(res, async (body) => {
    // If this call fails, it expires after five minutes.
    if (token) await ledger.completionFailed(lease.id, token).catch(logged)
    // The job does at its next run what core could not do now.
    if (res.statusCode >= 500) await ledger.wake(lease.id).catch(logged)
    const now = held ? await holdStockAgain(req.scope, lease) : lease
    if (res.statusCode < 400) return inTrueWords(res, body, (await refusalOf(completion).catch(logged)) ?? null)
    const problem =
      (await orderProblem(req.scope, cartId, { ofOwnWay: true, lease: now }).catch(logged)) ??
      refusedByStore(body, await readSignedCart(query, cartId))
    if (problem) await ledger.orderRefused(lease.id, problem).catch(logged)
    return inTrueWords(res, body, problem ? refusedOrder(problem, lease) : null)
  })
})

/** A shopper who pays otherwise must not stand in the own way: core would count what is held for the lease against that order. */
async function giveWay(
  { scope, params }: MedusaRequest,
  ledger: LeaseModuleService,
  res: MedusaResponse,
): Promise<void> {
  if (ledger.settings().holdStock === undefined) return
  const lease = await ledger.leftOfCart(params.id ?? "")
  if (!lease || !(await handOverStock(scope, lease))) return
  unlessOrdered(res, async (body) => {
    await holdStockAgain(scope, lease)
    return body
  })
}

/** Has `answer`, which never throws, make what goes out in place of core's answer, unless that is an order. */
function unlessOrdered(res: MedusaResponse, answer: (body: unknown) => Promise<unknown>): void {
  const json = res.json.bind(res)
  res.json = (body) => {
    if (res.statusCode < 400 && (body as { type?: unknown } | undefined)?.type === "order") return json(body)
    answer(body).then(json)
    return res
  }
}

/**
 * Puts the true reason in place of core's words, which name no article and are written for developers. Many who order the same goods at once wait for
 * each other, and core turns away who waits too long, without a word: the contract is signed, and its order is placed by the job.
 */
function inTrueWords(res: MedusaResponse, body: unknown, refusal: LedgerRefusal | null): unknown {
  if (refusal) {
    const { code, message, params } = refusal
    res.status(400)
    return { type: "not_allowed", code, message, params }
  }
  if (!isWithoutWords(res.statusCode, body as { type?: unknown })) return body
  const { code, message, kind } = new LedgerRefusal("order_delayed", {}, { kind: "unavailable" })
  res.status(STATUS[kind])
  return { type: "unexpected_state", code, message }
}

/** A conflict's words are core's hint about idempotency keys. */
function isWithoutWords(status: number, body: { type?: unknown } | undefined): boolean {
  return status === 409 || (status >= 500 && body?.type !== "unexpected_state")
}
