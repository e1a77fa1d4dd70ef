import { ONE_TIME_REFUSALS } from "../../../client/options/one-time-refusals"
import { fill, type MessageCode, type MessageParams, textOf } from "./messages"

/** Texts for the service's known reason codes. Other codes aren't shown to users. Behavior never depends on these codes (reference 10). */
export const serviceReasons = {
  "cart-over-limit": "the total is above the approved amount",
  "cart-under-minimum": "the total is below the minimum for a lease",
  "item-not-leasable": "an item cannot be leased",
  "wrong-state": "the lease's status does not allow this",
  "approval-expired": "the approval has expired",
  "contracts-expired": "the contract has expired",
  "return-refused": "this return was refused",
  "return-not-authorized": "this return is not authorized",
  none: "the service gave no reason",
} as const

/** How a cart's recipient differs from the signed contract's. */
export const recipientReasons = {
  recipient_country: "a different country",
  recipient_state: "a different state",
  recipient_postal_code: "a different ZIP code",
  recipient_city: "a different city",
  recipient_street: "a different street address",
  recipient_name: "a different name",
  recipient_phone: "a different phone number",
  recipient_email: "a different email address",
} as const

/** English phrases for `{reason}` in a text. Their codes are also translation keys. */
export const reasonTexts = {
  ...serviceReasons,
  ...ONE_TIME_REFUSALS,
  ...recipientReasons,
  newer_version: "a newer version of the plugin saved the lease",
  held: "the lease is held until it is checked",
  cart_mismatch: "the order differs from the signed contract",
  recipient_differs: "the recipient or the address differs from the signed contract",
  recipient_other: "a different recipient",
  second_order: "a second order was placed on this lease",
  untaxed_sale: "another payment method was used for an order without sales tax",
  untaxed_unconfirmed: "the order has no sales tax, and the lease service has not accepted its number yet",
  paid_otherwise: "another order from the same cart was paid with another method",
  invoice_differs: "the lease service returned a different amount than we sent",
  lease_dead: "the lease service reports that the contract is void",
  signed_without_order: "the contract is signed, but its order could not be placed",
  widget_empty: "it did not name a lease",
  widget_other_cart: "it was already reported for lease {reference}",
  cancel_open: "we do not know whether the lease of this order was canceled",
  return_open: "we do not know whether the lease of this order was returned",
  change_edit: "an edit of this order is open",
  change_transfer: "a request to transfer this order is open",
  change_return: "a return of this order is open",
  change_exchange: "an exchange of this order is open",
  change_claim: "a claim on this order is open",
  change_other: "another change of this order is open",
  date_not_a_day: "enter a valid date as YYYY-MM-DD",
  date_before_order: "the order was placed on {date}",
  date_too_far: "it is more than a year ahead",
  date_in_future: "it is in the future",
} as const

type ReasonKey = keyof typeof reasonTexts

/** Returns a text's `{reason}` in English, and its code for other languages. `params` fill in the phrase. */
export function because(code: ReasonKey, params: MessageParams = {}): { reason: string; reason_code: ReasonKey } {
  return { ...params, reason: fill(reasonTexts[code], params), reason_code: code }
}

/** Like {@link because}, for a reason that is a whole text from `messages.ts`. */
export function becauseText(code: MessageCode, params: MessageParams = {}): MessageParams {
  return { ...params, reason: textOf(code, params), reason_code: code }
}

/** Returns the service's code if there is a text for it, otherwise `none`. */
export function serviceReason(code: string | undefined): keyof typeof serviceReasons {
  return code !== undefined && Object.hasOwn(serviceReasons, code) ? (code as keyof typeof serviceReasons) : "none"
}
