import { PLACING_LAPSES_MS, placingSince } from "../accounts/deps"
import { isDead, type RaisedAlertCode } from "../rules/alerts"
import { isOrderedOtherwise, isRuledOut } from "../rules/conditions"
import {
  isApproved,
  isByLink,
  isForExistingOrder,
  isReported,
  isSigned,
  isSigning,
  isSure,
  isUnheard,
  isVerified,
} from "../rules/lease-predicates"
import { amountDiffers, isOurs, isPaidFor, type Order, standsAt } from "../rules/order"
import { isUnderWay, NOT_REACHED, type PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import {
  AGAIN_MS,
  after,
  cancelFor,
  DAY,
  type Decision,
  type DueCall,
  type Facts,
  giveUp,
  heldReading,
  MINUTE,
  type Options,
  reading,
  SECOND_CHECK_MS,
  soonest,
} from "./decision"

/** When to check an unpaid order again (ms). It is known only by its cart, so none of its events wakes a handler. */
const UNPAID_ORDER_MS = 10 * MINUTE

/** Before the contract a lease owes nothing, unless the order that waits for it is canceled, or was paid otherwise: then it is let go. */
export function unsigned(facts: Facts, options: Options): Partial<Decision> {
  const { lease, order, now } = facts
  const awaited = isForExistingOrder(lease)
  // A draft order can be deleted.
  if (awaited && (order ? order.canceled : isByLink(lease))) {
    // Keep reading a contract that was handed out before.
    if (!isSigning(lease)) return { release: true, reconcileAt: after(now, MINUTE) }
    if (!isRuledOut("cancel_contract", facts, options))
      return { calls: [cancelFor("order_canceled")], reconcileAt: after(now, DAY) }
  }
  if (isByLink(lease) && order && isOrderedOtherwise(order) && !isSigning(lease))
    return { release: true, reconcileAt: after(now, MINUTE) }
  const read = lease.contract_at && !isApproved(lease) ? handedOut(facts, options) : {}
  if (!awaited) return read
  return { ...read, reconcileAt: soonest(read.reconcileAt ?? after(now, DAY), after(now, AGAIN_MS.placed)) }
}

/** Reading finds a shopper who signed and closed the tab. A cart that was ordered another way must no longer be signed for. */
function handedOut(facts: Facts, options: Options): Partial<Decision> {
  const { lease, order, now } = facts
  const stands = order && standsAt(order)
  // A contract that was handed out before the last offer can still be signed, and only reading finds that.
  const since = lease.contract_at ?? now
  if (isSigning(lease) && stands && stands <= now && isOrderedOtherwise(order)) {
    // Some services do not cancel an unsigned contract. Keep reading, and cancel it if it is signed after all.
    if (isRuledOut("cancel_contract", facts, options)) return reading(since, facts)
    return { calls: [giveUp("ordered_otherwise")], reconcileAt: after(now, DAY) }
  }
  const deadline = after(lease.contracts_received_at ?? since, options.abandonAfter)
  if (lease.contracts_received_at && deadline <= now) return neverReady(facts, options, deadline)
  const read = reading(since, facts)
  const reconcileAt = [stands, isUnheard(lease) && deadline].reduce<Date>(
    (next, mark) => (mark && mark > now ? soonest(next, mark) : next),
    read.reconcileAt,
  )
  return { ...read, reconcileAt, ...perhapsSigned(facts, deadline) }
}

/** Without a status, staff ask the operator. An unreported contract raises one alert, at the first check after `deadline`; later checks only read. */
function perhapsSigned({ lease, now }: Facts, deadline: Date): Partial<Decision> {
  const code: RaisedAlertCode[] = ["signed_without_order"]
  const isDue = deadline <= now
  if (isDue && isReported(lease)) return { raise: code }
  if (!isDue || !isUnheard(lease)) return { lower: code }
  return lease.checked_at && lease.checked_at >= deadline ? {} : { raise: code }
}

/** Signed, but not OK to deliver in all that time: canceled after one more check, like any lease that can't become an order. */
function neverReady(facts: Facts, options: Options, deadline: Date): Partial<Decision> {
  const { lease, now } = facts
  if (!lease.checked_at || lease.checked_at < deadline)
    return { calls: [{ kind: "read_status" }], reconcileAt: after(now, AGAIN_MS.moving) }
  const raise: RaisedAlertCode[] = ["signed_without_order"]
  const held = isRuledOut("cancel_contract", facts, options)
  if (isSigning(lease) && !held) return { raise, calls: [giveUp("abandoned")], reconcileAt: after(now, DAY) }
  // It was offered again, or the service refused to cancel it: keep reading.
  return { ...reading(lease.contract_at ?? now, facts), raise }
}

/** The contract is signed, and its order is not recorded yet. */
export function signed(facts: Facts, options: Options): Partial<Decision> {
  return facts.order ? recordWhenItStands(facts, facts.order) : unordered(facts, options)
}

/** The contract is signed: its payment replaces the old one, if any, once the total matches. Without a status, staff confirm first. */
export function signedForExistingOrder(facts: Facts): Partial<Decision> {
  const { lease, order, now } = facts
  const reconcileAt = after(now, AGAIN_MS.moving)
  if (!order) return { calls: isByLink(lease) ? [giveUp("order_canceled")] : [], reconcileAt }
  if (order.canceled) return { calls: [cancelFor("order_canceled")], reconcileAt }
  // Without a moment, its signature was read while another cart was being sent.
  const isOutdated = isVerified(lease) && !lease.verified_at
  if (!isSure(lease) || isOutdated) return reading(lease.signed_at ?? now, facts)
  if (isDead(lease)) return heldReading(facts, reconcileAt)
  const isHeld = amountDiffers(lease, order) || (isByLink(lease) && order.heldByOthers)
  return { calls: isHeld ? [] : [{ kind: "replace_payment" }], reconcileAt }
}

/** Signed but not ordered: places the order. Cancels only after a failed attempt, once `abandonAfter` is over. */
function unordered(facts: Facts, options: Options): Partial<Decision> {
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
  return { raise: ["signed_without_order"], calls: [giveUp("abandoned")], reconcileAt: after(now, DAY) }
}

/** Errors of attempts that don't count, because they never got as far as placing the order. */
const NOT_TRIED: readonly string[] = ["busy", "store_unavailable", ...NOT_REACHED]

/** Whether placing the order was tried since the lease was last found signed, or staff took over, or a cancellation replaced the attempt. */
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

/** Its cart is being completed. */
export function placing(facts: Facts): Partial<Decision> {
  const { lease, order } = facts
  if (order && isOurs(order)) return recordWhenItStands(facts, order)
  return { reconcileAt: after(placingSince(lease), PLACING_LAPSES_MS + 1000) }
}

/** Medusa removes an order whose payment is declined, however late, so an order stands only with its age and a payment. Its event may be lost. */
function recordWhenItStands({ lease, now }: Facts, order: Order): Partial<Decision> {
  const stands = standsAt(order)
  if (stands > now) return { reconcileAt: stands }
  if (isPaidFor(order)) return { record: true, reconcileAt: now }
  if (!order.canceled && isOrderedOtherwise(order))
    return { calls: [giveUp("ordered_otherwise")], reconcileAt: after(now, DAY) }
  // An order without a payment is left over: staff cancel it, and the contract with it.
  const calls = order.canceled && isSigned(lease) ? [giveUp("order_canceled")] : []
  return { raise: ["signed_without_order"], calls, reconcileAt: after(now, UNPAID_ORDER_MS) }
}
