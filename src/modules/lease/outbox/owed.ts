import { type AttentionCode, blockingOf, endingWith } from "../rules/alerts"
import { isPastEnd } from "../rules/approval"
import { endedBy } from "../rules/attention-ends"
import { type TaskKind } from "../rules/call-kinds"
import { dayToConfirm, expectedDay } from "../rules/delivery"
import { stockDueBack } from "../rules/held-stock"
import { ORDER_STANDS_MS } from "../rules/order-changes"
import type { LeaseRecord } from "../rules/records"
import {
  awaitsDelivery,
  isApproved,
  isHosted,
  isOffered,
  isReplacement,
  isReported,
  isSigned,
  isSigning,
  isSure,
  isUnheard,
} from "../rules/standing"
import { PLACING_LAPSES_MS, placingSince } from "../status/current-lease"
import { isReplacing, isUnderWay, NOT_REACHED, type TaskDetail, type TaskRecord } from "../tables/tasks"
import { compareMoney, compareOrder, findings, isOtherOrder, isStuckCapture } from "./compare-order"
import { Facts, Options, OrderState, Owed, OwedCall, PaymentState } from "./facts"
import { judgeHosted } from "./owed-hosted"

const MINUTE = 60_000

/** When a handed-out contract is read: minutes after it was handed out, then daily. */
const READ_AFTER = [2, 5, 15, 60].map((minutes) => minutes * MINUTE)
const DAY = 24 * 60 * MINUTE

/** An unpaid order is known by its cart only, so that none of its events wakes a handler. */
const ORDER_LOOK_MS = 10 * MINUTE

/** A contract is given up on two looks, at least this far apart: a single one may find core's work, half done. */
export const SECOND_LOOK_MS = MINUTE

/** Medusa writes its books after our part of a cancel or refund (ms). */
const BOOKS_LAG_MS = 2 * MINUTE

/** Events may be lost, so these are looked at anyway. */
const LOOK_AGAIN_MS = { placed: 60 * MINUTE, delivered: 7 * DAY, moving: 15 * MINUTE, submitting: 2 * MINUTE }

/** Everything owed for a lease now, decided from the facts alone; asks and changes nothing. */
export function owedOf(facts: Facts, options: Options, now: Date): Owed {
  const judged = (isHosted(facts.lease) ? judgeHosted : judge)(facts, options, now)
  const calls = (judged.calls ?? []).filter(({ kind }) => !isSettled(kind, facts))
  return withStock({ ...nothing(null), ...judged, calls }, facts.lease, now)
}

/** Reserved goods are owed back whatever else is owed, and whatever a person has said about the lease. */
function withStock(owed: Owed, lease: LeaseRecord, now: Date): Owed {
  const due = stockDueBack(lease)
  if (!due) return owed
  if (due <= now) return { ...owed, calls: [...owed.calls, { kind: "release_stock" }] }
  return { ...owed, lookAt: owed.lookAt ? soonest(owed.lookAt, due) : due }
}

function judge(facts: Facts, options: Options, now: Date): Partial<Owed> {
  if (isReplacement(facts.lease) && isSigned(facts.lease)) return replacing(facts, now)
  switch (facts.lease.status) {
    case "submitting":
      return { lookAt: after(now, LOOK_AGAIN_MS.submitting) }
    case "approved":
    case "offered":
    case "signing":
      return unsigned(facts, options, now)
    case "signed":
      return signed(facts, options, now)
    case "placing":
      return placing(facts, now)
    case "placed":
      return placed(facts, options, now)
    case "delivered":
      return delivered(facts, now)
    case "cancelling":
      return { calls: [{ kind: "cancel_contract" }], lookAt: after(now, LOOK_AGAIN_MS.moving) }
    case "returning":
      return { calls: [{ kind: "return_lease" }], lookAt: after(now, LOOK_AGAIN_MS.moving) }
    case "cancelled":
    case "returned":
    case "expired":
    case "superseded":
      return over(facts, now)
    default:
      return {}
  }
}

/** Nothing is owed for an approval, but where the order that waits for a new contract is canceled: then the approval is free again. */
function unsigned(facts: Facts, options: Options, now: Date): Partial<Owed> {
  const { lease, order } = facts
  const awaited = isReplacement(lease)
  if (awaited && order?.cancelled) {
    if (!isSigning(lease)) return { drop: true }
    const cancel = cancelFor("order_cancelled")
    if (!isSettled("cancel_contract", facts)) return { calls: [cancel], lookAt: after(now, DAY) }
  }
  const read = lease.contract_at && !isApproved(lease) ? handedOut(facts, options, now) : {}
  if (!awaited) return read
  const lookAt = soonest(read.lookAt ?? after(now, DAY), after(now, LOOK_AGAIN_MS.placed))
  // By its date; whether the service still takes it, only the service knows.
  const isPast = isPastEnd(lease, now)
  // The service has refused its cart before; it has taken it since.
  const past = isPast || isOffered(lease) ? findings({ replacement_ended: isPast }) : {}
  return { ...merge(merge(read, shippedTooSoon(order)), past), lookAt }
}

