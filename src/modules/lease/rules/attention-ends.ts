import { ATTENTION_CODES, type AttentionCode, PAST_THE_END } from "../texts/messages"
import { type LeaseStatus, OVER } from "./state-machine"

/** What is said of an order and its lease together: it ends with both. */
export const OF_BOTH: readonly AttentionCode[] = ["cart_mismatch", "invoice_differs", "lease_dead"]

/** What is said of a placed lease on its way to the delivery. */
export const OF_PLACED: readonly AttentionCode[] = [
  "signed_without_order",
  "shipped_unconfirmed",
  "delivery_failed",
  "delivery_unknown",
]

/** What a lease that is over can leave to be seen to: money, goods, and other orders. */
const KEPT: readonly AttentionCode[] = ["money_differs", ...PAST_THE_END, ...OF_BOTH]

/** What was raised and ends when a lease enters this status, whoever moves it. */
export function endedBy(status: LeaseStatus): readonly AttentionCode[] {
  if (OVER.includes(status)) return ATTENTION_CODES.filter((code) => !KEPT.includes(code))
  return status === "delivered" ? OF_PLACED : []
}
