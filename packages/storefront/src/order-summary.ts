import type { ScreenWords } from "./screen.js"
import { speaker } from "./screen-words.js"
import type { OrderLease } from "./wire.js"

/** A placed lease in words, for the page of its order. */
export type OrderSummary = {
  /** How it is paid. */
  method: string
  /** Enough of the reference to tell two leases apart, too little to use. */
  reference: { label: string; value: string }
  /** Where the lease stands, and the store's messages beside that. */
  messages: string[]
  /** Who receives the payments. */
  payments: string
}

/** Says the lease that `createLeaseOrder` reads. Where it stands is told in that one's language. */
export function orderSummary(
  { reference, says, messages, operator }: Pick<OrderLease, "reference" | "says" | "messages" | "operator">,
  words: ScreenWords,
): OrderSummary {
  const { say, dictionary } = speaker(words)
  return {
    method: say("method"),
    reference: { label: say("reference"), value: `… ${reference.slice(-5)}` },
    messages: [says.message, ...messages.map((message) => dictionary.message(message).message)],
    payments: say("paid_to", { operator: operator.name, contact: operator.contact }),
  }
}
