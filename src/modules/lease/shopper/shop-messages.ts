import {
  awaitsFirstPayment,
  isByLink,
  isCanceling,
  isDenied,
  isExpired,
  isForExistingOrder,
  isPending,
  isReported,
  isSigned,
  isUndecided,
} from "../rules/lease-predicates"
import { isBeingChecked } from "../rules/newer"
import type { LeaseRecord } from "../rules/records"
import type { MessageCode } from "../texts/messages"
import { becauseText } from "../texts/reasons"
import { differingPart, type Message, message, mismatchOf, type ShopFindings } from "./shop-actions"

/** Returns the messages that a shopper sees before the order is placed. */
export function messagesOf(lease: LeaseRecord | null, found: ShopFindings): Message[] {
  const { step, difference, failure } = found
  const params = { ...found.params, ...found.exceeded, ...differingPart(difference) }
  if (lease && isBeingChecked(lease)) return [message("lease_checking", found.params)]
  if (lease && isForExistingOrder(lease)) return forExistingOrder(lease).map((code) => message(code, params))
  const codes: MessageCode[] = []
  if (lease && isPending(lease)) codes.push("pending")
  if (lease && isUndecided(lease)) codes.push("undecided")
  if (step === "denied") codes.push(step)
  if (lease && isExpired(lease)) codes.push("expired")
  // The stored end date has passed, but the service may still accept the approval.
  if (found.isPastEnd) codes.push("approval_over")
  if (lease && isCanceling(lease)) codes.push("busy")
  if (lease && awaitsFirstPayment(lease)) codes.push("signature_pending")
  if (step === "cart_changed" || step === "over_limit") codes.push(step)
  if (step === "contract_mismatch") codes.push(mismatchOf(difference) ?? step)
  if (step === "card" && difference) codes.push("card_mismatch")
  const texts = codes.map((code) => message(code, params))
  if (step !== "order_failed" || !failure) return texts
  if (failure.code === "store_refused") return [...texts, message(failure.code, params)]
  // The service no longer has the contract, and the shopper can't apply again until staff resolve this, so say whom to contact.
  if (failure.code === "lease_dead") return [...texts, message("order_lease_ask", params)]
  return [...texts, message("order_failed_signed", becauseText(failure.code, { ...params, ...failure.params }))]
}

/** Leaves out messages about changing the cart or paying another way, because the order already exists. */
function forExistingOrder(lease: LeaseRecord): MessageCode[] {
  if (isCanceling(lease)) return ["busy"]
  if (isDenied(lease)) return ["order_denied"]
  if (isPending(lease)) return ["pending"]
  if (isUndecided(lease)) return ["undecided"]
  if (isSigned(lease)) return []
  if (awaitsFirstPayment(lease)) return ["signature_pending"]
  if (isReported(lease)) return ["awaiting"]
  return isByLink(lease) ? [] : ["contract_replaced"]
}
