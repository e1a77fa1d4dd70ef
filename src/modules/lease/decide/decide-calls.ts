import type { RaisedAlertCode } from "../rules/alert-codes"
import { blockingOf, evaluateAlerts, hasAlert, hasDifference } from "../rules/alerts"
import { BOOKS_LAG_MS, isAboutToCancel, isRuledOut, isSent } from "../rules/conditions"
import { dayToConfirm, expectedDay, trackingOf } from "../rules/delivery"
import {
  awaitsDelivery,
  hasEvidence,
  isByLink,
  isEnded,
  isForExistingOrder,
  isHosted,
  isReturned,
  isSigned,
  isSure,
} from "../rules/lease-predicates"
import { DAY_MS, HOUR_MS } from "../rules/moments"
import {
  awaitingSession,
  isOpenPayment,
  isOwn,
  isPaidOtherwise,
  ORDER_STANDS_MS,
  type Order,
  standsAt,
  toCapture,
} from "../rules/order"
import { isUnderWay } from "../rules/pending-calls"
import { placing, signed, signedForExistingOrder, unsigned } from "./before-order"
import {
  AGAIN_MS,
  after,
  cancelFor,
  type Decision,
  type DecisionFacts,
  type DecisionOptions,
  type DueCall,
  heldReading,
  reading,
  soonest,
} from "./decision"

/** Determines, from the facts alone, which calls are due for a lease now and which of its alerts apply. */
export function decideCalls(facts: DecisionFacts, options: DecisionOptions): Decision {
  const alerts = evaluateAlerts(facts, options)
  const current = { ...facts, lease: { ...facts.lease, alerts: alerts.open } }
  const found = (isHosted(facts.lease) ? decideHosted : decideOwn)(current, options)
  const { calls = [], raise = [], clear = [] } = found
  return {
    record: false,
    reconcileAt: null,
    ...found,
    calls: calls.filter(({ kind }) => !isRuledOut(kind, facts, options)),
    raise: [...raise, ...alerts.raise],
    clear: [...clear, ...alerts.clear],
  }
}

/** The decision for a lease in the API flow. */
function decideOwn(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  const { lease, now } = facts
  if (isForExistingOrder(lease) && isSigned(lease)) return signedForExistingOrder(facts)
  if (isEnded(lease)) return ended(facts)
  switch (lease.status) {
    case "submitting":
      return { reconcileAt: after(now, AGAIN_MS.submitting) }
    case "signed":
      return signed(facts, options)
    case "placing":
      return placing(facts)
    case "placed":
      return placed(facts, options)
    case "delivered":
      return delivered(facts)
    case "canceling":
      return { calls: [{ kind: "cancel_contract" }], reconcileAt: after(now, AGAIN_MS.moving) }
    case "returning":
      return { calls: [{ kind: "return_lease" }], reconcileAt: after(now, AGAIN_MS.moving) }
    default:
      return unsigned(facts, options)
  }
}

/** The decision for a placed order whose lease hasn't started. */
function placed(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  const { lease, order, now } = facts
  const reconcileAt = after(now, AGAIN_MS.placed)
  if (!order) return { reconcileAt }
  if (order.canceled) return { calls: isAboutToCancel(facts) ? [cancelFor("order_canceled")] : [], reconcileAt }
  if (!isSure(lease)) return reading(lease.placed_at ?? now, facts)
  if (blockingOf(lease.alerts)) return heldReading(facts, reconcileAt)
  const calls = [
    ...authorize(order),
    ...(options.captureOn === "order" ? capture(order) : []),
    // Don't confirm the delivery if the goods differ from the contract, because that would start a lease for the wrong goods.
    ...(hasDifference(lease.alerts, "goods") ? [] : deliveryBy("confirm_delivery", facts, { order, options })),
  ]
  return { calls, reconcileAt }
}

/** The decision for a lease that has started: authorize and capture an outstanding payment. */
function delivered(facts: DecisionFacts): Partial<Decision> {
  const { lease, order, now } = facts
  const reconcileAt = after(now, AGAIN_MS.delivered)
  if (!order || order.canceled) return { reconcileAt }
  if (blockingOf(lease.alerts)) return heldReading(facts, reconcileAt)
  return { calls: [...authorize(order), ...capture(order)], reconcileAt }
}

/**
 * The decision for a lease that has ended: close its payment if the order is canceled or was never placed. An uncaptured payment is also closed after
 * a return, or if a lease by link ended before the order was recorded as its own. If the lease's own order was never recorded, the payment is closed
 * and staff get an alert.
 */
