/**
 * Every text that the plugin says to a person, by its code (`{x}` are parameters). The code is the translation key of the
 * dashboard and the storefront; these are the English texts. Each one says what happened and what to do next.
 */
export const messages = {
  unavailable_off: "Lease-to-own is not available at the moment.",
  unavailable_account: "Lease-to-own is not offered for this region or sales channel. Choose another payment method.",
  service_down:
    "Lease-to-own is not available right now, because {operator} does not answer. Nothing was lost. Try again in a few minutes, or choose another payment method.",
  consent_required: "Please confirm the points marked below.",
  form_invalid: "Please check the fields marked below.",
  too_many_attempts: "Please wait a day before you apply again, or choose another payment method.",
  too_many_attempts_for_cart: "No further application is possible for this cart. Choose another payment method.",
  too_many_from_network:
    "Too many applications came from your network today. Nothing was sent. Try again tomorrow, or choose another payment method.",
  too_many_for_email:
    "Too many applications were sent with this e-mail address today. Nothing was sent. Sign in to your account, try again tomorrow, or choose another payment method.",
  asked_too_often: "There were too many requests. Nothing was changed. Try again in {minutes} minutes.",
  attempt_refused: "This application was not accepted. Check the form and send it again.",
  wait_before_retry: "We are still waiting for a decision. You can send the form again in a minute.",
  application_open: "You have already applied for this cart. Continue with that application.",
  application_other_order: "Your approval already belongs to another order. Finish or cancel that order first.",
  no_approval:
    "We found no approval of yours that this cart could use. It may have ended, or another cart uses it now. Apply with this cart, or choose another payment method.",
  approval_over:
    "By our records your approval has ended. You can still try to sign. If {operator} no longer takes it, apply again.",
  code_sent:
    "If you were approved with this e-mail address, a code is on its way to it. Enter the code here within {minutes} minutes. If none comes, sign in to the account with which you applied.",
  code_unavailable:
    "This store cannot send codes by e-mail. Nothing was sent. Sign in to the account with which you applied, apply with this cart, or choose another payment method.",
  code_no_email: "Enter your e-mail address for this cart first. The code is sent to it.",
  too_many_codes:
    "Too many codes were asked for today. Nothing was sent. Try again tomorrow, sign in to the account with which you applied, or choose another payment method.",
  code_not_asked: "No code was asked for in this browser and for this cart. Ask for one here first.",
  code_wrong: "This is not the code. Nothing was changed. Check the e-mail, or ask for another code.",
  code_expired: "This code is too old. Nothing was changed. Ask for another one.",
  code_tries: "A wrong code was entered too often. Nothing was changed. Ask for another code.",
  code_used: "This code was used already. Reload the page to continue.",
  code_other_email: "The e-mail address of this cart has changed since you asked for the code. Ask for another one.",
  undecided:
    "We got no answer from {operator}, so we do not know whether your application arrived. Nothing was charged. You can send it again in a minute. Reference: {reference}.",
  pending:
    "{operator} is reviewing your application. Nothing was charged. You can leave this page and open it again in this browser to continue. Reference: {reference}.",
  denied:
    "Your application was not approved this time. For more information, contact {operator}: {contact}. You can choose another payment method. Somebody else can apply after you enter their e-mail address on the cart.",
  second_look:
    "{former} did not approve your application. For more information, contact {former}: {contact}. You can apply with {operator} now, which is another company. It has been sent nothing: read its terms below, agree to them and fill in the form again. Or choose another payment method.",
  not_approved: "There is no approved application for this cart yet. Apply first.",
  no_offer: "There is no offer for this cart yet. Get an offer first.",
  no_application: "You have not applied for this cart yet.",
  expired:
    "Your approval has ended. Nothing was signed or charged. Please apply again, or choose another payment method.",
  over_limit:
    "You are approved for up to {approved}. This cart comes to {total} before tax. Change the cart or choose another payment method.",
  cart_refused: "{operator} could not accept this cart: {reason}. Change the cart or choose another payment method.",
  cart_changed: "Your cart has changed since the offer. Get a new offer before you sign.",
  contract_mismatch:
    "Your cart has changed since you signed. Restore it, or ask {operator} to cancel the contract: {contact}.",
  recipient_mismatch:
    "Your contract was signed with a different name, address, phone or e-mail than your cart has now. Nothing was ordered and nothing is lost. Restore them, or contact {contact} for a new contract.",
  contract_unavailable: "The contract could not be opened. Try again or choose another payment method.",
  contract_key:
    "Somebody has already applied for a lease with this cart. You can continue only in the browser or the account that sent the application. If that was not you, put the items into a new cart or choose another payment method.",
  not_orderable:
    "This cart cannot be ordered at the moment: {reason} Nothing was signed. Change your cart to continue, or choose another payment method.",
  not_sold: "No longer sold: {items}.",
  out_of_stock: "Not in stock in this quantity: {items}.",
  shipping_gone: "No chosen shipping method delivers: {items}.",
  provider_off: "Lease-to-own is switched off in the store.",
  not_priced: "An article in the cart has no price at the moment.",
  store_declined: "The store says: {words}",
  not_checked: "The store could not check this cart. Nothing was signed. Try again.",
  already_signed: "Your contract is signed. Place the order now.",
  not_signed: "Your contract is not signed yet.",
  signature_pending: "Your contract is signed. {operator} is still confirming your first payment. We keep checking.",
  order_failed_signed:
    "Your contract is signed, but the order could not be placed: {reason} Nothing ships until it is. Try again. Reference: {reference}.",
  completion_failed: "The store could not finish the order.",
  store_unavailable: "The store could not do this right now. Nothing is lost. Try again in a minute.",
  order_delayed:
    "The store is very busy and could not finish the order right now. Nothing is lost. Your contract is signed, and the store will place the order within a few minutes. You can also try again.",
  store_failed: "The store could not do this now. It will try again.",
  store_hangs: "Medusa did not finish this in time. Nothing is lost. The store looks how it ended and tries again.",
  no_status:
    "We could not confirm your signature with {operator}. The order was not placed and nothing is lost. Contact {contact}.",
  lease_dead: "The contract for this cart is no longer in force. Apply again or choose another payment method.",
  order_placed: "This order is already placed.",
  awaiting: "{operator} is still confirming your contract. Your order ships after that.",
  order_lease_signed: "Your contract with {operator} is signed. The lease begins when the whole order is delivered.",
  order_lease_delivered: "{operator} knows of your delivery, and your lease runs as your contract says.",
  order_lease_ask: "{operator} can tell you how your lease stands: {contact}. Reference: {reference}.",
  order_lease_returning: "Your lease is being returned. {operator} answers questions about your payments: {contact}.",
  order_lease_returned: "Your lease was returned. {operator} answers questions about your payments: {contact}.",
  order_lease_canceling: "Your lease is being canceled. {operator} answers questions about your payments: {contact}.",
  order_lease_ended: "Your lease is over. {operator} answers questions about your payments: {contact}.",
  no_open_cart: "Lease-to-own is available for open carts only. Choose another payment method.",
  payment_closing:
    "An earlier payment for this cart is still being closed. Nothing was ordered. Choose lease-to-own again, or try again in a few minutes.",
  placing_elsewhere: "The order is being placed in another window. Wait a moment and check again.",
  invoice_differs:
    "{operator} returned a different amount for this cart, so we cannot offer a contract. Contact {contact} or choose another payment method.",
  store_payment_locked: "This order is paid by a lease. Its payment cannot be started again.",
  service_busy:
    "The lease service is busy and takes no more calls at the moment. Nothing was changed. Try again in a minute.",
  service_unreachable: "The lease service did not answer. Nothing was changed. Try again.",
  answer_lost: "The lease service did not answer in time. Nothing was signed or charged. Try again.",
  account_removed:
    "The account of this lease ({account}) is not in the plugin's options any more. Nothing was sent, and what is owed waits. Write the account back into the options. Otherwise finish the lease with its operator and say here how it ended.",
  service_credentials:
    "The lease service refused the store's credentials. Nothing was changed. Check the plugin's options.",
  result_unknown:
    "The lease service did not answer in time. We do not know whether this went through. Check the lease before you try again.",
  service_refused: "The lease service refused this: {reason}. Nothing was changed.",
  busy: "Another action for this lease is in progress. Wait a moment and try again.",
  capture_before_delivery: "Confirm the delivery in the Lease card first. The payment is then captured automatically.",
  capture_before_placed: "The order of this lease is not placed yet, so nothing can be captured.",
  capture_attention: "This lease needs attention first: {reason}. Nothing was captured. See the Lease card.",
  already_closed: "This lease is over.",
  refund_partial:
    "This lease can only be returned as a whole. Refund {amount}, which includes shipping and tax. For a price adjustment, ask {whom}.",
  reduction_undelivered:
    "Before the delivery is confirmed, this lease can only be canceled or returned as a whole. Nothing was changed. Wait for the delivery, or refund the whole lease.",
  reduction_taxed:
    "The contract of this lease contains sales tax, and {operator} does not say how much of it this part takes along. Nothing was changed. For goods that came back, receive their return first. Or agree on the part with {whom}.",
  reduction_unmatched:
    "The returned goods cannot be matched with the lines of the contract. Nothing was changed. Return the lease as a whole, or agree on the part with {whom} and mark it as done elsewhere.",
  reduction_goods:
    "{pieces} returned items are still part of the lease. Nothing was changed. Refund exactly {amount}, and {operator} takes them back.",
  reduction_price:
    "No line of this lease can be lowered by exactly this amount in whole cents per item. Nothing was changed. The closest amounts are {sums}. For goods that came back, receive their return first.",
  reduction_books_first:
    "{operator} has already taken {amount} off this lease, and it is not refunded here yet. Nothing was changed. Refund exactly {amount} first; nothing is sent for it.",
  reduction_books_ahead:
    "Another refund of this lease is being made, or one was recorded here that {operator} does not know of. Nothing was changed. Wait a minute and try again. If this stays, return the lease as a whole, or agree on the part with {whom}.",
  cancel_before_signing: "No contract was issued for this lease, so there is nothing to cancel.",
  cancel_second_order:
    "This is the second order on one lease. Canceling it would cancel the lease of the other order. Nothing was changed. Archive this order instead.",
  refund_before_placed: "This lease has no placed order yet, so there is nothing to refund.",
  return_before_placed: "This lease has no placed order yet, so there is nothing to return.",
  return_before_shipping:
    "Nothing of this order has shipped. Cancel the order or refund it in full. The contract is then canceled.",
  return_not_eligible: "This lease cannot be returned now. Nothing was changed. Ask {whom}.",
  return_before_start:
    "This lease cannot be returned yet, because its delivery is not confirmed. Nothing was changed. Confirm or schedule the delivery first, or settle it with {whom} and mark it as done elsewhere.",
  deliver_before_placed: "The order of this lease is not placed yet, so there is no delivery to confirm.",
  delivery_incomplete:
    "{done} of {total} items are delivered. The lease starts only when the whole order is delivered or its delivery is scheduled.",
  already_delivered: "The delivery is already confirmed for {date}. Nothing was sent.",
  date_required: "Choose the delivery date.",
  date_invalid: "This date is not accepted: {reason}.",
  note_required: "Write a note of at least 10 characters. It is stored with your name.",
  outcome_required: "Choose how it ended: canceled, returned, delivered, or nothing.",
  settle_nothing_open: "Nothing is open for this lease.",
  settle_not_possible: "A lease in this state cannot have ended that way. Nothing was changed.",
  retry_nothing_open: "There is nothing to try again for this lease.",
  ship_before_confirmation:
    "Do not ship yet: the lease of this order is not confirmed. Use Check now or Mark as signed in the Lease card.",
  ship_attention: "Do not ship yet: {reason}. See the Lease card.",
  ship_unknown: "Do not ship: {reason}. We will check again at {time}.",
  ship_unknown_ask: "Do not ship: {reason}. Ask {whom}, then mark it as done elsewhere in the Lease card.",
  not_confirmed:
    "The lease service reports that this contract is not signed. Cancel the order or ask the customer to sign again.",
  still_unconfirmed: "The lease service does not report yet whether this contract is signed. Nothing was changed.",
  already_confirmed: "The signature of this lease is already confirmed.",
  attest_overruled:
    "The lease service reports a status for this lease, and that takes precedence. Nothing was changed. Use Check now.",
  attest_before_contract: "No contract was issued for this lease, so no signature can be entered.",
  order_is_cancelled: "This order was canceled. Its lease can no longer be confirmed.",
  not_permitted: "Your role does not allow this action.",
  other_order: "This lease belongs to another order. Go there to act on it.",
  order_not_recorded: "The order of this lease is not recorded yet. Wait a moment and try again.",
  open_unknown:
    "We do not know whether an earlier call to the lease service went through. Ask {whom}, then try again or mark it as done elsewhere.",
  check_before_contract: "No contract was issued for this lease, so there is nothing to check.",
  return_incomplete:
    "{done} of {total} items came back. The lease can only be returned as a whole. Receive the rest first, or ask {whom} and mark it as done elsewhere.",
  widget_in_portal: "Hosted leases are canceled and returned in the portal of {whom}.",
  already_sent: "This was already sent on {date} and can be sent only once.",
  order_id_before_placed: "The order of this lease is not placed yet, so there is no order number to send.",
  link_used: "The lease service reports that this one-time URL was already used. Nothing was sent twice.",
  link_missing: "The lease service gave no one-time URL for this. Tell {whom} and mark it as done elsewhere.",
  link_unreadable:
    "The one-time URL cannot be decrypted, because the encryption key has changed. Restore the key and try again.",
  link_refused: "The one-time URL was not called: {reason}. Nothing was sent.",
  widget_token: "The application in this window has ended. Nothing was changed. Open the application again.",
  widget_elsewhere:
    "An application for this cart is open in another window or browser. Continue there, try again in half an hour, or choose another payment method.",
  widget_late:
    "You may have a lease, but this cart can no longer use it. Do not apply again, and do not use its virtual card. Contact {contact}. Reference: {reference}.",
  widget_empty:
    "We could not confirm your lease with {operator}. Do not apply again. Contact {contact}. Reference: {reference}.",
  widget_signed: "Your contract for this cart is already signed. Place the order now.",
  contract_not_closed:
    "Your earlier contract for this cart could not be closed. Nothing was changed. Finish it, or contact {contact}.",
  lease_card_issued: "Your lease is ready. Pay with its virtual card, or contact {contact}.",
  card_mismatch: "Your cart has changed since your virtual card was issued. Restore the cart, or contact {contact}.",
  hosted_only: "This is sent for hosted leases only, and only while the store holds the one-time URL for it.",
  state_changed: "The lease has changed in the meantime. Nothing was done. Check the lease again.",
  lease_not_found: "This lease was not found.",
  product_not_found: "This product was not found.",
  region_not_found: "This region was not found.",
  action_unknown: "There is no such action.",
  call_refused: "The lease service refused this: {reason}. Nothing was changed. Ask {whom}.",
  cancel_refused: "The lease service refused to cancel the lease: {reason}. The order was not canceled. Ask {whom}.",
  ship_over: "The lease of this order is over. Have the order paid by another method before it ships, or cancel it.",
  cancel_after_delivery: "The delivery of this lease is confirmed. Return the lease instead of canceling it.",
  cancel_after_shipping:
    "Part of this order has shipped, so its lease can only be returned. Nothing was changed. If {operator} does not allow that before the delivery, confirm or schedule the delivery first, or settle it with {whom} and mark it as done elsewhere.",
  cancel_not_ours: "To cancel a signed lease, cancel its order or refund it in full. Do not cancel its payment.",
  paid_by_other_method: "The shopper chose another payment method for this cart. Nothing was ordered.",
  cart_not_found: "This cart was not found. Reload the page.",
  order_unreadable:
    "The order of lease {reference} cannot be read: an amount is missing, malformed or too large. Nothing was changed. Fix the order first.",
  order_not_found: "This order was not found.",
  cart_finished: "This cart is already an order.",
  cart_of_customer: "This cart belongs to an account. Log in to continue.",
  body_invalid: "The request could not be read. Send a JSON object.",
  query_invalid: "The request could not be read: a part of its address is missing or wrong.",
  body_too_large: "The request is too large.",
  body_not_json: "Send JSON, with the content type application/json.",
  list_filter_invalid: "The filter {field} is not valid.",
  search_too_short: "Enter at least two characters, or an order number.",
  cursor_invalid: "This page of the list no longer exists. Start with the first page.",
  connection_reached: "Connected. The lease service accepted your credentials.",
  connection_credentials:
    "The lease service refused the credentials. Check username and password, or authHash, in the plugin's options.",
  connection_busy: "The lease service is busy and takes no more calls at the moment. Try again in a minute.",
  connection_unreachable:
    "The lease service did not answer. Check baseUrl in the plugin's options, and whether this server can reach it.",
  connection_unreadable: "Something answered, but not like the lease service. Check baseUrl in the plugin's options.",
} as const

