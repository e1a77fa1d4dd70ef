import { kindsAbout } from "../calls"
import { type AlertCode, alertOf, type StateAlertCode } from "../rules/alerts"
import { capturedAt, heldOf, isPaidFor } from "../rules/order"
import type { Attention } from "../rules/records"
import { restOf } from "../rules/reductions"
import {
  awaitsDelivery,
  isCanceled,
  isDelivered,
  isHosted,
  isOver,
  isReported,
  isSigning,
  isUnheard,
} from "../rules/standing"
import { isOpen } from "../rules/tasks"
import { type MessageCode, type MessageParams, staffTextOf } from "../texts/messages"
import { type CardFacts, isForeign, lastCall } from "./facts"
import type { CardState } from "./state"

/**
 * `amount`: the sum that the alert names, in cents. `since`: ISO time; null when its beginning was not recorded. `next_retry_at`: when the call behind it is repeated automatically. `error`:
 * how its last attempt ended, in English, with the code under which it is translated.
 */
export type CardAttention = {
  code: AlertCode
  params: MessageParams
  amount?: number
  since: string | null
  next_retry_at?: string
  error?: { code: MessageCode; params: MessageParams; message: string }
}

/** The states that are alerts themselves. */
function isAlert(state: CardState): state is CardState & StateAlertCode {
  return alertOf(state).state !== undefined
}

/** Alerts that need a person, oldest first; the card's own comes last. `settling`: anything missing is still on its way. */
export function alertsOf(facts: CardFacts, state: CardState, settling: boolean): CardAttention[] {
  const raised: Attention[] = facts.lease.attention
  const own = ownAlert(facts, state, settling)
  const all = !own || raised.some(({ code }) => code === own.code) ? raised : [...raised, own]
  return all.map((entry) => ({ ...entry, ...namedFor(facts, entry.code), ...attemptsOf(facts, entry.code) }))
}

/** An alert, under the name that the person who must act on it sees. */
function namedFor(facts: CardFacts, code: AlertCode): Pick<CardAttention, "code" | "amount"> {
  if (code === "signed_without_order") return { code: unordered(facts) }
  const { lease, order, partDue } = facts
  if (code === "return_partial" && partDue === 0) return { code: "part_return_free" }
  if (code === "return_partial" && partDue) return { code: "part_return_due", amount: partDue }
  const unbooked = order && isDelivered(lease) && lease.reductions !== null ? heldOf(order) - restOf(lease) : 0
  if (code === "money_differs" && unbooked > 0) return { code: "part_refund_due", amount: unbooked }
  // Nothing is wrong with money that is still to be given back.
  const due = code === "money_differs" && isOver(lease) && order && !order.canceled && heldOf(order) > 0
  if (due) return { code: "refund_due", amount: heldOf(order) }
  const isOpen = code === "money_differs" && isCanceled(lease) && order && !order.canceled && !capturedAt(order)
  return { code: isOpen ? "cancel_due" : code }
}

/** Alert for "signed, and no order" as the lease stands. */
function unordered(facts: CardFacts): AlertCode {
  const { lease } = facts
  // Only the shopper can use a hosted lease's virtual card.
  if (isHosted(lease)) return "card_unused"
  // Core made the order and was cut off before its payment.
  if (isForeign(facts) && lease.order_id === null && facts.order && !isPaidFor(facts.order)) return "order_unpaid"
  if (isUnheard(lease)) return "never_reported"
  return isSigning(lease) && isReported(lease) ? "maybe_signed" : "signed_without_order"
}

function ownAlert(facts: CardFacts, state: CardState, settling: boolean): CardAttention | null {
  const { lease, order } = facts
  if (isForeign(facts) && lease.order_id !== null) return { code: "second_order", params: {}, since: null }
  if (state === "not_confirmed") return notConfirmed(facts)
  if (!isAlert(state) || (settling && state === "capture_open")) return null
  if (state === "awaiting") return { code: state, params: {}, since: lease.signed_at?.toISOString() ?? null }
  const counts = { done: String(order?.returned ?? 0), total: String(order?.pieces ?? 0) }
  const dated = alertOf(state).state === "status"
  return {
    code: state,
    params: state === "return_partial" ? counts : {},
    since: dated ? lease.status_at.toISOString() : null,
  }
}

/** The service says that nothing is signed yet; or the contract is over, or never was. */
function notConfirmed({ lease, order }: CardFacts): CardAttention {
  const dead = lease.attention.some(({ code }) => code === "lease_dead")
  const open = !dead && awaitsDelivery(lease) && order !== null
  return { code: open ? "not_confirmed" : "lease_dead", params: {}, since: null }
}

function attemptsOf(facts: CardFacts, code: AlertCode): Pick<CardAttention, "next_retry_at" | "error"> {
  const call = lastCall(facts, ...kindsAbout(code))
  if (!call?.last_error || call.state === "done" || call.state === "settled") return {}
  const { code: reason, params } = call.last_error
  const again = isOpen(call) && call.state === "due" && { next_retry_at: new Date(call.due_at).toISOString() }
  return { ...again, error: { code: reason, params, message: staffTextOf(reason, params) } }
}
