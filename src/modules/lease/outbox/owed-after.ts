import { type AttentionCode, blockingOf, endingWith } from "../rules/alerts"
import { endedBy } from "../rules/attention-ends"
import { dayToConfirm, expectedDay } from "../rules/delivery"
import { awaitingSession, isOpenPayment, isOwn, type Order, standsAt, toCapture } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { awaitsDelivery, isReplacement, isReturned, isSure } from "../rules/standing"
import { isReplacing, isUnderWay, type TaskRecord } from "../tables/tasks"
import { compareMoney, compareOrder, isOtherOrder } from "./compare-order"
import type { Facts, Options, Owed, PendingCall } from "./facts"
import {
  after,
  cancelFor,
  DAY,
  heldReading,
  isSettled,
  LOOK_AGAIN_MS,
  MINUTE,
  merge,
  reading,
  shippedTooSoon,
} from "./owed-parts"

/** Medusa writes its books after our part of a cancel or refund (ms). */
const BOOKS_LAG_MS = 2 * MINUTE

/** The order is placed, and the lease does not run yet. */
export function placed(facts: Facts, options: Options, now: Date): Partial<Owed> {
  const { lease, order } = facts
  const lookAt = after(now, LOOK_AGAIN_MS.placed)
  if (!order) return { lookAt }
  if (order.canceled) return orderCanceled(facts, lookAt)
  const found = compareOrder(facts)
  if (!isSure(lease)) return merge(merge(found, reading(lease.placed_at ?? now, lease, now)), shippedTooSoon(order))
  if (isBlocked(lease, found)) return merge(found, heldReading(lease, lookAt, now))
  const calls = [
    ...authorize(order),
    ...(options.captureOn === "order" ? capture(order) : []),
    ...(found.raise.some(isOtherOrder) ? [] : deliver(lease, order, { options, now })),
  ]
  return { ...merge(found, { lower: ["shipped_unconfirmed", "signed_without_order"] }), calls, lookAt }
}

/** The lease runs. */
export function delivered(facts: Facts, now: Date): Partial<Owed> {
  const { lease, order } = facts
  const lookAt = after(now, LOOK_AGAIN_MS.delivered)
  if (!order) return { lookAt }
  if (order.canceled) return orderCanceled(facts, lookAt)
  const found = merge(compareOrder(facts), { lower: endingWith("delivery") })
  if (isBlocked(lease, found)) return merge(found, heldReading(lease, lookAt, now))
  return { ...found, calls: [...authorize(order), ...capture(order)], lookAt }
}

/** Something is open, or found now, with which nothing is captured or confirmed. */
function isBlocked({ attention }: LeaseRecord, { raise, lower }: Pick<Owed, "raise" | "lower">): boolean {
  const open = attention.filter(({ code }) => !lower.includes(code))
  return blockingOf({ attention: [...open, ...raise.map((code) => ({ code }))] }) !== undefined
}

/** Canceled past the route that cancels the contract first. Shipped goods cannot be canceled: a person makes the return. */
function orderCanceled({ lease, order, tasks }: Facts, lookAt: Date): Partial<Owed> {
  const last = tasks.find(({ kind }) => kind === "cancel_contract")
  const told = lease.attention.some(({ code }) => code === "cancel_failed")
  // Refused before the order came, and no longer shown to anyone, so do not ask again automatically.
  const refused = last?.state === "refused" && last.actor === "system" && !told
  const settled = last?.state === "settled" && isSettled("cancel_contract", { lease, tasks, order })
  if (awaitsDelivery(lease) && !order?.shipped && !refused && !settled)
    return { calls: [cancelFor("order_canceled")], lookAt }
  return { raise: ["order_canceled_lease_alive"], lookAt }
}

/**
 * The lease is over: the rest of its payment in Medusa is closed when the order is closed or was never made, and what was never captured when
 * the goods went back. Its own order that was never recorded on it, and exists, belongs to no lease: a person hears of it, and its payment is
 * closed.
 */
export function over(facts: Facts, now: Date): Partial<Owed> {
  const { lease, cart, tasks } = facts
  // A cart that was given back may have become the order of another lease.
  const order = lease.order_id || (facts.order && isOwn(facts.order, lease)) ? facts.order : null
  // The request that ended the lease is about to correct the books: Medusa's own cancel or refund is in progress.
  const soon = after(lease.status_at, BOOKS_LAG_MS)
  if (soon > now) return { lookAt: soon }
  const open = (order ?? cart)?.payments.filter(isOpenPayment) ?? []
  const money = compareMoney({ ...facts, order })
  const ended = [...endedBy(lease.status), ...(orderStands(facts) ? [] : endingWith("both"))]
  const lower = [...ended, ...money.lower]
  const closed = order === null || order.canceled || !lease.order_id
  // Alerts and payment end with an order that may be closed in code, and no event is heard of another lease's order at all.
  const waits = lease.attention.some(({ code }) => !ended.includes(code)) || (!closed && open.length > 0)
  // Core's cancel gives the money back itself, and books that with the order.
  const canceling = !order?.canceled && tasks.some((task) => task.kind === "cancel_order" && isUnderWay(task))
  // Returned before its capture: nothing will be captured or refunded, and the goods are back, so nobody has to see to the order.
  const isNeverCaptured = isReturned(lease) && open.every(({ captured }) => captured === 0)
  const calls: PendingCall[] =
    (closed || isNeverCaptured) && open.length && !canceling ? [{ kind: "close_payment" }] : []
  // The payment of a contract that was replaced stays until the new one is signed, and is seen to there.
  const hasEnded = isReplacement(lease) && order !== null && !isAccepted(lease, order)
  const standing: AttentionCode[] = hasEnded ? [...money.raise, "replacement_ended"] : money.raise
  const raise = closed || isReplaced(tasks) ? [] : standing
  const owed = { calls, raise, lower, lookAt: waits ? after(now, DAY) : null }
  if (lease.order_id || !order || order.canceled || !(open.length || awaitingSession(order))) return owed
  const stands = standsAt(order)
  // A younger order may be core's work, half done, on a payment that a completion before it has left.
  if (stands > now) return { ...owed, calls: [], lookAt: stands }
  return { ...owed, raise: ["lease_dead"], lookAt: after(now, DAY) }
}

/** A person has seen to the order whose new contract never came, or another method has paid it. */
function isAccepted({ accepted_order, status }: LeaseRecord, { heldElsewhere, total }: Order): boolean {
  return accepted_order?.status === status || (total > 0 && heldElsewhere >= total)
}

/** Its contract was canceled for a new one of the same order. A person may have asked once more and been refused. */
function isReplaced(tasks: readonly TaskRecord[]): boolean {
  const ended = tasks.find(
    ({ kind, state, detail }) => kind === "cancel_contract" && (state === "done" || detail?.outcome === "canceled"),
  )
  return ended !== undefined && isReplacing(ended)
}

/** An order that is the lease's own, or was raised for it, and is not canceled. */
function orderStands({ lease, order }: Facts): boolean {
  if (!order || order.canceled) return false
  const raisedFor = lease.attention.some(({ params }) => params.order_id === order.id)
  return order.id === lease.order_id || isOwn(order, lease) || raisedFor
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
