import { orderProblem } from "../../../../../../medusa/order-problem"
import { runPendingCalls } from "../../../../../../medusa/pending-calls"
import { isForExistingOrder, isSigned, message, verifySignature } from "../../../../../../modules/lease/ledger"
import { becauseText } from "../../../../../../modules/lease/texts/reasons"
import { applicantView } from "../../../../../cart-view"
import { SignatureBody } from "../../../../../schemas"
import { readBody, shopperOf, storeRoute, unfinishedCartOf } from "../../../../../store-route"
import type { SignatureAnswer } from "../../../../../types"

const WORDS = { not_signed: "not_signed", no_status: "no_status", unreachable: "service_unreachable" } as const

/**
 * Checks with the service whether the contract is signed, even if the provider has since been disabled. Also records what the browser reported,
 * even though that isn't proof.
 */
export const POST = storeRoute<SignatureAnswer>(async (req, deps) => {
  const cart = await unfinishedCartOf(req)
  const { hint } = await readBody(req, SignatureBody)
  const { lease, signature } = await verifySignature(deps, cart.id, shopperOf(req), hint)
  // An existing order's cart is never completed again, so make the pending calls here.
  if (isForExistingOrder(lease) && isSigned(lease)) await runPendingCalls(req.scope, { leaseId: lease.id })
  const view = await applicantView(req, deps, cart, lease)
  // Skip the message if the view already shows what is missing, or its step implies that the contract is signed.
  const isShown = signature === "no_status" && isForExistingOrder(lease)
  const isTakenAsSigned =
    signature !== "unreachable" && ["first_payment_pending", "ready", "confirming"].includes(view.step)
  const unverified =
    signature === "verified" || isShown || isTakenAsSigned
      ? []
      : [message(WORDS[signature], { operator: view.operator.name, contact: view.operator.contact })]
  const problem =
    signature === "not_signed" && !isForExistingOrder(lease) ? await orderProblem(req.scope, cart.id) : null
  const warned = problem ? [message("not_orderable", becauseText(problem.code, problem.params))] : []
  return { ...view, messages: [...view.messages, ...unverified, ...warned], signature }
})
