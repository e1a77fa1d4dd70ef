type Words = { badge: string; alert?: string; next?: string }

/** A merchant's view of each fixture: its badge, what is wrong, what to do next. */
export const CARD_WORDS: Record<string, Words> = {
  "not-recorded": {
    badge: "Not recorded yet",
    next: "Do not ship yet. The order is being recorded. This card updates automatically.",
  },
  "record-lost": {
    badge: "Not recorded yet",
    next: "Do not ship yet. The order is not recorded on its lease. It should be found automatically within minutes. If not, tell the person who runs the store.",
  },
  awaiting: {
    badge: "Awaiting confirmation",
    alert: "Do not ship. The shopper's browser reported the signature, but Acorn Leasing has not confirmed it.",
    next: "Choose Check now. If the answer stays open, ask Acorn Leasing and choose Mark as signed.",
  },
  "not-confirmed": {
    badge: "Not confirmed",
    alert: "Do not ship. Acorn Leasing reports that this contract is not signed.",
    next: "Do not ship. Ask Acorn Leasing about the contract. Without one this order is not paid.",
  },
  accepted: { badge: "Lease accepted", next: "Signed and confirmed. Ready to ship." },
  "accepted-attested": { badge: "Lease accepted", next: "Signed and confirmed. Ready to ship." },
  "service-unreachable": { badge: "Lease accepted", next: "Signed and confirmed. Ready to ship." },
  "part-shipped": {
    badge: "Lease accepted",
    next: "1 of 2 items delivered. The lease starts when everything is delivered.",
  },
  "delivery-due": {
    badge: "Delivery to confirm",
    next: "All items are delivered. Confirm the delivery to start the lease.",
  },
  "delivery-failed": {
    badge: "Needs attention",
    alert: "The delivery could not be confirmed to Acorn Leasing.",
    next: "Try again. If Acorn Leasing tells you it is done, choose Mark as done elsewhere.",
  },
  "delivery-unknown": {
    badge: "Needs attention",
    alert: "Acorn Leasing did not answer. We do not know whether the delivery confirmation arrived.",
    next: "Ask Acorn Leasing whether it arrived. Then mark it as done elsewhere, or try again.",
  },
  delivered: { badge: "Lease active" },
  "not-returnable": {
    badge: "Lease active",
    next: "Acorn Leasing did not allow a return at the last check. Check again before you promise one.",
  },
  "return-due": {
    badge: "Return to send",
    alert: "All items came back. Acorn Leasing has not been told yet.",
    next: "You received return 7. Now return the lease.",
  },
  "return-partial": {
    badge: "Partial return",
    alert: "Only part of the goods came back. A lease can only be returned as a whole.",
    next: "Receive the rest of the goods, then return the lease. Or settle it with Acorn Leasing.",
  },
  "part-return-due": {
    badge: "Partial return",
    alert: "Some of the goods came back. They are still part of the lease.",
    next: "Choose Refund in the Payments card and enter exactly $238.14.",
  },
  "part-refund-due": {
    badge: "Needs attention",
    alert: "Acorn Leasing has taken $25.00 off this lease. That amount is not refunded here yet.",
    next: "Choose Refund in the Payments card and enter exactly $25.00.",
  },
  "part-unknown": {
    badge: "Needs attention",
    alert: "Acorn Leasing gave no clear answer. We do not know whether the return was accepted.",
    next: "Ask Acorn Leasing about the lease and settle it there. Then mark it as done elsewhere.",
  },
  reduced: { badge: "Lease active" },
  "account-removed": {
    badge: "Needs attention",
    alert:
      "The account of this lease is no longer in the options. Nothing is sent to its operator, and owed calls wait.",
    next: "Put the account maple back into the options and restart. Or finish the lease in the portal of maple and mark it as done elsewhere.",
  },
  capturing: { badge: "Payment not captured", next: "The payment is being captured. This card updates automatically." },
  "capture-open": {
    badge: "Payment not captured",
    alert: "The payment is not captured yet.",
    next: "The payment is not captured yet. We will try again. You can also capture it in the Payments card.",
  },
  sending: { badge: "Sending", next: "A call to Acorn Leasing is in progress. This card updates automatically." },
  "cancel-unknown": {
    badge: "Needs attention",
    alert: "Acorn Leasing gave no clear answer. We do not know whether the lease was canceled.",
    next: "Try again. If Acorn Leasing tells you it is done, choose Mark as done elsewhere.",
  },
  "cancel-unknown-order-canceled": {
    badge: "Needs attention",
    alert: "Acorn Leasing gave no clear answer. We do not know whether the lease was canceled.",
    next: "Ask Acorn Leasing whether it arrived. Then mark it as done elsewhere, or try again.",
  },
  "return-unknown": {
    badge: "Needs attention",
    alert: "Acorn Leasing gave no clear answer. We do not know whether the return was accepted.",
    next: "Try again. If Acorn Leasing tells you it is done, choose Mark as done elsewhere.",
  },
  cancelled: { badge: "Canceled" },
  "cancelled-order-open": {
    badge: "Canceled",
    next: "The lease is over. Cancel the order, or choose Refund in the Payments card and enter $1,289.50. This only corrects the books. No money moves.",
  },
  returned: {
    badge: "Returned",
    next: "The lease is over. Choose Refund in the Payments card and enter $1,289.50. This only corrects the books. No money moves.",
  },
  "order-cancelled-lease-alive": {
    badge: "Needs attention",
    alert: "The order was canceled here, but the lease is still active at Acorn Leasing.",
    next: "The lease is active, or goods have shipped. Return the lease, or settle it with Acorn Leasing.",
  },
  "amount-differs": {
    badge: "Needs attention",
    alert:
      "The lease is for $1,289.50, the order is now $1,349.50. A signed contract cannot be changed, only replaced.",
    next: "Choose New contract: the signed one is canceled, and the customer signs again. Or undo the change to the order.",
  },
  replacing: {
    badge: "New contract",
    next: "Send the customer the signing link. Nothing ships until the new contract is signed. The order then goes on automatically.",
  },
  "replacement-ended": {
    badge: "Expired",
    alert: "The order was edited and its first contract canceled. It may be too late to sign the new one.",
    next: "Do not ship. This order no longer has a contract. Cancel the order. Its payment here is then closed. No money moves.",
  },
  "cart-mismatch": {
    badge: "Needs attention",
    alert: "The order differs from the signed contract. Its payment was not captured.",
    next: "Do not ship. Compare the order with the contract, then cancel the order or ask Acorn Leasing.",
  },
  "second-order": {
    badge: "Needs attention",
    alert: "A second order was placed on this lease. Only the first order is leased.",
    next: "Do not ship. The lease belongs to another order. Archive this order.",
  },
  "paid-otherwise": {
    badge: "Needs attention",
    alert: "The order was paid with another method, although a lease is signed for it.",
    next: "Choose Cancel lease. If Acorn Leasing refuses that, ask them, or refund the other payment.",
  },
  "invoice-differs": {
    badge: "Needs attention",
    alert: "Acorn Leasing returned a different amount than we sent.",
    next: "Do not ship. Ask Acorn Leasing which amount is correct.",
  },
  "widget-active": {
    badge: "Lease active",
    next: "To cancel or return this lease, go to the portal of Acorn Leasing first. Canceling or refunding the order here does not end the lease. The customer would keep paying.",
  },
  "widget-done": {
    badge: "Lease active",
    next: "To cancel or return this lease, go to the portal of Acorn Leasing first. Canceling or refunding the order here does not end the lease. The customer would keep paying.",
  },
  "order-id-due": { badge: "Order number to send", next: "The order number is sent to Acorn Leasing automatically." },
  "widget-delivery-due": {
    badge: "Delivery to confirm",
    next: "All items are delivered. Send the delivery date to start the lease. It can be sent only once.",
  },
  "link-used": {
    badge: "Needs attention",
    alert:
      "Acorn Leasing reports that it already has the order number or the delivery date, and this store did not send it.",
    next: "If you sent it another way, mark it as done elsewhere. Otherwise ask Acorn Leasing.",
  },
  "link-missing": {
    badge: "Needs attention",
    alert:
      "Acorn Leasing did not give the one-time URL for the order number or for the delivery date. This store cannot report that one.",
    next: "Tell Acorn Leasing yourself, then mark it as done elsewhere.",
  },
  "link-unreadable": {
    badge: "Needs attention",
    alert: "A one-time URL from Acorn Leasing cannot be decrypted: the encryption key has changed.",
    next: "Restore the earlier encryption key in the options and try again. Or tell Acorn Leasing yourself and mark it as done elsewhere.",
  },
  "widget-success-lost": {
    badge: "Needs attention",
    alert:
      "The application in the hosted widget was approved, but its success never arrived. We do not know whether this order is leased.",
    next: "Ask Acorn Leasing whether this order is leased. Tell them its number and delivery date, then mark it as done elsewhere.",
  },
  "widget-success-differs": {
    badge: "Needs attention",
    alert: "The hosted widget reported two different leases for this cart. The first one was kept.",
    next: "Ask Acorn Leasing about the lease and settle it there. Then mark it as done elsewhere.",
  },
  "widget-order-cancelled": {
    badge: "Needs attention",
    alert: "The order was canceled here, but the lease is still active at Acorn Leasing.",
    next: "End this lease in the portal of Acorn Leasing, then choose Mark as done elsewhere.",
  },
}
