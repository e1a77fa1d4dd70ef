import type { MessageCode } from "../texts/messages"
import { isPastEnd } from "./approval"
import {
  awaitsDelivery,
  hasEvidence,
  isByLink,
  isCanceled,
  isDelivered,
  isEnded,
  isForExistingOrder,
  isHosted,
  isOffered,
  isPlaced,
  isSigned,
  isSigning,
  isSure,
  isUnsigned,
  orderAwaits,
} from "./lease-predicates"
import { MINUTE_MS } from "./moments"
import {
  acceptsUntaxed,
  amountDiffers,
  awaitingSession,
  cameBack,
  capturedAt,
  isOpenPayment,
  isOurs,
  isOwn,
  isPaidOtherwise,
  moneyDiffers,
  type Order,
  standsAt,
} from "./order"
import { type CallKind, isOpen, isReplacing, isUnderWay, lastCall, type PendingCall } from "./pending-calls"
import type { LeaseRecord } from "./records"

/** The facts that determine which alerts apply. Alerts that depend on a missing fact are left unchanged. */
export type AlertFacts = {
  lease: Pick<LeaseRecord, "id" | "flow" | "status" | "status_at" | "evidence" | "approved_until" | "alerts"> &
    Pick<
      LeaseRecord,
      "order_id" | "linked_at" | "signed_at" | "placed_at" | "amount" | "accepted_order" | "reductions"
    > &
    Pick<LeaseRecord, "currency_code" | "held_at">
  /** The lease's order, or the order made from its cart. */
  order: Order | null
  /** Whether the recipient differs from the one on the offer. */
  recipientDiffers?: boolean
  cart?: { completed: boolean } | null
  /** Sorted newest first. */
  pendingCalls: readonly PendingCall[]
  now: Date
}

/**
 * The options that alerts depend on: after how many days the account's staff get an alert about a late delivery, and when deliveries are confirmed.
 */
export type AlertOptions = {
  alertAfterDays: Readonly<Record<"shipped" | "signed", number | false>>
  confirmDeliveryOn: "delivered" | "shipped" | "manual"
}

/** How long Medusa may take to record a cancellation or refund after our part is finished. */
export const BOOKS_LAG_MS = 2 * MINUTE_MS

/* The conditions in {@link alerts}. Each returns whether its alert applies, or undefined if the facts are inconclusive. */

/** Whether the goods would go to someone other than the recipient on the offer. False after the delivery, when a new address no longer matters. */
export function isForOtherRecipient(facts: AlertFacts): boolean | undefined {
  const order = compared(facts)
  return order ? facts.recipientDiffers && !order.deliveredAt : undefined
}

export function isForOtherAmount(facts: AlertFacts): boolean | undefined {
  const order = compared(facts, { anew: true })
  return order ? amountDiffers(facts.lease, order) : undefined
}

/** Returns a condition: whether all of the goods came back (`whole`), or a part that staff haven't accepted (`part`). */
export function isBack(what: "whole" | "part"): (facts: AlertFacts) => boolean | undefined {
  return (facts) => {
    const order = isPlaced(facts.lease) ? ownOrder(facts) : null
    if (!order) return undefined
    if (order.canceled) return isHosted(facts.lease) ? false : undefined
    return cameBack(facts.lease, order) === what
  }
}

export function isCaptureStuck(facts: AlertFacts): boolean | undefined {
  const order = ownOrder(facts)
  if (order && capturedAt(order)) return false
  return compared(facts, { anew: true }) ? facts.pendingCalls.some(isStuckCapture) : undefined
}

export function isLeftByOrder(facts: AlertFacts): boolean | undefined {
  const order = ownOrder(facts)
  if (!order?.canceled) return order ? false : undefined
  if (isPlaced(facts.lease)) return !isAboutToCancel(facts)
  return isSignedAnew(facts.lease) && isRuledOut("cancel_contract", facts) ? true : undefined
}

/** Whether the goods have shipped even though the signature isn't confirmed. */
export function isShippedUnconfirmed({ lease, order }: AlertFacts): boolean | undefined {
  if (isHosted(lease)) return undefined
  if (isPlaced(lease) && isSure(lease)) return false
  return (awaitsDelivery(lease) || orderAwaits(lease)) && order?.shipped && !order.canceled ? true : undefined
}

/** False once the order is placed. Never true, because `decideCalls` raises this alert after a time limit. */
export function isUnordered({ lease, order }: AlertFacts): false | undefined {
  return order && isPlaced(lease) && (isHosted(lease) || isSure(lease)) ? false : undefined
}

export function isOrderPaidOtherwise({ lease, order, cart, now }: AlertFacts): boolean | undefined {
  if (!isSigned(lease) || isHosted(lease)) return undefined
  if (isByLink(lease)) return order ? order.heldByOthers && !order.canceled : undefined
  if (isForExistingOrder(lease)) return undefined
  // If the cart isn't completed, Medusa has removed the order that was to be paid another way, so the alert no longer applies.
  if (!order) return cart && !cart.completed ? false : undefined
  return !order.canceled && isOrderedOtherwise(order) && standsAt(order) <= now ? true : undefined
}

