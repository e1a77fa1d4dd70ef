import { type AttentionCode, blockingOf } from "../rules/alerts"
import { BOOKS_LAG_MS, isAboutToCancel, isOtherOrder, isRuledOut, isSent, judgeAlerts } from "../rules/conditions"
import { dayToConfirm, expectedDay } from "../rules/delivery"
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
import {
  awaitsDelivery,
  hasEvidence,
  isByLink,
  isForExistingOrder,
  isHosted,
  isReturned,
  isSigned,
  isSure,
} from "../rules/standing"
import { isUnderWay } from "../rules/tasks"
import { placing, signed, signedForExistingOrder, unsigned } from "./owed-before"
import {
  AGAIN_MS,
  after,
  cancelFor,
  DAY,
  type Facts,
  HOUR,
  heldReading,
  type Options,
  type Owed,
  type PendingCall,
  reading,
  soonest,
} from "./owed-parts"

/** Everything that is due for a lease now, and which of its alerts hold, decided from the facts alone. Asks and changes nothing. */
export function owedOf(facts: Facts, options: Options): Owed {
  const alerts = judgeAlerts(facts)
  const found = (isHosted(facts.lease) ? judgeHosted : judge)({ ...facts, alerts }, options)
  const { calls = [], record = false, raise = [], lower = [], lookAt = null, ...rest } = found
  return {
    ...rest,
    calls: calls.filter(({ kind }) => !isRuledOut(kind, facts, options)),
    record,
    raise: [...raise, ...alerts.raise],
    lower: [...lower, ...alerts.lower],
    lookAt,
  }
}

/** The facts, with the alerts that hold by them. */
type Judged = Facts & { alerts: ReturnType<typeof judgeAlerts> }

function judge(facts: Judged, options: Options): Partial<Owed> {
  const { lease, now } = facts
  if (isForExistingOrder(lease) && isSigned(lease)) return signedForExistingOrder(facts)
  switch (lease.status) {
    case "submitting":
      return { lookAt: after(now, AGAIN_MS.submitting) }
    case "open":
    case "pending":
    case "undecided":
    case "denied":
    case "approved":
    case "offered":
    case "signing":
      return unsigned(facts, options)
    case "signed":
      return signed(facts, options)
    case "placing":
      return placing(facts)
    case "placed":
      return placed(facts, options)
    case "delivered":
      return delivered(facts)
    case "canceling":
      return { calls: [{ kind: "cancel_contract" }], lookAt: after(now, AGAIN_MS.moving) }
    case "returning":
      return { calls: [{ kind: "return_lease" }], lookAt: after(now, AGAIN_MS.moving) }
    case "canceled":
    case "returned":
    case "expired":
    case "superseded":
      return over(facts)
    default:
      return {}
  }
}

/** The order is placed, and the lease does not run yet. */
function placed(facts: Judged, options: Options): Partial<Owed> {
  const { lease, order, now } = facts
  const lookAt = after(now, AGAIN_MS.placed)
  if (!order) return { lookAt }
  if (order.canceled) return { calls: isAboutToCancel(facts) ? [cancelFor("order_canceled")] : [], lookAt }
  if (!isSure(lease)) return reading(lease.placed_at ?? now, facts)
  const attention = openAlerts(facts)
  if (blockingOf({ attention })) return heldReading(facts, lookAt)
  const isOther = attention.some(({ code }) => isOtherOrder(code))
  const calls = [
    ...authorize(order),
    ...(options.captureOn === "order" ? capture(order) : []),
    ...(isOther ? [] : deliveryBy("confirm_delivery", facts, { order, options })),
  ]
  return { calls, lookAt }
}

function delivered(facts: Judged): Partial<Owed> {
  const { order, now } = facts
  const lookAt = after(now, AGAIN_MS.delivered)
  if (!order || order.canceled) return { lookAt }
  if (blockingOf({ attention: openAlerts(facts) })) return heldReading(facts, lookAt)
  return { calls: [...authorize(order), ...capture(order)], lookAt }
}

/** The alerts that stand, also those that are not raised yet. */
function openAlerts({ alerts: { open, raise } }: Judged): { code: AttentionCode }[] {
  return [...open, ...raise.map((code) => ({ code }))]
}

/**
 * The lease is over. The rest of its payment is closed if the order is closed or was never made; an uncaptured one also if the goods went back, or
 * if a link's lease ended before the order was its own. If its own order was never recorded, staff get an alert and the payment is closed.
 */
