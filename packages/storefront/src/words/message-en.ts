import type { LeaseEstimate } from "../wire.js"
import type { CodeWords } from "./code-words.js"

/** Texts of the English message. `{operator}`, `{contact}` and amounts are filled in. */
export const messageEn = {
  language: "en",
  available: "Lease-to-own available",
  unavailable: "Lease-to-own not available",
  approved: "You're approved for up to {amount} until {until}.",
  approvedUntil: "You're approved until {until}.",
  costs: "Costs more in total than the cash price.",
  between: "For orders from {from} to {to}.",
  from: "For orders from {from}.",
  upTo: "For orders up to {to}.",
  today: "Due today",
  payments: "Then {payments} payments, {every}",
  total: "Total to own",
  every: {
    weekly: "every week",
    biWeekly: "every two weeks",
    semiMonthly: "twice a month",
    monthly: "every month",
  } satisfies Record<LeaseEstimate["every"], string>,
  learnMore: "Learn more",
  title: "How lease-to-own works",
  /** How leasing works, one step per text. */
  how: [
    "Choose lease-to-own at checkout and apply. {operator} decides, usually in under a minute.",
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
