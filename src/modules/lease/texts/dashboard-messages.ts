/** The texts that the dashboard shows in the reader's language, by code. The dashboard bundles these, but not those in `messages.ts`. */
export const dashboardMessages = {
  not_sold: "No longer sold: {items}.",
  out_of_stock: "Not in stock in this quantity: {items}.",
  shipping_gone: "The chosen shipping methods cannot deliver: {items}.",
  promotion_used_up: "This discount is no longer available: {items}.",
  completion_failed: "The store could not finish the order.",
  store_unavailable: "The store could not do this right now. Nothing is lost. Try again in a minute.",
  store_failed: "The store could not do this now. It will try again.",
  store_hangs: "Medusa did not finish this in time. Nothing is lost. The store will check what happened and try again.",
  order_placed: "This order is already placed.",
  service_busy: "The lease service is too busy at the moment. Nothing was changed. Try again in a minute.",
  service_unreachable: "The lease service did not respond. Nothing was changed. Try again.",
  account_removed:
    "This lease's account ({account}) is no longer in the plugin's options, or its mode (test or live) has changed since the lease began. Nothing was sent, and pending calls wait. Put the account back into the options, in its earlier mode. Otherwise, finish the lease with its operator and mark it as resolved here.",
  lease_newer:
    "A newer version of the plugin saved this lease. Nothing was sent or changed. Try again in a few minutes, or restart this process with that version.",
  lease_held:
    "This lease is held until it is checked, because the database was restored or copied. Nothing was sent or changed. Choose Check and release on the lease's page.",
  store_held:
    "This lease and all earlier ones are held, because the store's database was moved, restored or copied. Nothing was sent or changed. The lease-to-own settings say what to do.",
  release_copied: "This database is a copy, so this lease stays held here. Work on it in the original store.",
  release_not_held: "This lease is not held.",
  release_first:
    "The outcome Nothing changed is not possible while this lease is held and has no order, because its order could be placed twice. Choose Check and release. If that is refused, choose the outcome Canceled, which only ends the lease here.",
  release_ahead:
    "{operator} has a contract that this store has no order for, or did not know about. Nothing was released. Look for its order in your emails and the warehouse, or ask {whom} to cancel the contract. Then mark this lease as resolved.",
  maybe_newer:
    "The database was restored to an earlier time, so {operator} may have a newer contract than the one that was supposed to end. Nothing was sent. Ask {whom}. Then retry, or mark this as resolved.",
  service_credentials:
    "The lease service refused the store's credentials. Nothing was changed. Check the plugin's options.",
  result_unknown:
    "The lease service did not respond in time. We do not know whether this went through. Check the lease before you try again.",
  busy: "Another action for this lease is in progress. Wait a moment and try again.",
  capture_before_delivery: "Confirm the delivery in the Lease card first. The payment is then captured automatically.",
  capture_before_placed: "The order of this lease is not placed yet, so nothing can be captured.",
  capture_attention: "This lease needs attention first: {reason}. Nothing was captured. See the Lease card.",
  already_closed: "This lease is over.",
  cancel_before_signing: "No contract was issued for this lease, so there is nothing to cancel.",
  return_before_placed: "This lease has no placed order yet, so there is nothing to return.",
  return_before_shipping:
    "Nothing in this order has shipped. Cancel the order or refund it in full. The contract is then canceled.",
  return_not_eligible: "This lease cannot be returned now. Nothing was changed. Ask {whom}.",
  return_before_start:
    "This lease cannot be returned yet, because its delivery is not confirmed. Nothing was changed. Confirm or schedule the delivery first. Otherwise settle the return with {whom} and mark it as resolved.",
  deliver_before_placed: "The order of this lease is not placed yet, so there is no delivery to confirm.",
  delivery_incomplete:
    "{done} of {total} items are delivered. The lease starts only when the whole order is delivered or its delivery is scheduled.",
  mark_delivered_unshipped: "Not everything has shipped. In the order, mark the rest as shipped or picked up first.",
  mark_delivered_differs:
    "Items came back, or the order's total differs from the contract, so nothing was sent. Check the Lease card of this order first.",
  already_delivered: "The delivery is already confirmed for {date}. Nothing was sent.",
  date_required: "Choose the delivery date.",
  date_invalid: "This date is not accepted: {reason}.",
  note_required: "Write a note of at least 10 characters. It is stored with your name.",
  outcome_required: "Choose how it ended.",
  resolve_nothing_open: "Nothing is open for this lease.",
  resolve_not_possible: "A lease with this status cannot have ended that way. Nothing was changed.",
  retry_nothing_open: "There is nothing to try again for this lease.",
  ship_before_confirmation:
    "Do not ship yet: the lease of this order is not confirmed. Use Check now or Mark as signed in the Lease card.",
  ship_attention: "Do not ship yet: {reason}. See the Lease card.",
  not_confirmed:
    "The lease service reports that this contract is not signed. Cancel the order or ask the customer to sign again.",
  already_confirmed: "The signature of this lease is already confirmed.",
  attest_overruled:
    "The lease service reports a status for this lease, and that takes precedence. Nothing was changed. Use Check now.",
  attest_before_contract: "No contract was issued for this lease, so no signature can be recorded.",
  order_change_open:
    "Medusa does not accept this while {reason}. Nothing was sent or changed. Confirm or cancel it first, then try again.",
  order_is_canceled: "This order was canceled. Its lease can no longer be confirmed.",
  not_permitted: "Your role does not allow this action.",
  other_order: "This lease belongs to another order. Go there to act on it.",
  order_not_recorded: "The order of this lease is not recorded yet. Wait a moment and try again.",
  open_unknown:
    "We do not know whether an earlier call to the lease service went through. Ask {whom}, then try again or mark it as resolved.",
  cancel_before_accepted:
    "{operator} does not cancel a contract before it has accepted the lease, and has not reported that yet. Nothing was changed. Try again later, or ask {whom}. A contract that is not signed expires.",
  check_before_contract: "No contract was issued for this lease, so there is nothing to check.",
  return_incomplete:
    "{done} of {total} items came back. The lease can only be returned as a whole. Receive the rest first, or ask {whom} and mark it as resolved.",
  widget_in_portal: "Hosted leases are canceled and returned in the portal of {whom}.",
  already_sent: "This was already sent on {date} and can be sent only once.",
  order_id_before_placed: "The order of this lease is not placed yet, so there is no order number to send.",
  link_used: "The lease service reports that this one-time URL was already used. Nothing was sent twice.",
  link_missing: "The lease service provided no one-time URL for this. Tell {whom} and mark it as resolved.",
  link_unreadable:
    "The one-time URL cannot be decrypted, because the encryption key has changed. Restore the key and try again.",
  link_refused: "The one-time URL was not called: {reason}. Nothing was sent.",
  hosted_only: "This can be sent only for hosted leases, and only while the store still has the one-time URL for it.",
  state_changed: "The lease has changed in the meantime. Nothing was done. Check the lease again.",
  call_refused: "The lease service refused this: {reason}. Nothing was changed. Ask {whom}.",
  cancel_refused: "The lease service refused to cancel the lease: {reason}. The order was not canceled. Ask {whom}.",
  replace_nothing: "No signed contract differs from its order, so no new one is needed.",
  replace_over_limit:
    "The order now comes to {total}, but {operator} approved {approved}. The signed contract is still in force. Remove something from the order, or ask {whom}.",
  replace_approval_over:
    "The approval has expired, so the customer could not sign again. The signed contract is still in force. Undo the change to the order, or ask {whom}.",
  signing_link_none: "This order has no contract to sign.",
  withdraw_link_none: "There is no link to withdraw. Once the customer has opened the contract, choose Cancel lease.",
  lease_link_none:
    "This order cannot be leased by link. It must be open, unpaid and unshipped, and lease-to-own must be on in its region.",
  lease_link_taken:
    "The customer has already begun a lease for this order in the shop. Nothing was changed. Wait until it is signed or has ended.",
  lease_link_edit:
    "This draft order is being edited. Nothing was charged. Confirm or cancel the edit, and the lease pays for the order.",
  lease_link_paid:
    "The order was paid another way, too. Nothing was charged for the lease. Refund that payment, or choose Cancel lease.",
  lease_link_channel:
    "A link would not open, because no publishable API key includes this order's sales channel ({channel}). Add the channel to your shop's key in Settings, Publishable API Keys.",
  signing_link_option:
    "No link was created. Set contractLink in the plugin's options to the page of your shop where customers sign.",
  cancel_after_delivery: "The delivery of this lease is confirmed. Return the lease instead of canceling it.",
  cancel_after_shipping:
    "Part of this order has shipped, so its lease can only be returned. Nothing was changed. If {operator} does not allow that before the delivery, confirm or schedule the delivery first. Otherwise settle the return with {whom} and mark it as resolved.",
  paid_by_other_method: "The customer chose another payment method for this cart. Nothing was ordered.",
  cart_not_found: "This cart was not found. Reload the page.",
  order_unreadable:
    "The order of lease {reference} cannot be read: an amount is missing, malformed or too large. Nothing was changed. Fix the order first.",
  cart_finished: "This cart is already an order.",
  unavailable_custom_items:
    "Custom items cannot be leased, because a lease needs the brand, category and condition of a product: {items}. Add a product instead.",
  unavailable_untaxed:
    "This order was placed without sales tax, and {operator} does not charge the tax where it ships. Cancel it and order again. For a draft order, get its link again.",
  invoice_hosted: "Hosted leases have no invoice, because {operator} pays for their orders with a virtual card.",
  invoice_no_order:
    "There is no invoice, because no order is placed with this lease. If its contract was replaced, open the lease that replaced it.",
  invoice_erased:
    "There is no invoice anymore, because the customer's data was erased from this lease. Its amounts are still in Leases, Export CSV.",
  invoice_cart_unknown:
    "There is no invoice, because the store does not know which items add up to the amount of this lease. Ask {whom} for the contract.",
  invoice_account_removed:
    "There is no invoice, because this lease's account ({account}) is no longer in the plugin's options. Put it back, so that the invoice can name its operator.",
  connection_reached: "Connected. The lease service accepted your credentials.",
  connection_credentials:
    "The lease service refused the credentials. Check username and password, or authHash, in the plugin's options.",
  connection_busy: "The lease service is too busy at the moment. Try again in a minute.",
  connection_unreachable:
    "The lease service did not respond. Check baseUrl in the plugin's options, and whether this server can reach it.",
  connection_unreadable:
    "A server responded, but it does not look like a lease service. Check baseUrl in the plugin's options.",
} as const