/** A shopper who signs and closes the tab is found by reading; a cart that was ordered otherwise must not be signed for any longer. */
function handedOut(facts: Facts, { abandonAfter }: Options, now: Date): Partial<Owed> {
  const { lease, order } = facts
  const stands = order && standsAt(order)
  // A contract that was handed out before the last offer may be signed all the same: only reading finds that.
  const since = lease.contract_at ?? now
  if (isSigning(lease) && order && stands && stands <= now && isOrderedOtherwise(order)) {
    const cancel = giveUp("ordered_otherwise")
    // Some services do not cancel an unsigned contract. Keep reading, and cancel it if it is signed after all.
    return isSettled("cancel_contract", facts)
      ? reading(since, lease, now)
      : { calls: [cancel], lookAt: after(now, DAY) }
  }
  const deadline = after(lease.contracts_received_at ?? since, abandonAfter)
  if (lease.contracts_received_at && deadline <= now) return neverReady(facts, deadline, now)
  const read = reading(since, lease, now)
  const lookAt = [stands, isUnheard(lease) && deadline].reduce<Date>(
    (next, mark) => (mark && mark > now ? soonest(next, mark) : next),
    read.lookAt,
  )
  return { ...read, lookAt, ...perhapsSigned(lease, deadline, now) }
}

/**
 * Where the answers carry no status, reading finds nothing either, and a person asks the operator. Of a contract that no browser reported they are
 * told once, at the first look of its time: once they have closed that, it comes again with the next contract only.
 */
function perhapsSigned(lease: LeaseRecord, deadline: Date, now: Date): Partial<Owed> {
  const code: AttentionCode[] = ["signed_without_order"]
  const isDue = deadline <= now
  if (isDue && isReported(lease)) return { raise: code }
  if (!isDue || !isUnheard(lease)) return { lower: code }
  return lease.checked_at && lease.checked_at >= deadline ? {} : { raise: code }
}

/** Signed, and not ok to deliver in all that time: given up after one more look, as any lease on which no order can be placed. */
function neverReady(facts: Facts, deadline: Date, now: Date): Partial<Owed> {
  const { lease } = facts
  const { checked_at } = lease
  if (!checked_at || checked_at < deadline)
    return { calls: [{ kind: "read_status" }], lookAt: after(now, LOOK_AGAIN_MS.moving) }
  const raise: AttentionCode[] = ["signed_without_order"]
  const held = isSettled("cancel_contract", facts)
  if (isSigning(lease) && !held) return { raise, calls: [giveUp("abandoned")], lookAt: after(now, DAY) }
  // Offered anew since, or not let go by the service: its contract is read on.
  return { ...reading(lease.contract_at ?? now, lease, now), raise }
}

function signed(facts: Facts, options: Options, now: Date): Partial<Owed> {
  const { lease, order, cart } = facts
  if (order) return recordWhenItStands(lease, order, now)
  // The order that another method was to pay is gone: core took it back.
  const lower: AttentionCode[] = cart && !cart.completed ? ["paid_otherwise"] : []
  return { lower, ...unordered(facts, options, now) }
}

/**
 * The new contract of an order that was edited is signed: its payment takes the place of the former one, if the order still comes to that sum. Where the
 * service gives no status, a person says first that it is signed.
 */
function replacing(facts: Facts, now: Date): Partial<Owed> {
  const { lease, order } = facts
  const lookAt = after(now, LOOK_AGAIN_MS.moving)
  if (!order) return { lookAt }
  if (order.cancelled && isSettled("cancel_contract", facts)) return { raise: ["order_cancelled_lease_alive"], lookAt }
  if (order.cancelled) return { calls: [cancelFor("order_cancelled")], lookAt }
  const amount_differs = order.total !== lease.amount
  const capture_open = facts.tasks.some(isStuckCapture)
  const found = findings({ amount_differs, capture_open, replacement_ended: false })
  const known = merge(found, shippedTooSoon(order))
  if (!isSure(lease)) return merge(known, reading(lease.signed_at ?? now, lease, now))
  if (isDead(lease)) return merge(known, heldReading(lease, lookAt, now))
  return { ...known, calls: amount_differs ? [] : [{ kind: "replace_payment" }], lookAt }
}

