import type { CodeWords } from "./code-words.js"
import { figuresEn } from "./figures-en.js"
import { offerEn } from "./offer-en.js"

/** The English texts. The store's own messages, reasons and labels aren't repeated here, because they are already in English. */
export const texts = {
  /** Messages that the kit itself shows, by code. */
  codes: {
    unavailable_off: "Lease-to-own is not available at the moment.",
    not_signed: "Your contract is not signed yet.",
    denied:
      "Your application was not approved this time. For more information, contact {operator}: {contact}. You can choose another payment method. Someone else can apply. First change this cart's email address to theirs.",
    pending:
      "{operator} is reviewing your application. Nothing was charged. You can leave this page and open it again in this browser to continue. Reference: {reference}.",
    widget_fields: "Lease-to-own cannot be used on this page. Choose another payment method.",
    widget_failed:
      "{operator} could not finish the application. Try again or contact {contact}. Reference: {reference}.",
    widget_saving: "Please keep this page open. We are saving your lease.",
    widget_empty:
      "We could not confirm your lease with {operator}. Do not apply again. Contact {contact}. Reference: {reference}.",
    card_declined: "The virtual card was declined. Try once more or contact {contact}.",
    refused: "The order could not be placed. Nothing will ship.",
  },
  /** The lease service's reasons for a refusal, by code. Each text completes a sentence as `{reason}`. */
  reasons: {} as CodeWords,
  /** The form's labels, groups and options, by their English text. */
  labels: {} as CodeWords,
  /** Errors of form fields, by rule, or by field for the rule `format`. */
  problems: {
    required: "Please fill this in.",
    choice: "Choose one of the options.",
    format: "Please check this.",
    money: "Enter whole dollars, such as 4200.",
    service: "The lease service did not accept this.",
    version: "Read and accept the current text.",
    consent: "Please confirm this.",
    excluded: "{operator} does not lease to people who live in this state. Choose another payment method.",
    excluded_order:
      "{operator} does not lease to people who live in this state. Ask this store how else you can pay for your order.",
    "customer.emailAddress": "Enter an email address, such as name@example.com.",
    "customer.cellPhone": "Enter a 10-digit phone number.",
    "customer.birthdate": "Enter your date of birth. You must be 18 or older.",
    "customer.ssn": "Enter the 9 digits of a Social Security number or ITIN.",
    "customer.homeAddress.state": "Choose the state you live in.",
    "customer.homeAddress.zip": "Enter a 5-digit ZIP code.",
    "customer.grossIncomeMonthly": "Enter whole dollars per month, such as 4200.",
    "customer.paymentFrequency.lastPayDate": "Enter a payday that has passed.",
    "customer.paymentFrequency.nextPayDate": "Enter a payday that is still to come.",
    "bank.routingNumber": "Enter the 9 digits of a routing number.",
    "bank.accountNumber": "Enter 4 to 17 digits.",
  },
  /** Names for the service's figures and coded values. A name without a text is split into words. */
  figures: figuresEn,
  /** The rows of an offer, and the sentences that go with them. */
  offer: offerEn,
  steps: {
    unavailable: "Not available for this cart",
    incomplete: "Not available yet",
    checking: "Your lease is being checked",
    intro: "Before you apply",
    in_progress: "This cart has an application",
    form: "Your application",
    deciding: "Waiting for a decision",
    undecided: "No decision yet",
    denied: "Not approved",
    over_limit: "You are approved for less",
    offer: "You are approved",
    new_contract: "Sign the contract for your order",
    cart_changed: "Your cart has changed",
    first_payment_pending: "Your contract is signed",
    confirming: "Placing your order",
    ready: "Your contract is signed",
    order_failed: "Your order is not placed yet",
    contract_mismatch: "This cart does not match your contract",
    card: "Pay with your virtual card",
    placed: "Your order is placed",
  },
  screens: {
    method: "Lease-to-own",
    method_about: "Lease now, own later. Costs more in total than the cash price. You see the total before you sign.",
    lease_rest: "You can lease the rest of the cart without these items.",
    lease_apart:
      "You can lease the rest now and order these items right after, with another payment method. Each order has its own delivery.",
    only_remove: "Cannot be ordered separately, only removed: {items}.",
    items_apart: "Not in this order: {items}. You can order these items right after this one.",
    items_back: "If you choose another payment method, they return to this cart.",
    still_to_order: "Still to order: {items}.",
    is_a_lease:
      "This is a lease, not a loan. {operator} owns the items until you have made all payments or bought them early.",
    costs_more: "All payments together come to more than the cash price. You see both before you sign.",
    who_decides:
      "{operator} decides. Have your Social Security number or ITIN, your income and your bank account ready. This store forwards your answers and does not keep them.",
    free_to_choose: "You can choose another payment method at any time before you sign.",
    named: "{name}: {words}",
    check_fields: "Please check these fields:",
    confirm: "Please confirm: {text}",
    read_document: "Read the document (opens in a new tab)",
    acknowledge: "I have read this text and acknowledge it.",
    contract_language: "Your contract is in {language}.",
    please_choose: "Please choose",
    leave_form: "You have not sent the form yet. What you typed will be lost. Leave anyway?",
    waiting: "One moment",
    keep_open: "Please keep this page open. This can take half a minute.",
    nothing_new: "Nothing has changed yet.",
    questions: "Questions? {operator}: {contact}",
    approved_amount: "You are approved for up to {amount}.",
    approved_until: "Your approval is valid until {until}.",
    approval_ends: "Your approval expires on {until}. Sign before then.",
    approval_elsewhere:
      "You were approved with another cart. You can use that approval here without a new application. The other cart's offer will then no longer be valid.",
    code: "Code from the email",
    code_heading: "Enter your code",
    code_again: "Another code was requested. The earlier one no longer works.",
    over_heading: "Your approval may have expired",
    second_heading: "{former} did not approve your application",
    offer_updated: "Your cart has changed since the offer. We updated the offer: {old} → {new}.",
    all_figures: "All figures",
    terms: "You see the exact terms in the contract before you sign.",
    checking: "Checking your signature …",
    pricing: "Getting your offer …",
    placing: "Placing your order …",
    differs: "These items differ from your contract:",
    difference: "signed {signed}, now {now}",
    differs_elsewhere: "The items are the same. The delivery, the address or a price differs.",
    sign_later:
      "You can close this page and sign later. Nothing ships before that. If you no longer want it, do not sign, and contact this store.",
    order_goes_on: "Your order continues. You can close this page.",
    send_again_in: "You can send it again in {seconds} seconds.",
    order_number: "Order",
    order_total: "Order total",
    signed_for: "Signed for",
    this_cart: "This cart",
    paid_to: "You pay {operator}, not this store. Questions about payments: {contact}.",
    reference: "Lease reference",
    order_unread: "We could not load this order's payment details. Your order is not affected.",
    hosted_method: "Lease-to-own with {operator}",
    hosted_about: "Apply and sign in {operator}'s window. Costs more in total than the cash price.",
    hosted_decides:
      "{operator} decides. Have your Social Security number or ITIN, your income and your bank account ready. This store does not receive them.",
    hosted_opening: "Opening the application …",
    hosted_open: "Continue in {operator}'s window.",
    hosted_silent: "Don't see {operator}'s window? Try again, or choose another payment method.",
    card_gone: "Your lease is signed and saved. Open the application again to fill in the virtual card.",
  },
  buttons: {
    start: "Start application",
    apply: "Apply",
    show: "Show",
    hide: "Hide",
    check: "Check again",
    send_again: "Send the form again",
    ask_code: "I am already approved: send me a code",
    ask_again: "Send another code",
    apply_instead: "Apply with this cart instead",
    use_approval: "Use your approval",
    offer: "Show the offer",
    sign: "Review and sign",
    continue_signing: "Continue signing",
    signed: "I have signed",
    place: "Place order",
    retry: "Try again",
    restore: "Restore cart and place order",
    remove_items: "Remove these items and lease the rest",
    separate: "Lease the rest, order these separately",
    to_cart: "Go to the cart",
    change_cart: "Change the cart",
    open_widget: "Open the application",
    pay_card: "Pay {amount} with the virtual card",
    other: "Choose another payment method",
  },
  contract: {
    title: "Your lease contract",
    frame: "Lease contract",
    close: "Close",
    finished: "I have finished signing",
    new_tab: "Open in a new tab",
    retry: "Try again",
    signatures: "{signed} of {of} signatures",
    all_signed: "Everything is signed. Submit the contract to finish.",
    card: "The card was declined. Try another one.",
    payment_failed: "The first payment did not go through. Nothing ships yet. Try again in the contract.",
    slow: "This is taking longer than usual. Try again, or open the contract in a new tab.",
    not_signed: "Your contract is not signed yet. Close anyway?",
    keep_signing: "Keep signing",
    close_anyway: "Close anyway",
  },
} as const

/** The text of a language, in groups. `codes` may also contain the store's messages and errors. */
export type Texts = {
  [Group in keyof typeof texts]: {
    [key in keyof (typeof texts)[Group]]: string
  }
} & { codes: CodeWords }

export type TextKey<Group extends keyof Texts> = keyof (typeof texts)[Group]
