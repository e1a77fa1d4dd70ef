import type { LeaseEstimate } from "../wire.js"
import type { CodeWords } from "./code-words.js"

/** The English text of the message. `{operator}`, `{contact}` and amounts are filled in. */
export const messageEn = {
  language: "en",
  available: "Lease-to-own available",
  /** The headline above the figures. */
  figures: "Lease now, own later",
  unavailable: "Lease-to-own not available",
  approved: "You're approved for up to {amount} until {until}.",
  approvedUntil: "You're approved until {until}.",
  costs: "Costs more in total than the cash price.",
  between: "For orders from {from} to {to}.",
  from: "For orders from {from}.",
  upTo: "For orders up to {to}.",
  /** The parts of the line with the payment. */
  each: "{each} {every}",
  payments: "{payments} payments",
  paymentsOver: "{payments} payments over {months} months",
  total: "{total} total cost",
  kind: "Rental-purchase, not a loan",
  every: {
    weekly: "every week",
    biWeekly: "every two weeks",
    semiMonthly: "twice a month",
    monthly: "every month",
  } satisfies Record<LeaseEstimate["every"], string>,
  /** The rows below that line. */
  cashPrice: "Cash price",
  firstPayment: "First payment, due today",
  today: "Due today",
  condition: "Condition",
  conditions: { new: "New", used: "Used", refurbished: "Refurbished" },
  owned: "Yours after all {payments} payments, or if you buy early. Until then, {operator} is the owner.",
  excludesDelivery: "Amounts are before delivery and any sales tax.",
  excludesTax: "Amounts are before any sales tax.",
  zip: {
    ask: "Enter your ZIP code to see payments and total cost.",
    label: "ZIP code",
    show: "Show payments",
    invalid: "Enter a 5-digit ZIP code.",
    none: "No example for this ZIP code. You see all amounts before you sign.",
    given: "For ZIP code {zip}.",
    change: "Change",
  },
  learnMore: "Learn more",
  title: "How lease-to-own works",
  /** How leasing works, one step per text. */
  how: [
    "Choose lease-to-own at checkout and apply. {operator} decides.",
    "You see what is due today, each payment and the total before you sign.",
    "Sign the contract, and the store ships your order. You pay {operator}, not this store.",
    "The items are yours once you have made all payments or bought them early.",
  ] as readonly string[],
  /** Sentences that the dialog must always show. Never empty. */
  disclosure: [
    "This is a lease, not a loan. {operator} owns the items until you have made all payments or bought them early.",
    "All payments together come to more than the cash price. You see both before you sign.",
    "Not everyone is approved, and leases are not offered in every state.",
    "Questions? {operator}: {contact}",
  ] as readonly string[],
  close: "Close",
  /** Reasons and errors. Empty, because the store's own texts are in English. */
  codes: {} as CodeWords,
}

export type MessageWords = typeof messageEn
