import { LeaseError } from "../client/errors.js"
import type { PlaceAnswer } from "../client/place-order.js"
import type { LeaseView, Params } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"

/** English texts for failures detected by the flow itself. */
const WORDS = {
  service_unreachable: "The lease service did not respond. Nothing was changed. Try again.",
  signature_unconfirmed:
    '{operator} has not confirmed your signature yet. You do not have to sign or pay again. Wait a minute and choose "I have signed" to check again. If a step is missing, continue signing.',
  no_status:
    "We could not confirm your signature with {operator}. The order was not placed and nothing is lost. Contact {contact}.",
  restore_failed:
    "Not everything could be restored. An item may be sold out, or a price, a discount or the delivery may have changed since you signed. Nothing was ordered, and your contract has not changed.",
  completion_failed: "The store could not finish the order.",
  order_failed_signed:
    "Your contract is signed, but the order could not be placed: {reason} Nothing ships without an order. Try again. If that does not help, contact the store. Reference: {reference}.",
}

/** Codes of Medusa's own refusals, whose messages contain IDs and are written for developers. */
const FOR_DEVELOPERS =
  /_error$|^(unauthorized|forbidden|conflict|not_(found|allowed)|invalid_(data|argument)|unexpected_state|unknown_modules|insufficient_inventory|cart_incompatible_state)$/

/** Codes whose messages already explain that the contract is signed, and what to do next. */
const OF_SIGNED = /^(order_failed_signed|store_refused)$/

export type FlowErrorCode = keyof typeof WORDS
export type FlowWords = { view: LeaseView; dictionary?: Pick<Dictionary, "error"> }

export function flowError(code: FlowErrorCode, { view, dictionary }: FlowWords, more?: Params): LeaseError {
  const { operator, reference } = view
  const params: Params = { operator: operator.name, contact: operator.contact, reference: reference ?? "–", ...more }
  const message = WORDS[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "")
  const error = new LeaseError({ code, message, status: 200, retryable: true, params })
  return dictionary?.error(error) ?? error
}

/** Returns the error to show after a refused order. Returns undefined if the view already explains the refusal. */
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

/** Whether the error gets its own screen, because the store's view may not explain the failure. */
export function isOrderFailed(error: Error | null): boolean {
  return OF_SIGNED.test((error as LeaseError | null)?.code ?? "")
}
