import { LeaseError } from "../client/errors.js"
import type { PlaceAnswer } from "../client/place-order.js"
import type { LeaseView, Params } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"

/** Failures in which every call was answered, in the words of the English dictionary. */
const WORDS = {
  service_unreachable: "The lease service did not answer. Nothing was changed. Try again.",
  signature_pending: "Your contract is signed. {operator} is still confirming your first payment. We keep checking.",
  no_status:
    "We could not confirm your signature with {operator}. The order was not placed and nothing is lost. Contact {contact}.",
  completion_failed: "The store could not finish the order.",
  order_failed_signed:
    "Your contract is signed, but the order could not be placed: {reason} Nothing ships until it is. Try again. If that does not help, contact the store. Reference: {reference}.",
}

/** Codes of Medusa's own refusals. They name ids and are written for developers. */
const FOR_DEVELOPERS =
  /_error$|^(unauthorized|forbidden|conflict|not_(found|allowed)|invalid_(data|argument)|unexpected_state|unknown_modules|insufficient_inventory|cart_incompatible_state)$/

/** They say that the contract is signed, and what to do. */
const OF_SIGNED = /^(order_failed_signed|store_refused)$/

export type FlowErrorCode = keyof typeof WORDS
export type FlowWords = { view: LeaseView; dictionary?: Pick<Dictionary, "error"> }

/** An error of the flow's own, in the shopper's language. The operator and the lease's reference are filled in. */
export function flowError(code: FlowErrorCode, { view, dictionary }: FlowWords, more?: Params): LeaseError {
  const { operator, reference } = view
  const params: Params = { operator: operator.name, contact: operator.contact, reference: reference ?? "–", ...more }
  const message = WORDS[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "")
  const error = new LeaseError({ code, message, status: 200, retryable: true, params })
  return dictionary?.error(error) ?? error
}

/** Why a signed lease has no order, or why there is none. Undefined: the view says it. */
export function refusalOf(
  { code, message }: Extract<PlaceAnswer, { type: "refused" }>,
  isSigned: boolean,
  words: FlowWords,
): LeaseError | undefined {
  const reason = FOR_DEVELOPERS.test(code) ? flowError("completion_failed", words).message : message
  if (isSigned && !OF_SIGNED.test(code)) return flowError("order_failed_signed", words, { reason })
  if (words.view.messages.length > 0) return undefined
  return new LeaseError({ code, message: reason, status: 200, retryable: false })
}

/** True for the error that is a screen of its own: the store may not know why its last step failed. */
export function isOrderFailed(error: Error | null): boolean {
  return OF_SIGNED.test((error as LeaseError | null)?.code ?? "")
}