function over(facts: Judged): Partial<Owed> {
  const { lease, cart, tasks, now } = facts
  // Whoever has ended the lease or the order is still writing the books, or takes a refund back. The last look comes a day later.
  const ended = Math.max(lease.status_at.getTime(), facts.order?.canceledAt?.getTime() ?? 0)
  const settled = new Date(ended + BOOKS_LAG_MS)
  if (settled > now) return { lookAt: settled }
  // A cart that was given back may have become the order of another lease.
  const order = lease.order_id || (facts.order && isOwn(facts.order, lease)) ? facts.order : null
  const open = (order ?? cart)?.payments.filter(isOpenPayment) ?? []
  const closed = order === null || order.canceled || !lease.order_id
  // Alerts and payment end with an order that code may close, and another lease's order wakes nobody here.
  const waits = facts.alerts.open.length > 0 || (!closed && open.length > 0)
  // Medusa's cancellation refunds by itself and books that with the order.
  const canceling = !order?.canceled && tasks.some((task) => task.kind === "cancel_order" && isUnderWay(task))
  // Nothing will be captured or refunded, and the goods are back or nobody has paid for them, so staff need not look at the order.
  const isNeverCaptured = (isReturned(lease) || isByLink(lease)) && open.every(({ captured }) => captured === 0)
  const closes = (closed || isNeverCaptured) && open.length > 0 && !canceling
  const calls: PendingCall[] = closes ? [{ kind: "close_payment" }] : []
  if (lease.order_id || !order || order.canceled || !(open.length || awaitingSession(order)))
    return { calls, lookAt: waits || (order && ended + DAY > now.getTime()) ? after(now, DAY) : null }
  // A younger order may be Medusa's unfinished work, on a payment that an earlier completion left.
  const stands = standsAt(order)
  return stands > now ? { lookAt: stands } : { calls, lookAt: after(now, DAY) }
}

/** The call that starts the lease, once the day is known. */
function deliveryBy(
  kind: "confirm_delivery" | "send_delivery_date",
  { lease, now }: Facts,
  { order, options }: { order: Order; options: Options },
): PendingCall[] {
  const date = dayToConfirm({ ...order, expected: expectedDay(lease.snapshot) }, options, now)
  return date ? [{ kind, detail: { delivery_date: date } }] : []
}

function authorize(order: Order): PendingCall[] {
  return awaitingSession(order) && !order.payments.length ? [{ kind: "authorize_payment" }] : []
}

function capture({ payments }: Order): PendingCall[] {
  return toCapture(payments) ? [{ kind: "capture_payment" }] : []
}

/** How long to check a widget's approval that nothing followed (ms). */
const APPROVED_FOR_MS = 30 * DAY

/** What a hosted lease owes: two calls, each to a one-time URL (spec 4.2). Another provider charges its card and does the rest. */
function judgeHosted(facts: Judged, options: Options): Partial<Owed> {
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

/** Approved in the widget without a success: its cart must not become an order unnoticed, and a lease must not stay unknown. */
function unreported({ lease, order, now }: Facts): Partial<Owed> {
  const since = lease.widget_approved_at
  if (!since) return { lower: ["widget_unfinished"] }
  if (order) return recordPaidOtherwise(order, now)
  const age = now.getTime() - since.getTime()
  if (age <= DAY) return { lookAt: after(now, HOUR) }
  if (age <= APPROVED_FOR_MS) return { raise: ["widget_unfinished"], lookAt: after(now, DAY) }
  // By now the operator's approval is over as well.
  return { lower: ["widget_unfinished"] }
}

/** The lease exists and its card is issued. Only the shopper can use the card. */
function issued({ lease, order, now }: Facts, { abandonAfter }: Options): Partial<Owed> {
  if (order) return recordPaidOtherwise(order, now)
  const abandoned = after(lease.signed_at ?? lease.status_at, abandonAfter)
  const lower: AttentionCode[] = ["widget_unfinished"]
  if (abandoned > now) return { lower, lookAt: soonest(abandoned, after(now, HOUR)) }
  return { raise: ["signed_without_order"], lower, lookAt: after(now, DAY) }
}

/** Medusa removes an order when its payment fails, however late, so a young or unpaid order may still go. */
function recordPaidOtherwise(order: Order, now: Date): Partial<Owed> {
  const stands = standsAt(order)
  if (stands > now) return { lookAt: stands }
  return isPaidOtherwise(order) ? { record: true, lookAt: now } : { lookAt: after(now, ORDER_STANDS_MS) }
}

/** Each call once, none without a reported success. A success after the order may not have paid it, so its delivery date waits for staff. */
function ordered(facts: Judged, options: Options): Partial<Owed> {
  const { lease, order, tasks, now } = facts
  const lookAt = after(now, awaitsDelivery(lease) ? HOUR : 7 * DAY)
  if (!order) return { lookAt }
  const lower: AttentionCode[] = ["widget_unfinished"]
  if (order.canceled || !hasEvidence(lease)) return { lower, lookAt }
  const calls: PendingCall[] = []
  const number = lease.order_display_id
  if (number !== null && !isSent("send_order_id", tasks))
    calls.push({ kind: "send_order_id", detail: { order_id: String(number) } })
  const isDoubtful = lease.attention.some(({ code }) => code === "widget_success_late")
  if (awaitsDelivery(lease) && !isDoubtful && !facts.alerts.raise.some(isOtherOrder))
    calls.push(...deliveryBy("send_delivery_date", facts, { order, options }))
  return { calls, lower, lookAt }
}