/**
 * Whether an order that was placed without sales tax is paid another way, and thus nobody charges the tax. That includes a hosted lease's virtual
 * card once the lease is canceled.
 */
export function isUntaxedSale({ lease, order }: AlertFacts): boolean | undefined {
  if (!order?.isUntaxed) return undefined
  if (order.canceled || acceptsUntaxed(lease, order)) return false
  if (isHosted(lease) && !isCanceled(lease)) return undefined
  // An order that isn't the lease's own was placed with another payment method, even if that method holds nothing.
  return order.heldByOthers || (order.id !== lease.order_id && !isOurs(order))
}

/**
 * Whether a hosted lease's order has no sales tax, and no call is about to show that the operator has the lease. A browser can forge a success
 * report.
 */
export function isUntaxedUnconfirmed(facts: AlertFacts): boolean | undefined {
  const { lease } = facts
  const order = ownOrder(facts)
  if (!isHosted(lease) || !order?.isUntaxed) return undefined
  if (order.canceled || isEnded(lease) || isConfirmedByOperator({ ...facts, order })) return false
  const call = lastCall(facts, "send_order_id")
  return !hasEvidence(lease) || (call !== undefined && !isUnderWay(call))
}

/** Whether the operator accepted a hosted lease's order number or delivery, or staff closed the alert after asking the operator. */
export function isConfirmedByOperator({
  lease,
  order,
  pendingCalls,
}: Pick<AlertFacts, "lease" | "pendingCalls"> & { order: Order }): boolean {
  return isSent("send_order_id", pendingCalls) || isDelivered(lease) || acceptsUntaxed(lease, order)
}

export function isReplacementEnded(facts: AlertFacts): boolean | undefined {
  const { lease, order, now } = facts
  if (isEnded(lease)) return isLeftUnpaid(facts) || whileEitherLasts(facts)
  if (!isForExistingOrder(lease) || isByLink(lease) || order?.canceled) return undefined
  // If there is an offer, the service has accepted the cart that it first refused, so the alert no longer applies.
  if (isUnsigned(lease)) return isPastEnd(lease, now) || (isOffered(lease) ? false : undefined)
  return isSigned(lease) && order ? false : undefined
}

/** True if the lease ended before its order was recorded on it, so no lease pays for the order. */
export function isOrderWithoutLease(facts: AlertFacts): boolean | undefined {
  const { lease, order, now } = facts
  if (!isEnded(lease) || isHosted(lease) || inLag(facts)) return whileEitherLasts(facts)
  if (lease.order_id || !order || order.canceled || !isOwn(order, lease)) return whileEitherLasts(facts)
  const isStillOpen = order.payments.some(isOpenPayment) || awaitingSession(order) !== null
  return (isStillOpen && standsAt(order) <= now) || whileEitherLasts(facts)
}

export function isOrderIdUnsent({ pendingCalls }: AlertFacts): false | undefined {
  return isSent("send_order_id", pendingCalls) ? false : undefined
}

/** The order, if it is recorded as the lease's own. */
export function ownOrder({ lease, order }: AlertFacts): Order | null {
  return order?.id === lease.order_id ? order : null
}

/** The order to compare with the contract, if the lease is in force. With `anew`, also an edited order whose new contract is signed but unpaid. */
function compared(facts: AlertFacts, { anew = false } = {}): Order | null {
  const isInForce = isPlaced(facts.lease) && !isHosted(facts.lease)
  const order = isInForce || (anew && isSignedAnew(facts.lease)) ? ownOrder(facts) : null
  return order?.canceled ? null : order
}

function isSignedAnew(lease: AlertFacts["lease"]): boolean {
  return isForExistingOrder(lease) && isSigned(lease)
}

/** Whether Medusa's amount differs from the ledger's, or the leased goods were also paid for another way. */
export function isMoneyDifferent(facts: AlertFacts): boolean | undefined {
  const { lease, pendingCalls } = facts
  if (isHosted(lease)) return isEnded(lease) ? false : undefined
  const order = isEnded(lease) && facts.order && isOwn(facts.order, lease) ? facts.order : ownOrder(facts)
  // Inconclusive during a partial return, because Medusa records a refund before asking the provider to make it.
  if (!order || (isPlaced(lease) && pendingCalls.some((call) => call.kind === "return_lines" && isOpen(call))))
    return undefined
  if (!moneyDiffers(lease, order)) return false
  if (compared(facts)) return true
  return isEnded(lease) && !inLag(facts) && lease.order_id && !order.canceled && !isReplaced(pendingCalls)
    ? true
    : undefined
}

/** True if a new contract ended unsigned or unpaid. Holds until staff resolve the alert or the order is paid another way. */
function isLeftUnpaid(facts: AlertFacts): true | undefined {
  const { lease, pendingCalls } = facts
  const order = ownOrder(facts)
  if (!isForExistingOrder(lease) || isByLink(lease) || inLag(facts) || isReplaced(pendingCalls)) return undefined
  if (!order || order.canceled) return undefined
  const isPaid = order.total > 0 && order.heldElsewhere >= order.total
  return lease.accepted_order?.status === lease.status || isPaid ? undefined : true
}