function ended(facts: DecisionFacts): Partial<Decision> {
  const { lease, cart, pendingCalls, now } = facts
  // The request that ended the lease or the order may still be recording or reverting a refund, so wait.
  const endedAt = Math.max(lease.status_at.getTime(), facts.order?.canceledAt?.getTime() ?? 0)
  const booked = new Date(endedAt + BOOKS_LAG_MS)
  if (booked > now) return { reconcileAt: booked }
  // After this lease gave up its cart, another lease may have placed the cart's order, so ignore an order that isn't this lease's own.
  const order = lease.order_id || (facts.order && isOwn(facts.order, lease)) ? facts.order : null
  const open = (order ?? cart)?.payments.filter(isOpenPayment) ?? []
  const closed = order === null || order.canceled || !lease.order_id
  // Keep checking, because store code may close an order without an event, and events for another lease's order don't trigger a check.
  const staysOpen = lease.alerts.length > 0 || (!closed && open.length > 0)
  // Medusa's own cancellation refunds the payment and records the refund, so don't close the payment as well.
  const canceling = !order?.canceled && pendingCalls.some((call) => call.kind === "cancel_order" && isUnderWay(call))
  // If nothing was captured, and the goods were returned or never paid for, the payment can be closed without staff review.
  const isNeverCaptured = (isReturned(lease) || isByLink(lease)) && open.every(({ captured }) => captured === 0)
  const closes = (closed || isNeverCaptured) && open.length > 0 && !canceling
  const calls: DueCall[] = closes ? [{ kind: "close_payment" }] : []
  // If there is an order, check it one last time a day later.
  if (lease.order_id || !order || order.canceled || !(open.length || awaitingSession(order)))
    return { calls, reconcileAt: staysOpen || (order && endedAt + DAY_MS > now.getTime()) ? after(now, DAY_MS) : null }
  // If the order is new, Medusa may still be completing it with a payment left over from an earlier completion, so wait.
  const stands = standsAt(order)
  return stands > now ? { reconcileAt: stands } : { calls, reconcileAt: after(now, DAY_MS) }
}

/** The call that starts the lease, once the delivery date is known. */
function deliveryBy(
  kind: "confirm_delivery" | "send_delivery_date",
  { lease, parcel = null, now }: DecisionFacts,
  { order, options }: { order: Order; options: DecisionOptions },
): DueCall[] {
  const date = dayToConfirm({ ...order, expected: expectedDay(lease.snapshot) }, options, now)
  return date ? [{ kind, detail: { delivery_date: date, ...trackingOf(parcel, options.sendTracking) } }] : []
}

function authorize(order: Order): DueCall[] {
  return awaitingSession(order) && !order.payments.length ? [{ kind: "authorize_payment" }] : []
}

function capture({ payments }: Order): DueCall[] {
  return toCapture(payments) ? [{ kind: "capture_payment" }] : []
}

/** How long to follow up on a widget approval without a success report. */
const APPROVED_FOR_MS = 30 * DAY_MS

/** The decision for a hosted lease. It has only two calls, both to one-time URLs (spec 4.2). The card's payment provider does the rest. */
function decideHosted(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  switch (facts.lease.status) {
    case "open":
      return unreported(facts)
    case "signed":
      return issued(facts, options)
    case "placed":
    case "delivered":
      return ordered(facts, options)
    default:
      return {}
  }
}

/** Follows up on a widget approval without a success report, so that staff learn of a lease or order that was never reported. */
function unreported({ lease, order, now }: DecisionFacts): Partial<Decision> {
  const since = lease.widget_approved_at
  if (!since) return { clear: ["widget_unfinished"] }
  if (order) return recordPaidOtherwise(order, now)
  const age = now.getTime() - since.getTime()
  if (age <= DAY_MS) return { reconcileAt: after(now, HOUR_MS) }
  if (age <= APPROVED_FOR_MS) return { raise: ["widget_unfinished"], reconcileAt: after(now, DAY_MS) }
  // By now, the operator's approval has expired, so stop following up.
  return { clear: ["widget_unfinished"] }
}

/** The decision for a lease whose virtual card is issued. Only the shopper can use the card, so if no order follows, alert staff. */
function issued({ lease, order, now }: DecisionFacts, { abandonAfter }: DecisionOptions): Partial<Decision> {
  if (order) return recordPaidOtherwise(order, now)
  const abandoned = after(lease.signed_at ?? lease.status_at, abandonAfter)
  const clear: RaisedAlertCode[] = ["widget_unfinished"]
  if (abandoned > now) return { clear, reconcileAt: soonest(abandoned, after(now, HOUR_MS)) }
  return { raise: ["signed_without_order"], clear, reconcileAt: after(now, DAY_MS) }
}

/** Records an order once it is paid and old enough. Medusa deletes an order whose payment fails, even if the failure comes late. */
function recordPaidOtherwise(order: Order, now: Date): Partial<Decision> {
  const stands = standsAt(order)
  if (stands > now) return { reconcileAt: stands }
  return isPaidOtherwise(order) ? { record: true, reconcileAt: now } : { reconcileAt: after(now, ORDER_STANDS_MS) }
}

/**
 * The decision for a hosted lease with an order. Each call is made once, after a success report. If the report came after the order, the lease may
 * not pay for the order, so staff must send the date.
 */
function ordered(facts: DecisionFacts, options: DecisionOptions): Partial<Decision> {
  const { lease, order, pendingCalls, now } = facts
  const reconcileAt = after(now, awaitsDelivery(lease) ? HOUR_MS : 7 * DAY_MS)
  if (!order) return { reconcileAt }
  const clear: RaisedAlertCode[] = ["widget_unfinished"]
  if (order.canceled || !hasEvidence(lease)) return { clear, reconcileAt }
  const calls: DueCall[] = []
  const number = lease.order_display_id
  if (number !== null && !isSent("send_order_id", pendingCalls))
    calls.push({ kind: "send_order_id", detail: { order_id: String(number) } })
  const isDoubtful =
    hasAlert(lease.alerts, "widget_success_late", "untaxed_unconfirmed") || hasDifference(lease.alerts, "goods")
  if (awaitsDelivery(lease) && !isDoubtful) calls.push(...deliveryBy("send_delivery_date", facts, { order, options }))
  return { calls, clear, reconcileAt }
}