/** Signed but not ordered: we place the order, and give up only after an attempt, once its time is over. */
function unordered({ lease, tasks }: Facts, options: Options, now: Date): Partial<Owed> {
  const since = lease.signed_at ?? lease.status_at
  if (isDead(lease)) return reading(since, lease, now)
  const age = now.getTime() - since.getTime()
  const place: OwedCall = { kind: "place_order" }
  if (age < options.abandonAfter) {
    if (age < options.placeOrderAfter) return { lookAt: after(since, options.placeOrderAfter) }
    const soon = after(now, LOOK_AGAIN_MS.moving)
    return { calls: [place], lookAt: soonest(soon, after(since, options.abandonAfter)) }
  }
  if (!wasTried(lease, tasks)) return { calls: [place], lookAt: after(now, SECOND_LOOK_MS) }
  return { raise: ["signed_without_order"], calls: [giveUp("abandoned")], lookAt: after(now, DAY) }
}

/** Why an attempt does not count: it never got as far as asking for the order. */
const NOT_TRIED: readonly string[] = ["busy", "store_unavailable", ...NOT_REACHED]

/**
 * Whether we have tried to place the order since the lease was last found signed, or a person took that over. An owed
 * call that gives the contract up says so, too: the attempt gave way to it.
 */
function wasTried({ status_at }: LeaseRecord, tasks: readonly TaskRecord[]): boolean {
  return tasks.some(({ kind, state, detail, created_at, finished_at, last_error }) => {
    if (kind === "place_order") {
      const ended = finished_at ?? (last_error && !NOT_TRIED.includes(last_error.code) ? new Date(last_error.at) : null)
      return state === "settled" || (ended !== null && ended >= status_at)
    }
    if (kind !== "cancel_contract" || detail?.cause !== "abandoned") return false
    return !isUnderWay({ state }) || created_at >= status_at
  })
}

function placing(facts: Facts, now: Date): Partial<Owed> {
  const { lease, order } = facts
  if (order && isOurs(order)) return recordWhenItStands(lease, order, now)
  return { lookAt: after(placingSince(lease), PLACING_LAPSES_MS + 1000) }
}

/**
 * The order's event was lost, or is about to come. Core creates the row before it asks the payment provider, and removes it when the provider declines,
 * however long that takes: an order stands with its age and a payment together.
 */
function recordWhenItStands(lease: LeaseRecord, order: OrderState, now: Date): Partial<Owed> {
  const stands = standsAt(order)
  if (stands > now) return { lookAt: stands }
  if (isOurs(order) && isPaidFor(order)) return { record: true, lookAt: now }
  if (!order.cancelled && isOrderedOtherwise(order))
    return { raise: ["paid_otherwise"], calls: [giveUp("ordered_otherwise")], lookAt: after(now, DAY) }
  // An order without a payment was abandoned: a person cancels the order, and the contract is canceled with it.
  const calls = order.cancelled && isSigned(lease) ? [giveUp("order_cancelled")] : []
  return { raise: ["signed_without_order"], calls, lookAt: after(now, ORDER_LOOK_MS) }
}

function standsAt({ createdAt }: OrderState): Date {
  return after(createdAt, ORDER_STANDS_MS)
}

function isOurs({ sessionIds, payments }: OrderState): boolean {
  return sessionIds.length > 0 || payments.length > 0
}

/** Its cart cannot become the order of its lease any longer. */
function isOrderedOtherwise(order: OrderState): boolean {
  return !isOurs(order) && (order.paidOtherwise || order.cancelled)
}

/** Core has gone as far as the payment, or waits for the service to confirm it. */
export function isPaidFor({ payments, awaitingSession }: OrderState): boolean {
  return payments.length > 0 || awaitingSession !== null
}

