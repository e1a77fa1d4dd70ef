import { PLACING_LAPSES_MS, placingSince } from "../accounts/deps"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { isDead } from "../rules/alerts"
import { isOrderedOtherwise, isRuledOut } from "../rules/conditions"
import {
  isApproved,
  isByLink,
  isForExistingOrder,
  isReported,
  isSigned,
  isSigning,
  isSure,
  isUnreported,
  isVerified,
} from "../rules/lease-predicates"
import { DAY_MS, MINUTE_MS } from "../rules/moments"
import { amountDiffers, isOurs, isPaidFor, type Order, standsAt } from "../rules/order"
import { isUnderWay, NOT_REACHED, type PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import {
  AGAIN_MS,
  after,
  cancelAfterRecheck,
  cancelFor,
  type Decision,
  type DecisionFacts,
  type DecisionOptions,
  type DueCall,
  heldReading,
  reading,
  SECOND_CHECK_MS,
  soonest,
} from "./decision"

/** How long until an unpaid order is checked again (ms). Only the cart links the order to the lease, so the order's events trigger no check. */
const UNPAID_ORDER_MS = 10 * MINUTE_MS

/** The decision for an unsigned lease: release its order if it was canceled or paid another way, and follow up on any contract. */
export function unsigned(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  const { lease, order, now } = facts
  const awaited = isForExistingOrder(lease)
  // A draft order can be deleted, so the order may be missing.
  if (awaited && (order ? order.canceled : isByLink(lease))) {
    // Reconcile again soon, because the status of an earlier contract must still be read.
    if (!isSigning(lease)) return { release: true, reconcileAt: after(now, MINUTE_MS) }
    if (!isRuledOut("cancel_contract", facts, options))
      return { calls: [cancelFor("order_canceled")], reconcileAt: after(now, DAY_MS) }
  }
  if (isByLink(lease) && order && isOrderedOtherwise(order) && !isSigning(lease))
    return { release: true, reconcileAt: after(now, MINUTE_MS) }
  const read = lease.contract_at && !isApproved(lease) ? handedOut(facts, options) : {}
  if (!awaited) return read
  return { ...read, reconcileAt: soonest(read.reconcileAt ?? after(now, DAY_MS), after(now, AGAIN_MS.placed)) }
}

/** The decision for a handed-out contract: read its status, in case the shopper signed, and cancel it once the cart is ordered another way. */
function handedOut(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  const { lease, order, now } = facts
  const stands = order && standsAt(order)
  // Count from when the contract was handed out. It can still be signed after a newer offer, and only a status check reveals that.
  const since = lease.contract_at ?? now
  if (isSigning(lease) && stands && stands <= now && isOrderedOtherwise(order)) {
    // Some services don't cancel an unsigned contract. Keep reading, and cancel it if the shopper signs after all.
    if (isRuledOut("cancel_contract", facts, options)) return reading(since, facts)
    return { calls: [cancelAfterRecheck("ordered_otherwise")], reconcileAt: after(now, DAY_MS) }
  }
  const deadline = after(lease.contracts_received_at ?? since, options.abandonAfter)
  if (lease.contracts_received_at && deadline <= now) return neverReady(facts, options, deadline)
  const read = reading(since, facts)
  const reconcileAt = [stands, isUnreported(lease) && deadline].reduce<Date>(
    (next, mark) => (mark && mark > now ? soonest(next, mark) : next),
    read.reconcileAt,
  )
  return { ...read, reconcileAt, ...perhapsSigned(facts, deadline) }
}

/** If the service gives no status, alerts staff at the deadline to ask the operator. If no browser reported a signature, does so only once. */
function perhapsSigned({ lease, now }: DecisionFacts, deadline: Date): Partial<Decision> {
  const code: RaisedAlertCode[] = ["signed_without_order"]
  const isDue = deadline <= now
  if (isDue && isReported(lease)) return { raise: code }
  if (!isDue || !isUnreported(lease)) return { clear: code }
  return lease.checked_at && lease.checked_at >= deadline ? {} : { raise: code }
}

/** The decision for a signed contract whose first payment is still missing at the deadline: cancel it after one more check. */
function neverReady(facts: DecisionFacts, options: DecisionOptions, deadline: Date): Partial<Decision> {
  const { lease, now } = facts
  if (!lease.checked_at || lease.checked_at < deadline)
    return { calls: [{ kind: "read_status" }], reconcileAt: after(now, AGAIN_MS.moving) }
  const raise: RaisedAlertCode[] = ["signed_without_order"]
  const held = isRuledOut("cancel_contract", facts, options)
  if (isSigning(lease) && !held)
    return { raise, calls: [cancelAfterRecheck("abandoned")], reconcileAt: after(now, DAY_MS) }
  // Keep reading, because the cart was offered again or the service refused the cancellation.
  return { ...reading(lease.contract_at ?? now, facts), raise }
}

/** The decision for a signed contract whose order isn't recorded yet. */
export function signed(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  return facts.order ? recordWhenItStands(facts, facts.order) : unordered(facts, options)
}

/**
 * The decision for an existing order whose contract is signed. The lease's payment replaces the earlier payment only once the totals match and the
 * signature is confirmed.
 */
export function signedForExistingOrder(facts: DecisionFacts): Partial<Decision> {
  const { lease, order, now } = facts
  const reconcileAt = after(now, AGAIN_MS.moving)
  if (!order) return { calls: isByLink(lease) ? [cancelAfterRecheck("order_canceled")] : [], reconcileAt }
  if (order.canceled) return { calls: [cancelFor("order_canceled")], reconcileAt }
  // If `verified_at` is missing, the signature was read while another cart was being sent, so the status must be read again.
  const isOutdated = isVerified(lease) && !lease.verified_at
  if (!isSure(lease) || isOutdated) return reading(lease.signed_at ?? now, facts)
  if (isDead(lease)) return heldReading(facts, reconcileAt)
  const isHeld = amountDiffers(lease, order) || (isByLink(lease) && order.heldByOthers)
  return { calls: isHeld ? [] : [{ kind: "replace_payment" }], reconcileAt }
}

/** The decision for a signed contract without an order: place one, or cancel the contract after a failed attempt and `abandonAfter`. */
function unordered(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  const { lease, pendingCalls, now } = facts
  const since = lease.signed_at ?? lease.status_at
  if (isDead(lease)) return reading(since, facts)
  const age = now.getTime() - since.getTime()
  const place: DueCall = { kind: "place_order" }
  if (age < options.abandonAfter) {
    if (age < options.placeOrderAfter) return { reconcileAt: after(since, options.placeOrderAfter) }
    const soon = after(now, AGAIN_MS.moving)
    return { calls: [place], reconcileAt: soonest(soon, after(since, options.abandonAfter)) }
  }
  if (!wasTried(lease, pendingCalls)) return { calls: [place], reconcileAt: after(now, SECOND_CHECK_MS) }
  return { raise: ["signed_without_order"], calls: [cancelAfterRecheck("abandoned")], reconcileAt: after(now, DAY_MS) }
}

/** Errors of attempts that don't count, because they ended before Medusa tried to place the order. */
const NOT_TRIED: readonly string[] = ["busy", "store_unavailable", ...NOT_REACHED]

/** Whether an attempt to place the order has ended since the signature, staff have resolved it, or a cancellation was started instead. */
function wasTried({ status_at }: LeaseRecord, pendingCalls: readonly PendingCall[]): boolean {
  return pendingCalls.some(({ kind, state, detail, created_at, finished_at, last_error }) => {
    if (kind === "place_order") {
      const ended = finished_at ?? (last_error && !NOT_TRIED.includes(last_error.code) ? new Date(last_error.at) : null)
      return state === "resolved_by_hand" || (ended !== null && ended >= status_at)
    }
    if (detail.cause !== "abandoned") return false
    return !isUnderWay({ state }) || created_at >= status_at
  })
}

export function placing(facts: DecisionFacts): Partial<Decision> {
  const { lease, order } = facts
  if (order && isOurs(order)) return recordWhenItStands(facts, order)
  return { reconcileAt: after(placingSince(lease), PLACING_LAPSES_MS + 1000) }
}

/** Records an order once it has a payment and is old enough. Medusa deletes an order whose payment is declined, even if the decline comes late. */
function recordWhenItStands({ lease, now }: DecisionFacts, order: Order): Partial<Decision> {
  const stands = standsAt(order)
  if (stands > now) return { reconcileAt: stands }
  if (isPaidFor(order)) return { record: true, reconcileAt: now }
  if (!order.canceled && isOrderedOtherwise(order))
    return { calls: [cancelAfterRecheck("ordered_otherwise")], reconcileAt: after(now, DAY_MS) }
  // Medusa was interrupted before the payment, so alert staff. When they cancel the order, the contract is canceled as well.
  const calls = order.canceled && isSigned(lease) ? [cancelAfterRecheck("order_canceled")] : []
  return { raise: ["signed_without_order"], calls, reconcileAt: after(now, UNPAID_ORDER_MS) }
}
