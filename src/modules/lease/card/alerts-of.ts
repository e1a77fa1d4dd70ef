import { createHash } from "node:crypto"
import { kindsAbout } from "../calls"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { type AlertCode, alertOf, isAbout, isDead } from "../rules/alerts"
import {
  awaitsDelivery,
  isCanceled,
  isDelivered,
  isEnded,
  isHosted,
  isMaybeSigned,
  isSigning,
  isUnreported,
} from "../rules/lease-predicates"
import { capturedAt, heldOf, isPaidFor, type Order } from "../rules/order"
import { lastCall } from "../rules/pending-calls"
import type { RaisedAlert } from "../rules/records"
import { restOf } from "../rules/reversal"
import { type MessageCode, type MessageParams, staffTextOf } from "../texts/messages"
import { type CardFacts, type CardState, isForeign } from "./state"

/** An alert on a card. `amount` is in cents; `since` is null if unknown; `next_retry_at` and `error` are from the alert's call. Times are ISO. */
export type CardAlert = {
  code: AlertCode
  params: MessageParams
  amount?: number
  since: string | null
  next_retry_at?: string
  error?: { code: MessageCode; params: MessageParams; message: string }
}

/** Returns the raised alerts, oldest first, and then the alert for the card's state. `inFlight` is {@link isInFlight}'s result. */
export function alertsOf(facts: CardFacts, state: CardState, inFlight: boolean): CardAlert[] {
  const raised: RaisedAlert[] = facts.lease.alerts
  const own = ownAlert(facts, state, inFlight)
  const all = !own || raised.some(({ code }) => code === own.code) ? raised : [...raised, own]
  return all.map((entry) => ({ ...entry, ...namedFor(facts, entry.code), ...attemptsOf(facts, entry.code) }))
}

/** Returns the code under which the state's alert is shown, or undefined if the state isn't an alert. */
export function alertOfState(facts: CardFacts, state: CardState, inFlight: boolean): AlertCode | undefined {
  const own = ownAlert(facts, state, inFlight)
  return own ? namedFor(facts, own.code).code : undefined
}

/** Returns the code under which an alert is shown, and the amount for its text (cents). */
function namedFor(facts: CardFacts, code: AlertCode): Pick<CardAlert, "code" | "amount"> {
  const { lease, order, partDue } = facts
  if (code === "signed_without_order") return { code: unordered(facts) }
  if (code === "return_partial" && partDue === 0) return { code: "part_return_free" }
  if (code === "return_partial" && partDue) return { code: "part_return_due", amount: partDue }
  if (isAbout(code, "delivery")) return { code, amount: restOf(lease) }
  if (code !== "money_differs" || !order) return { code }
  const held = heldOf(order)
  const unbooked = isDelivered(lease) && lease.reductions !== null ? held - restOf(lease) : 0
  if (unbooked > 0) return { code: "part_refund_due", amount: unbooked }
  if (order.canceled) return { code }
  // If staff still have to refund money, the books aren't wrong, so show the refund instead.
  if (isEnded(lease) && held > 0) return { code: "refund_due", amount: held }
  return { code: isCanceled(lease) && !capturedAt(order) ? "cancel_due" : code }
}

function unordered(facts: CardFacts): AlertCode {
  const { lease, order } = facts
  // Staff can't finish a hosted lease's order, because only the shopper can use the virtual card.
  if (isHosted(lease)) return "card_unused"
  // Medusa created the order but was interrupted before the payment.
  if (lease.order_id === null && order && !isPaidFor(order)) return "order_unpaid"
  if (isUnreported(lease)) return isSigning(lease) ? "never_reported" : "earlier_unreported"
  return isMaybeSigned(lease) ? "maybe_signed" : "signed_without_order"
}

function ownAlert(facts: CardFacts, state: CardState, inFlight: boolean): CardAlert | null {
  const { lease } = facts
  const undated = { params: {}, since: null }
  if (isForeign(facts) && lease.order_id !== null) return { code: "second_order", ...undated }
  if (state === "not_confirmed") {
    // The service reports that the contract is unsigned, has ended or never existed.
    return { code: !isDead(lease) && awaitsDelivery(lease) ? "not_confirmed" : "lease_dead", ...undated }
  }
  if (!isAlert(state) || (inFlight && state === "capture_open")) return null
  if (state === "awaiting") return { code: state, params: {}, since: lease.signed_at?.toISOString() ?? null }
  if (alertOf(state).state === "status") return { code: state, params: {}, since: lease.status_at.toISOString() }
  return { code: state, ...undated }
}

function isAlert(state: CardState): state is CardState & AlertCode {
  return alertOf(state).state !== undefined
}

function attemptsOf(facts: CardFacts, code: AlertCode): Pick<CardAlert, "next_retry_at" | "error"> {
  const call = lastCall(facts, ...kindsAbout(code))
  if (!call?.last_error || call.state === "resolved_by_hand") return {}
  const { code: reason, params } = call.last_error
  return {
    ...(call.state === "due" && { next_retry_at: call.due_at.toISOString() }),
    error: { code: reason, params, message: staffTextOf(reason, params) },
  }
}

/**
 * Returns a mark that identifies the facts behind an alert, because staff accept only the facts they saw. Undefined if resolving the alert doesn't
 * accept any facts. `recipient` is the ledger's hash of the recipient.
 */
export function markOf(code: RaisedAlertCode | undefined, order: Order, recipient: string): string | undefined {
  switch (code && alertOf(code).accepts) {
    case "recipient":
      return createHash("sha256").update(recipient).digest("hex").slice(0, 16)
    case "goods":
      return `${order.total}-${order.returned}`
    case "money":
      return `${heldOf(order)}-${order.heldElsewhere}`
    default:
      return undefined
  }
}