function placed(facts: Facts, options: Options, now: Date): Partial<Owed> {
  const { lease, order } = facts
  const lookAt = after(now, LOOK_AGAIN_MS.placed)
  if (!order) return { lookAt }
  if (order.cancelled) return orderCancelled(facts, lookAt)
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

function delivered(facts: Facts, now: Date): Partial<Owed> {
  const { lease, order } = facts
  const lookAt = after(now, LOOK_AGAIN_MS.delivered)
  if (!order) return { lookAt }
  if (order.cancelled) return orderCancelled(facts, lookAt)
  const found = merge(compareOrder(facts), { lower: endingWith("delivery") })
  if (isBlocked(lease, found)) return merge(found, heldReading(lease, lookAt, now))
  return { ...found, calls: [...authorize(order), ...capture(order)], lookAt }
}

/** Something is open, or found now, with which nothing is captured or confirmed. */
function isBlocked({ attention }: LeaseRecord, { raise, lower }: Pick<Owed, "raise" | "lower">): boolean {
  const open = attention.filter(({ code }) => !lower.includes(code))
  return blockingOf({ attention: [...open, ...raise.map((code) => ({ code }))] }) !== undefined
}

function isDead({ attention }: LeaseRecord): boolean {
  return attention.some(({ code }) => code === "lease_dead")
}

/** The service did not know the lease, as a wrong account does not: ask again, because no one else would. */
function heldReading(lease: LeaseRecord, lookAt: Date, now: Date): Partial<Owed> {
  if (!isDead(lease)) return { lookAt }
  const read = reading(lease.placed_at ?? now, lease, now)
  return { ...read, lookAt: read.lookAt && read.lookAt < lookAt ? read.lookAt : lookAt }
}

/** Canceled past the route that cancels the contract first. Shipped goods cannot be canceled: a person makes the return. */
function orderCancelled({ lease, order, tasks }: Facts, lookAt: Date): Partial<Owed> {
  const last = tasks.find(({ kind }) => kind === "cancel_contract")
  const told = lease.attention.some(({ code }) => code === "cancel_failed")
  // Refused before the order came, and no longer shown to anyone, so do not ask again automatically.
  const refused = last?.state === "refused" && last.actor === "system" && !told
  const settled = last?.state === "settled" && isSettled("cancel_contract", { lease, tasks, order })
  if (awaitsDelivery(lease) && !order?.shipped && !refused && !settled)
    return { calls: [cancelFor("order_cancelled")], lookAt }
  return { raise: ["order_cancelled_lease_alive"], lookAt }
}

/**
 * The lease is over: the rest of its payment in Medusa is closed when the order is closed or was never made. Its own order that was
 * never recorded on it, and exists, belongs to no lease: a person hears of it, and its payment is closed.
 */
function over(facts: Facts, now: Date): Partial<Owed> {
  const { lease, cart, tasks } = facts
  // A cart that was given back may have become the order of another lease.
  const order = lease.order_id || facts.order?.own ? facts.order : null
  // The request that ended the lease is about to correct the books: Medusa's own cancel or refund is in progress.
  const soon = after(lease.status_at, BOOKS_LAG_MS)
  if (soon > now) return { lookAt: soon }
  const open = (order ?? cart)?.payments.filter(isOpenPayment) ?? []
  const money = compareMoney({ ...facts, order })
  const ended = [...endedBy(lease.status), ...(orderStands(facts) ? [] : endingWith("both"))]
  const lower = [...ended, ...money.lower]
  const closed = order === null || order.cancelled || !lease.order_id
  // Alerts and payment end with an order that may be closed in code, and no event is heard of another lease's order at all.
  const waits = lease.attention.some(({ code }) => !ended.includes(code)) || (!closed && open.length > 0)
  // Core's cancel gives the money back itself, and books that with the order.
  const cancelling = !order?.cancelled && tasks.some((task) => task.kind === "cancel_order" && isUnderWay(task))
  const calls: OwedCall[] = closed && open.length && !cancelling ? [{ kind: "close_payment" }] : []
  // The payment of a contract that was replaced stays until the new one is signed, and is seen to there.
  const hasEnded = isReplacement(lease) && order !== null && !isAccepted(lease, order)
  const standing: AttentionCode[] = hasEnded ? [...money.raise, "replacement_ended"] : money.raise
  const raise = closed || isReplaced(tasks) ? [] : standing
  const owed = { calls, raise, lower, lookAt: waits ? after(now, DAY) : null }
  if (lease.order_id || !order || order.cancelled || !(open.length || order.awaitingSession)) return owed
  const stands = standsAt(order)
  // A younger order may be core's work, half done, on a payment that a completion before it has left.
  if (stands > now) return { ...owed, calls: [], lookAt: stands }
  return { ...owed, raise: ["lease_dead"], lookAt: after(now, DAY) }
}

/** A person has seen to the order whose new contract never came, or another method has paid it. */
function isAccepted({ accepted_order, status }: LeaseRecord, { heldElsewhere, total }: OrderState): boolean {
  return accepted_order?.status === status || (total > 0 && heldElsewhere >= total)
}

/** Its contract was canceled for a new one of the same order. A person may have asked once more and been refused. */
function isReplaced(tasks: readonly TaskRecord[]): boolean {
  const ended = tasks.find(
    ({ kind, state, detail }) => kind === "cancel_contract" && (state === "done" || detail?.outcome === "cancelled"),
  )
  return ended !== undefined && isReplacing(ended)
}

/** An order that is the lease's own, or was raised for it, and is not canceled. */
function orderStands({ lease, order }: Facts): boolean {
  if (!order || order.cancelled) return false
  const raisedFor = lease.attention.some(({ params }) => params.order_id === order.id)
  return order.id === lease.order_id || order.own || raisedFor
}

/** Medusa's books still hold something of it: money that was captured, or an authorization. */
export function isOpenPayment({ captured, refunded, canceled }: PaymentState): boolean {
  return captured > 0 ? captured > refunded : !canceled
}

function authorize(order: OrderState): OwedCall[] {
  return order.awaitingSession && !order.payments.length ? [{ kind: "authorize_payment" }] : []
}

function capture({ payments }: OrderState): OwedCall[] {
  return toCapture(payments) ? [{ kind: "capture_payment" }] : []
}

/** The payment of a lease that is to be captured, one and once: a completion that failed may have left a second one of it. */
export function toCapture<T extends PaymentState>(payments: readonly T[]): T | undefined {
  if (payments.some(({ captured }) => captured > 0)) return undefined
  return payments.find(({ canceled }) => !canceled)
}

function deliver(
  { snapshot }: LeaseRecord,
  order: OrderState,
  { options, now }: { options: Options; now: Date },
): OwedCall[] {
  const date = dayToConfirm({ ...order, expected: expectedDay(snapshot) }, options, now)
  return date ? [{ kind: "confirm_delivery", detail: { delivery_date: date } }] : []
}

function shippedTooSoon(order: OrderState | null): Partial<Owed> {
  return order?.shipped ? { raise: ["shipped_unconfirmed"] } : {}
}

/** Reads at each mark that no reading has passed yet. */
function reading(since: Date, lease: LeaseRecord, now: Date): Partial<Owed> & { lookAt: Date } {
  const read = lease.checked_at && lease.checked_at > since ? lease.checked_at : since
  const mark = nextMark(since, read)
  return mark <= now ? { calls: [{ kind: "read_status" }], lookAt: nextMark(since, now) } : { lookAt: mark }
}

function nextMark(since: Date, from: Date): Date {
  const passed = from.getTime() - since.getTime()
  const mark = READ_AFTER.find((ms) => ms > passed) ?? (Math.floor(passed / DAY) + 1) * DAY
  return after(since, mark)
}

function cancelFor(cause: NonNullable<TaskDetail["cause"]>): OwedCall {
  return { kind: "cancel_contract", detail: { cause } }
}

/** For a contract without an order: nothing brings it back. */
function giveUp(cause: NonNullable<TaskDetail["cause"]>): OwedCall {
  return { ...cancelFor(cause), waits: SECOND_LOOK_MS }
}

/** A no that the facts had asked for, or a person's word, holds until a person tries again; the word only for what it was said of. */
function isSettled(kind: TaskKind, { lease, tasks, order }: Pick<Facts, "lease" | "tasks" | "order">): boolean {
  const latest = tasks.find((task) => task.kind === kind)
  if (!latest) return false
  const since = latest.finished_at
  if (latest.state === "settled") return !since || !hasChanged(kind, order, since)
  // A cancellation refused while unsigned is asked for again once signed.
  const signedSince = kind === "cancel_contract" && since && isAfter(lease.signed_at, since)
  return latest.state === "refused" && latest.actor === "system" && !signedSince
}

/** The reason for a call has come after all, or once more. */
function hasChanged(kind: TaskKind, order: OrderState | null, since: Date): boolean {
  if (kind === "cancel_contract") return isAfter(order?.cancelledAt, since)
  return kind === "confirm_delivery" && isAfter(order?.deliveredAt, since)
}

function isAfter(moment: Date | null | undefined, since: Date): boolean {
  return moment != null && moment > since
}

function merge(a: Partial<Owed>, b: Partial<Owed>): Partial<Owed> & Pick<Owed, "raise" | "lower"> {
  return {
    ...a,
    ...b,
    raise: [...(a.raise ?? []), ...(b.raise ?? [])],
    lower: [...(a.lower ?? []), ...(b.lower ?? [])],
  }
}

function nothing(lookAt: Date | null): Owed {
  return { calls: [], record: false, raise: [], lower: [], lookAt }
}

function soonest(a: Date, b: Date): Date {
  return a < b ? a : b
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
