import type { FieldIssue } from "../../../client"
import type { ReasonCode } from "../../../lease-cart"
import { dashboardMessages, staffMessages } from "./dashboard-messages"

/** All user-facing text in English, by code (also the translation key). `{x}` is a parameter. Each text says what happened and what to do next. */
export const messages = {
  ...dashboardMessages,
  contract_mismatch:
    "Your cart has changed since you signed. Restore it, or ask {operator} to cancel the contract: {contact}.",
  recipient_mismatch:
    "Your cart now has {reason} than your signed contract. Nothing was ordered, and nothing is lost. Change it back, or contact {contact} for a new contract.",
  lease_dead:
    "The contract for this cart is no longer in force, and nothing was ordered. Choose another payment method, or contact {operator}: {contact}.",
  provider_off: "Lease-to-own is turned off in the store.",
  no_status:
    "We could not confirm your signature with {operator}. The order was not placed and nothing is lost. Contact {contact}.",
  not_signed: "Your contract is not signed yet.",
  order_not_ready:
    "This cart cannot be ordered yet. Nothing was charged. If you have just signed, nothing is lost: continue in the browser you signed in, or try again in a minute.",
  signature_pending:
    "Your contract is signed. {operator} is confirming your first payment. You do not have to pay again. We check at least every 30 seconds, and your order goes ahead as soon as it is confirmed, even if you close this page.",
  placing_elsewhere: "The order is being placed in another window. Wait a moment and check again.",
  unavailable_off: "Lease-to-own is not available at the moment.",
  unavailable_account: "Lease-to-own is not offered for this region or sales channel. Choose another payment method.",
  service_down:
    "Lease-to-own is not available right now, because {operator} is not responding. Nothing was lost. Try again in a few minutes, or choose another payment method.",
  consent_required: "Please confirm the points marked below.",
  disclosure_required:
    "Please read the text from {operator} next to the figures and confirm it before you open the contract.",
  form_invalid: "Please check the fields marked below.",
  unavailable_home_state:
    "{operator} does not lease to people who live in this state. Your application was not sent. Choose another payment method.",
  too_many_attempts: "Please wait a day before you apply again, or choose another payment method.",
  too_many_attempts_for_cart: "You cannot apply again for this cart. Choose another payment method.",
  too_many_from_network:
    "Too many applications came from your network today. Nothing was sent. Try again tomorrow, or choose another payment method.",
  too_many_for_email:
    "Too many applications were sent with this email address today. Nothing was sent. Sign in to your account, try again tomorrow, or choose another payment method.",
  too_many_for_order:
    "You cannot apply again for this order today. Nothing was sent. Try again tomorrow, or ask the store how else you can pay.",
  too_many_requests: "There were too many requests. Nothing was changed. Try again in {minutes} minutes.",
  attempt_refused: "This application was not accepted. Check the form and send it again.",
  wait_before_retry: "We are still waiting for a decision. You can send the form again in a minute.",
  application_open: "You have already applied for this cart. Continue with that application.",
  application_other_order:
    "{operator} has already approved you, and that approval belongs to an order or to a contract that you signed. Nothing new was signed or charged. Complete that order, or ask the store to cancel it. If you do not know of such an order, contact {operator}: {contact}.",
  application_other_cart:
    "{operator} has already approved you, for another cart whose contract is not signed yet. Nothing new was signed or charged. To use your approval for this cart, sign in to the account you applied with, or request a code here with the email address you applied with. If you cannot, contact the store. They can end the other contract.",
  no_approval:
    "We found no approval that you can use with this cart. It may have expired, or another cart uses it now. Apply with this cart, or choose another payment method.",
  approval_over:
    "According to our records, your approval has expired. You can still try to sign. If {operator} no longer accepts it, apply again.",
  code_sent:
    "If you were approved with this email address, a code is on its way. Enter it here within {minutes} minutes. If none arrives, sign in to the account you applied with.",
  code_unavailable:
    "This store cannot send codes by email. Nothing was sent. Sign in to the account you applied with, apply with this cart, or choose another payment method.",
  code_no_email: "Enter your email address for this cart first. The code is sent there.",
  too_many_codes:
    "Too many codes were requested today. Nothing was sent. Try again tomorrow, sign in to the account you applied with, or choose another payment method.",
  too_many_codes_for_email:
    "Too many codes were requested for this email address today. Nothing was sent. Request one on the internet connection you applied from, sign in to the account you applied with, try again tomorrow, or choose another payment method.",
  code_not_requested: "No code was requested for this cart in this browser. Request one here first.",
  code_wrong: "That code is incorrect. Nothing was changed. Check the email, or request another code.",
  code_expired: "This code has expired. Nothing was changed. Request another one.",
  code_tries: "Wrong codes were entered too many times. Nothing was changed. Request another code.",
  code_used: "This code has already been used. Reload the page to continue.",
  code_other_email: "The email address of this cart has changed since you requested the code. Request another one.",
  undecided:
    "{operator} did not respond, so we do not know whether your application was received. Nothing was charged. You can send it again in a minute. Reference: {reference}.",
  pending:
    "{operator} is reviewing your application. Nothing was charged. You can leave this page and open it again in this browser to continue. Reference: {reference}.",
  denied:
    "Your application was not approved this time. For more information, contact {operator}: {contact}. You can choose another payment method. Someone else can apply. First change this cart's email address to theirs.",
  order_denied:
    "Your application was not approved this time. For more information, contact {operator}: {contact}. Your order is saved. Ask the store how else you can pay.",
  order_link_over:
    "This link to lease your order is no longer valid, and there is nothing to sign here. Ask the store how to continue with your order.",
  second_look:
    "{former} did not approve your application. For more information, contact {former}: {contact}. You can now apply to {operator}, which is a different company. Nothing has been sent to them yet.",
  not_approved: "There is no approved application for this cart yet. Apply first.",
  no_offer: "There is no offer for this cart yet. Get an offer first.",
  no_total:
    "{operator} has not provided the total cost of this lease, so the contract cannot be opened. Nothing was signed or charged. Try again, or contact {operator}: {contact}.",
  no_application: "You have not applied for this cart yet.",
  expired:
    "Your approval has expired. Nothing was signed or charged. Please apply again, or choose another payment method.",
  over_limit:
    "You are approved for up to {approved}. This cart comes to {total} before tax. Change the cart or choose another payment method.",
  cart_refused: "{operator} could not accept this cart: {reason}. Change the cart or choose another payment method.",
  cart_changed: "Your cart has changed since the offer. Get a new offer before you sign.",
  contract_unavailable: "The contract could not be opened. Try again or choose another payment method.",
  contract_key:
    "Someone has already applied for a lease with this cart. If it was you, continue in the browser or the account that sent the application. If you cannot, contact the store. They can find your lease by your email address, and nothing that you signed is lost. If it was not you, put the items into a new cart or choose another payment method.",
  not_orderable:
    "This cart cannot be ordered at the moment: {reason} Nothing was signed. Change your cart to continue, or choose another payment method.",
  not_priced: "An item in the cart has no price at the moment.",
  store_declined: "The store says: {words}",
  not_checked:
    "The store could not check this cart. Nothing was signed. Try again. If that does not help, contact the store.",
  already_signed: "Your contract is signed. Place the order now.",
  order_failed_signed:
    "Your contract is signed, but the order could not be placed: {reason} Nothing ships without an order. Try again. If that does not help, contact the store. Reference: {reference}.",
  store_refused:
    "Your contract is signed, but the store did not accept the order. Nothing is lost, and nothing ships. Contact the store and give this reference: {reference}.",
  order_delayed:
    "The store is very busy and could not finish the order right now. Nothing is lost. Your contract is signed, and the store will place the order within a few minutes. You can also try again.",
  tax_is_back:
    "Sales tax applies to this payment method, so the total has changed. Nothing was charged. Check the new total and place the order again.",
  order_untaxed:
    "This order was placed without sales tax, because the operator of its lease charges it. Only a lease can pay for it, so nothing was charged. To sell it another way, cancel it and order again.",
  link_untaxed:
    "This draft order has no sales tax, because the customer can lease it by link. Nothing was charged or changed. To sell it another way, withdraw the link in the Lease card. The sales tax is then added back.",
  draft_tax_is_back:
    "The sales tax was added back to this draft order, because it can no longer be leased by link. Nothing was charged. Check the new total and try again.",
  awaiting: "{operator} is still confirming your contract. Your order ships after that.",
  order_lease_signed: "Your contract with {operator} is signed. The lease begins when the whole order is delivered.",
  order_lease_delivered: "{operator} has recorded your delivery. Your lease continues as agreed in your contract.",
  replacement_signed:
    "Your contract is signed. You do not have to do anything else. The store is finishing your order.",
  replacement_refused:
    "{operator} did not accept your order: {reason}. Nothing was signed or charged, and your order is saved. Try again in a few minutes. If that does not help, ask the store.",
  replacement_over_limit:
    "You are approved for up to {approved}. Your order comes to {total} before tax. Nothing was signed, and your order is saved. Ask the store to change it.",
  replacement_expired:
    "Your approval has expired, so the contract cannot be signed. Nothing was charged, and your order is saved. Ask the store what happens next.",
  replacement_differs:
    "{operator} returned a different amount for your order, so we cannot show its contract. Nothing was signed, and your order is saved. Ask the store.",
  replacement_unavailable:
    "The contract of your order cannot be shown right now. Nothing was signed or charged, and your order is saved. Try again in a few minutes, or ask the store.",
  replacement_home_state:
    "{operator} does not lease to people who live in this state. Your application was not sent, and your order is saved. Ask the store how else you can pay.",
  contract_replaced:
    "The store changed your order, and your earlier contract was canceled. Sign the new one and your order continues. You do not have to apply again.",
  order_lease_to_sign: "Your order continues once you sign its contract.",
  order_lease_signed_anew: "Your contract with {operator} is signed. The store is finishing your order.",
  order_lease_ask: "{operator} can tell you where your lease stands: {contact}. Reference: {reference}.",
  order_lease_returning:
    "Your lease is being returned. For questions about your payments, contact {operator}: {contact}.",
  order_lease_returned: "Your lease was returned. For questions about your payments, contact {operator}: {contact}.",
  order_lease_canceling:
    "Your lease is being canceled. For questions about your payments, contact {operator}: {contact}.",
  lease_checking:
    "We are checking your lease after a technical problem on our side. Nothing was lost, and you do not have to do anything. For questions, contact {contact}. Reference: {reference}.",
  order_lease_ended: "Your lease is over. For questions about your payments, contact {operator}: {contact}.",
  no_open_cart: "Lease-to-own is available for open carts only. Choose another payment method.",
  payment_closing:
    "An earlier payment for this cart is still being closed. Nothing was ordered. Choose lease-to-own again, or try again in a few minutes.",
  invoice_differs:
    "{operator} returned a different amount for this cart, so we cannot offer a contract. Contact {contact} or choose another payment method.",
  store_payment_locked: "This order is paid with a lease. Its payment cannot be started again.",
  answer_lost: "The lease service did not respond in time. Nothing was signed or charged. Try again.",
  service_refused: "The lease service refused this: {reason}. Nothing was changed. For help, contact {contact}.",
  refund_partial:
    "This lease can only be returned as a whole. Refund {amount}, which includes shipping and tax. For a price adjustment, ask {whom}.",
  reduction_undelivered:
    "Before the delivery is confirmed, this lease can only be canceled or returned as a whole. Nothing was changed. Wait for the delivery, or refund the whole lease.",
  reduction_requested:
    "Items from this order are on their way back. Nothing was changed. Receive their return first, then refund them.",
  reduction_taxed:
    "The contract of this lease includes sales tax, and {operator} does not say how much of it belongs to this part. Nothing was changed. If items came back, receive their return first. Otherwise, agree on the part with {whom}.",
  reduction_unmatched:
    "The returned items cannot be matched with the lines of the contract. Nothing was changed. Return the lease as a whole, or agree on the part with {whom} and mark it as resolved.",
  reduction_goods:
    "Returned items that are still part of the lease: {pieces}. Nothing was changed. Refund exactly {amount}, and {operator} takes them back.",
  reduction_price:
    "No line of this lease can be lowered by exactly this amount in whole cents per item. Nothing was changed. The closest amounts are {sums}. If items came back, receive their return first.",
  reduction_books_first:
    "{operator} has already taken {amount} off this lease, and that amount is not refunded here yet. Nothing was changed. Refund exactly {amount} first. Nothing is sent for that refund.",
  reduction_books_ahead:
    "Another refund of this lease is being made, or one was recorded here that {operator} does not know about. Nothing was changed. Wait a minute and try again. If that does not help, return the lease as a whole, or agree on the part with {whom}.",
  cancel_second_order:
    "This is the second order on one lease. Canceling it would cancel the lease of the other order. Nothing was changed. Archive this order instead.",
  change_costs_more:
    "This would make the order cost {amount} more, but it is paid with a lease, whose amount is fixed. Nothing was changed. Make the new items and their shipping cost the same as what comes back. To replace an item for free, also ask for the old one back.",
  change_costs_less:
    "This would leave {amount} to refund, but the order is paid with a lease, whose amount is fixed. Nothing was changed. Make the new items cost the same as what comes back. To take items back, cancel this, then create a return and refund it.",
  store_credit:
    "This order is paid with a lease, so store credit would leave the customer paying for items that came back. Nothing was changed. Refund the payment instead.",
  refund_order_canceled:
    "This order is canceled, and Medusa records no refund for it. Nothing was sent or changed. Once the lease is over, its payment is closed automatically. Until then, see the Lease card.",
  refund_before_placed: "This lease has no placed order yet, so there is nothing to refund.",
  ship_before_new_contract:
    "Do not ship yet: this order was edited, and its new contract is not signed. The Lease card has a link for the customer.",
  ship_before_lease:
    "Do not ship yet: the customer has a link to lease this order and has not signed. To sell it another way, withdraw the link in the Lease card.",
  ship_recipient:
    "Do not ship yet: the order has {reason} than the signed contract. Change it back, or accept it in the Lease card.",
  ship_over: "The lease of this order is over. Have the order paid by another method before it ships, or cancel it.",
  ship_untaxed:
    "Do not ship: this order was placed without sales tax, because the operator of its lease charges it, and no lease pays for it now. Ask the customer to order these items again, and cancel this order if nothing has shipped.",
  replace_other_sum:
    "The order comes to {total}, but its new contract was signed for {signed}. Nothing was charged. Undo the change to the order, or choose New contract again.",
  refund_replaced:
    "This payment belongs to the contract that is being replaced. Nothing was refunded. Once the new contract is signed, it is refunded automatically. To end the sale, cancel the order.",
  lease_not_found: "This lease was not found.",
  ship_unknown: "Do not ship: {reason}. We will check again at {time}.",
  ship_unknown_ask: "Do not ship: {reason}. Ask {whom}, then mark it as resolved in the Lease card.",
  widget_token: "The application in this window has expired. Nothing was changed. Open the application again.",
  widget_elsewhere:
    "An application for this cart is open in another window or browser. Continue there, try again in half an hour, or choose another payment method.",
  widget_late:
    "You may have a lease, but this cart can no longer use it. Do not apply again, and do not use its virtual card. Contact {contact}. Reference: {reference}.",
  widget_other_cart:
    "This lease already belongs to another cart, so this cart cannot use it. Nothing was changed. Do not use its virtual card here. Go back to the other cart and pay there, or contact {contact}. Reference: {reference}.",
  widget_empty:
    "We could not confirm your lease with {operator}. Do not apply again. Contact {contact}. Reference: {reference}.",
  widget_signed: "Your contract for this cart is already signed. Place the order now.",
  contract_not_closed:
    "Your earlier contract for this cart cannot be closed. Nothing was changed. Sign it, put the items into a new cart, or contact {contact}.",
  lease_card_issued: "Your lease is ready. Pay with its virtual card, or contact {contact}.",
  card_mismatch: "Your cart has changed since your virtual card was issued. Restore the cart, or contact {contact}.",
  product_not_found: "This product was not found.",
  region_not_found: "This region was not found.",
  action_unknown: "There is no such action.",
  cancel_not_ours: "To cancel a signed lease, cancel its order or refund it in full. Do not cancel its payment.",
  order_not_found: "This order was not found.",
  cart_of_customer: "This cart belongs to an account. Log in to continue.",
  body_invalid: "The request could not be read. Send a JSON object.",
  query_invalid: "The request could not be read: part of its URL is missing or wrong.",
  body_too_large: "The request is too large.",
  body_not_json: "Send JSON, with the content type application/json.",
  list_filter_invalid: "The filter {field} is not valid.",
  export_column_unknown: 'The export has no column "{column}".',
  search_too_short: "Enter at least two characters, or an order number.",
  cursor_invalid: "This page of the list no longer exists. Start with the first page.",
} as const