/** False once both the lease and its order have ended. The card doesn't read the cart, so a missing order is inconclusive there. */
export function whileEitherLasts(facts: AlertFacts): false | undefined {
  const { lease, order, cart } = facts
  if (!isEnded(lease) || (!order && cart === undefined)) return undefined
  if (isHosted(lease) || !order || order.canceled) return false
  const isRaisedFor = lease.alerts.some(({ params }) => params.order_id === order.id)
  return order.id === lease.order_id || isOwn(order, lease) || isRaisedFor ? undefined : false
}

/** Whether the request that ended the lease may still be recording Medusa's own cancellation or refund. */
function inLag({ lease, now }: Pick<AlertFacts, "lease" | "now">): boolean {
  return lease.status_at.getTime() + BOOKS_LAG_MS > now.getTime()
}

/** Whether the cart was ordered without the lease and can no longer become the lease's order. */
export function isOrderedOtherwise(order: Order): boolean {
  return !isOurs(order) && (isPaidOtherwise(order) || order.canceled)
}

/** Whether the job must cancel the contract because the store's code canceled the order. Once goods have shipped, staff return the lease instead. */
export function isAboutToCancel(facts: AlertFacts): boolean {
  const { lease, order } = facts
  const last = lastCall(facts, "cancel_contract")
  const isShown = lease.alerts.some(({ code }) => code === "cancel_failed")
  // The cancellation was refused before the order was placed, and its alert is no longer raised, so don't try again automatically.
  const isRefused = last?.state === "refused" && last.actor === "system" && !isShown
  const isDecided = last?.state === "resolved_by_hand" && isRuledOut("cancel_contract", facts)
  return awaitsDelivery(lease) && !isHosted(lease) && !order?.shipped && !isRefused && !isDecided
}

/** Whether the contract was canceled to make way for a new one for the same order. Later attempts by staff that were refused are ignored. */
function isReplaced(pendingCalls: readonly PendingCall[]): boolean {
  const ended = pendingCalls.find(
    ({ kind, state, detail }) => kind === "cancel_contract" && (state === "done" || detail.outcome === "canceled"),
  )
  return ended !== undefined && isReplacing(ended)
}

const CAPTURE_TRIES = 3

/** Whether so many attempts have failed that staff must deal with the payment. */
export function isStuckCapture({ kind, attempts, state }: Pick<PendingCall, "kind" | "attempts" | "state">): boolean {
  const books = kind === "capture_payment" || kind === "authorize_payment" || kind === "replace_payment"
  return books && attempts >= CAPTURE_TRIES && isUnderWay({ state })
}

/** Whether the service accepted a call of this kind. */
export function isSent(kind: CallKind, pendingCalls: readonly PendingCall[]): boolean {
  return pendingCalls.some((call) => call.kind === kind && call.state === "done")
}

/** Returns a condition for a refusal code of one-time URLs. It is false once neither URL's last call was refused with this code. */
export function isLinkRefused(code: MessageCode): (facts: AlertFacts) => false | undefined {
  return ({ lease, order, pendingCalls }) => {
    if (!isHosted(lease) || !isPlaced(lease) || !order) return undefined
    const isLast = (call: PendingCall) => lastCall({ pendingCalls }, call.kind) === call
    const isRefused = pendingCalls.some(
      (call) => call.state === "refused" && call.last_error?.code === code && isLast(call),
    )
    return isRefused ? undefined : false
  }
}

/**
 * Whether the job must not make a call, because the service refused it or staff resolved it. Staff can still retry the call. If the dialect sets
 * `cancelUnsigned` to false, the job doesn't cancel an unsigned contract, but keeps reading its status until it is signed.
 */
export function isRuledOut(
  kind: CallKind,
  { lease, pendingCalls, order, now }: AlertFacts,
  { service }: { service?: { dialect?: { cancelUnsigned?: boolean | undefined } | undefined } } = {},
): boolean {
  if (kind === "cancel_contract" && isSigning(lease) && service?.dialect?.cancelUnsigned === false) return true
  const latest = lastCall({ pendingCalls }, kind)
  if (!latest) return false
  const since = latest.finished_at
  if (latest.state === "resolved_by_hand") return !since || !hasChanged(kind, order, since)
  // Retry a cancellation that was refused before the signature. Ignore a signature dated in the future, which would cause endless retries.
  const isSignedByNow = !isAfter(lease.signed_at, now)
  const signedSince = kind === "cancel_contract" && since && isSignedByNow && isAfter(lease.signed_at, since)
  return latest.state === "refused" && latest.actor === "system" && !signedSince
}

/** Whether a new reason for the call has come up since the given time. */
function hasChanged(kind: CallKind, order: Order | null, since: Date): boolean {
  if (kind === "cancel_contract") return isAfter(order?.canceledAt, since)
  return kind === "confirm_delivery" && isAfter(order?.deliveredAt, since)
}

function isAfter(moment: Date | null | undefined, since: Date): boolean {
  return moment != null && moment > since
}
