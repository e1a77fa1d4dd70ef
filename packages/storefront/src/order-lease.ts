import type { ScreenWords } from "./screen.js"
import { speaker } from "./screen-words.js"
import type { LeaseView, Message } from "./wire.js"

/** A placed lease in words, for the page of its order. */
export type OrderLease = {
  /** How it is paid. */
  method: string
  /** Enough of the reference to tell two leases apart, too little to use. */
  reference: { label: string; value: string }
  /** The store's, for example that the contract is still being confirmed. */
  messages: string[]
  /** Who receives the payments. */
  payments: string
}

/** Says the lease that `GET /store/lease-to-own/orders/:id` answers. The operator is known from the view of the order's cart. */
export function orderLease(
  { reference, messages }: { reference: string; messages: Message[] },
  { name, contact }: LeaseView["operator"],
  words: ScreenWords,
): OrderLease {
  const { say, dictionary } = speaker(words)
  return {
    method: say("method"),
    reference: { label: say("reference"), value: `… ${reference.slice(-5)}` },
    messages: messages.map((message) => dictionary.message(message).message),
    payments: say("paid_to", { operator: name, contact }),
  }
}
