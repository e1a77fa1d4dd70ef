import { type AttentionCode, blockingOf } from "../rules/alerts"
import { BOOKS_LAG_MS, inLag, isAboutToCancel, isOtherOrder, judgeAlerts, openAlerts } from "../rules/conditions"
import { dayToConfirm, expectedDay } from "../rules/delivery"
import { awaitingSession, isOpenPayment, isOwn, type Order, standsAt, toCapture } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { isReturned, isSure } from "../rules/standing"
import { isUnderWay } from "../rules/tasks"
import type { Facts, Options, Owed, PendingCall } from "./facts"
import { after, cancelFor, DAY, heldReading, LOOK_AGAIN_MS, reading } from "./owed-parts"

/** The order is placed, and the lease does not run yet. */
export function placed(facts: Facts, options: Options): Partial<Owed> {
  const { lease, order, now } = facts
  const lookAt = after(now, LOOK_AGAIN_MS.placed)
  if (!order) return { lookAt }
  if (order.canceled) return { calls: isAboutToCancel(facts) ? [cancelFor("order_canceled")] : [], lookAt }
  if (!isSure(lease)) return reading(lease.placed_at ?? now, facts)
  const alerts = alertsNow(facts)
  if (blockingOf(alerts)) return heldReading(facts, lookAt)
  const isOther = alerts.attention.some(({ code }) => isOtherOrder(code))
  const calls = [
    ...authorize(order),
    ...(options.captureOn === "order" ? capture(order) : []),
    ...(isOther ? [] : deliver(lease, order, { options, now })),
  ]
  return { calls, lookAt }
}

/** The lease runs. */
export function delivered(facts: Facts): Partial<Owed> {
  const { order, now } = facts
  const lookAt = after(now, LOOK_AGAIN_MS.delivered)
  if (!order || order.canceled) return { lookAt }
  if (blockingOf(alertsNow(facts))) return heldReading(facts, lookAt)
  return { calls: [...authorize(order), ...capture(order)], lookAt }
}

/** What is open, and what is found now. */
function alertsNow(facts: Facts): { attention: { code: AttentionCode }[] } {
  const { raise, lower } = judgeAlerts(facts)
  const open = facts.lease.attention.filter(({ code }) => !lower.includes(code))
  return { attention: [...open, ...raise.map((code) => ({ code }))] }
}

/**
 * The lease is over: the rest of its payment in Medusa is closed when the order is closed or was never made, and what was never captured when
 * the goods went back. Its own order that was never recorded on it, and exists, belongs to no lease: a person hears of it, and its payment is
 * closed.
 */
export function over(facts: Facts): Partial<Owed> {
  const { lease, cart, tasks, now } = facts
  if (inLag(facts)) return { lookAt: after(lease.status_at, BOOKS_LAG_MS) }
  // A cart that was given back may have become the order of another lease.
  const order = lease.order_id || (facts.order && isOwn(facts.order, lease)) ? facts.order : null
  const open = (order ?? cart)?.payments.filter(isOpenPayment) ?? []
  const closed = order === null || order.canceled || !lease.order_id
  // Alerts and payment end with an order that may be closed in code, and no event is heard of another lease's order at all.
  const waits = openAlerts(facts).length > 0 || (!closed && open.length > 0)
  // Core's cancel gives the money back itself, and books that with the order.
  const canceling = !order?.canceled && tasks.some((task) => task.kind === "cancel_order" && isUnderWay(task))
  // Returned before its capture: nothing will be captured or refunded, and the goods are back, so nobody has to see to the order.
  const isNeverCaptured = isReturned(lease) && open.every(({ captured }) => captured === 0)
  const calls: PendingCall[] =
    (closed || isNeverCaptured) && open.length && !canceling ? [{ kind: "close_payment" }] : []
  const owed = { calls, lookAt: waits ? after(now, DAY) : null }
  if (lease.order_id || !order || order.canceled || !(open.length || awaitingSession(order))) return owed
  // A younger order may be core's work, half done, on a payment that a completion before it has left.
  const stands = standsAt(order)
  return stands > now ? { calls: [], lookAt: stands } : { calls, lookAt: after(now, DAY) }
}

function authorize(order: Order): PendingCall[] {
  return awaitingSession(order) && !order.payments.length ? [{ kind: "authorize_payment" }] : []
}

function capture({ payments }: Order): PendingCall[] {
  return toCapture(payments) ? [{ kind: "capture_payment" }] : []
}

function deliver(
  { snapshot }: LeaseRecord,
  order: Order,
  { options, now }: { options: Options; now: Date },
): PendingCall[] {
  const date = dayToConfirm({ ...order, expected: expectedDay(snapshot) }, options, now)
  return date ? [{ kind: "confirm_delivery", detail: { delivery_date: date } }] : []
}
