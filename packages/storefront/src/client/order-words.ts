import type { OrderLease } from "../wire.js"
import { type CodeWords, messageIn } from "../words/code-words.js"

export function orderPath(orderId: string): string {
  return `/store/lease-to-own/orders/${encodeURIComponent(orderId)}`
}

/** The lease of an order in the words of a language. */
export function orderWords(lease: OrderLease, words: CodeWords): OrderLease {
  const { says, messages } = lease
  return { ...lease, says: messageIn(words, says), messages: messages.map((one) => messageIn(words, one)) }
}