const forStaff = { ...messages, ...staffMessages }

/** The texts for carts that can't be leased are next to their rules, in `lease-cart`. */
export type MessageCode = keyof typeof messages
/** Whether this version of the plugin has a text for the code. */
export function isMessageCode(code: unknown): code is MessageCode {
  return typeof code === "string" && Object.hasOwn(messages, code)
}

export type MessageParams = { [name: string]: string }

/** Replaces `{x}` with `params.x`. A code that only a newer version knows stands for its text. A missing parameter becomes "…", so users never see braces. */
export function textOf(code: MessageCode, params: MessageParams = {}): string {
  return fill(messages[code] ?? code, params)
}

/** Returns a code's text for staff, including the texts for carts that can't be leased. */
export function staffTextOf(code: MessageCode | ReasonCode, params: MessageParams = {}): string {
  return fill(forStaff[code] ?? code, params)
}

export function fill(text: string, params: MessageParams): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "…")
}

/** Why a request was refused. `unavailable` means that nothing was sent or changed, and `unknown` that the outcome is unclear. */
export type RefusalKind =
  | "not_allowed"
  | "invalid"
  | "too_large"
  | "wrong_type"
  | "not_found"
  | "forbidden"
  | "too_many"
  | "unavailable"
  | "unknown"

/**
 * The ledger's refusal, worded for the user who made the request. Routes and the provider convert it to their format. `cause` is only for the log.
 */
export class LedgerRefusal extends Error {
  readonly kind: RefusalKind
  readonly fields: FieldIssue[] | undefined

  constructor(
    readonly code: MessageCode | ReasonCode,
    readonly params: MessageParams = {},
    more: { kind?: RefusalKind; cause?: unknown; fields?: FieldIssue[]; message?: string } = {},
  ) {
    const { kind = "not_allowed", cause, fields, message = textOf(code as MessageCode, params) } = more
    super(message, cause === undefined ? undefined : { cause })
    this.name = "LedgerRefusal"
    this.kind = kind
    this.fields = fields
  }
}

/** Returns the message of an error or of the plain objects that workflows throw. */
export function messageOf(error: unknown): string {
  return (error as { message?: string } | undefined)?.message ?? String(error)
}