/** Texts for the store's own people where the text of a code speaks to the shopper. */
export const staffMessages: Partial<Record<keyof typeof messages, string>> = {
  contract_mismatch: "The cart changed after the contract was signed. Ask the customer to undo the change.",
  recipient_mismatch:
    "The contract was signed with a different name, address, phone or e-mail than the cart has now. Nothing was ordered. Ask the customer to restore them.",
  lease_dead: "The contract for this cart is no longer in force.",
  provider_off: "Lease-to-own is switched off in this cart's region. Switch it on until the order is placed.",
  no_status:
    "{operator} does not report whether the contract is signed. The order was not placed, and nothing is lost.",
  not_signed: "The contract is not signed yet.",
  signature_pending: "The contract is signed. {operator} is still confirming the first payment.",
  placing_elsewhere: "The customer is placing the order right now. We will check again.",
}

/** The texts of carts that cannot be leased stand beside their rules, in `lease-cart`. */
export type MessageCode = keyof typeof messages
/** True for what was written as a code by this version of the plugin. */
export function isMessageCode(code: unknown): code is MessageCode {
  return typeof code === "string" && Object.hasOwn(messages, code)
}

export type MessageParams = { [name: string]: string }

/** Fills `{x}` by `params.x`. A parameter that is missing leaves no gap in braces for a person to see. */
export function textOf(code: MessageCode, params: MessageParams = {}): string {
  return fill(messages[code], params)
}

/** The same in words for the store's own people. */
export function staffTextOf(code: MessageCode, params: MessageParams = {}): string {
  return fill(staffMessages[code] ?? messages[code], params)
}

/** The same with a text. */
export function fill(text: string, params: MessageParams): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "…")
}