/** Staff-facing messages for codes whose default message addresses the shopper. */
export const staffMessages = {
  contract_mismatch: "The cart changed after the contract was signed. Ask the customer to undo the change.",
  recipient_mismatch:
    "The cart now has {reason} than the signed contract. Nothing was ordered. Ask the customer to change it back.",
  lease_dead: "The contract for this cart is no longer in force.",
  provider_off: "Lease-to-own is off in this cart's region. Turn it on, and keep it on until the order is placed.",
  no_status:
    "{operator} does not report whether the contract is signed. The order was not placed, and nothing is lost.",
  store_refused: "Medusa refused this: {reason}",
  not_checked:
    "The store's own check failed, so nothing was changed. Try again. If that does not help, look in the store's log.",
  not_signed: "The contract is not signed yet.",
  signature_pending: "The contract is signed. {operator} is still confirming the first payment.",
  placing_elsewhere: "The customer is placing the order right now. We will check again.",
  unavailable_items: "These items cannot be leased: {items}. Check the Lease card of each product.",
  unavailable_product: "This product cannot be leased.",
  unavailable_place: "Leases are not offered for delivery to {place}.",
  unavailable_currency: "Leases are not offered in {currency}.",
  unavailable_tax:
    "{operator} charges the sales tax and does not lease orders that include it. A placed order keeps its tax, so cancel it and order again. A draft order loses the tax when its link is created.",
  unavailable_minimum: "The items must come to {amount} or more.",
  unavailable_maximum: "The order must not come to more than {amount}.",
  unavailable_incomplete: "The order needs a delivery address with its state, and a shipping method.",
  unavailable_account: "No account in the plugin's options leases orders from this region or sales channel.",
} as const

/** Short titles for alerts in lists and notifications. The Lease card has the full text. */
export const alertTitles = {
  newer_version: "Saved by a newer version",
  held: "Held until checked",
  cart_mismatch: "Order differs from contract",
  recipient_differs: "Recipient or address changed",
  second_order: "Second order on one lease",
  untaxed_sale: "Sale without sales tax",
  untaxed_unconfirmed: "Lease without sales tax not confirmed",
  paid_otherwise: "Also paid another way",
  invoice_differs: "Operator's amount differs",
  lease_dead: "No contract in force",
  signed_without_order: "Signed, not ordered",
  cancel_failed: "Lease not canceled",
  cancel_unknown: "Cancellation unclear",
  delivery_failed: "Delivery not confirmed",
  delivery_unknown: "Delivery confirmation unclear",
  return_failed: "Lease not returned",
  return_unknown: "Return unclear",
  order_canceled_lease_alive: "Order canceled, lease active",
  replacement_ended: "New contract not signed",
  shipped_unconfirmed: "Shipped before confirmation",
  money_differs: "Payment differs from lease",
  amount_differs: "Order total changed",
  reconcile_failed: "Order or cart unreadable",
  mixed_up_answer: "Response about another application",
  account_removed: "Account or its mode not in options",
  capture_open: "Payment not captured",
  return_due: "Return to report",
  return_partial: "Items partially returned",
  shipped_long_ago: "Shipped, lease not started",
  signed_long_ago: "Signed, lease not started",
  order_id_failed: "Order number not sent",
  order_id_unknown: "Order number not confirmed",
  link_used: "One-time URL already used",
  link_missing: "One-time URL missing",
  link_unreadable: "One-time URL unreadable",
  link_refused: "One-time URL not called",
  widget_success_differs: "Two hosted leases reported",
  widget_success_lost: "Hosted lease not reported",
  widget_success_late: "Hosted lease reported late",
  widget_unfinished: "Hosted lease unfinished",
  awaiting: "Signature not confirmed",
  not_confirmed: "Contract not signed",
  card_unused: "Virtual card not used",
  order_unpaid: "Order without payment",
  maybe_signed: "Signature not confirmed",
  earlier_unreported: "Signature of an earlier contract unknown",
  never_reported: "Signature unknown",
  refund_due: "Refund due",
  cancel_due: "Order to cancel",
  part_refund_due: "Partial refund due",
  part_return_due: "Partial return to refund",
  part_return_free: "Only free items returned",
} as const
