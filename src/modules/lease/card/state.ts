import { toServiceStatus } from "../../../client"
import { STARTING_KINDS, unfinishedCalls } from "../calls"
import type { LeaseOptions } from "../options/options"
import { alertOf, evaluateAlerts, hasAlert, isDead } from "../rules/alerts"
import { isPastEnd } from "../rules/approval"
import type { AlertFacts } from "../rules/conditions"
import {
  awaitsDelivery,
  awaitsOrder,
  isByLink,
  isDelivered,
  isDenied,
  isExpired,
  isForExistingOrder,
  isHosted,
  isMaybeSigned,
  isSigned,
  isSigning,
  isSuperseded,
  isSure,
  isUnconfirmed,
} from "../rules/lease-predicates"
import { isRecent, MINUTE_MS } from "../rules/moments"
import { capturedAt, type Order } from "../rules/order"
import { isExclusive, isOpen, isRunning, lastCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"

type CardOptions = Pick<
  LeaseOptions,
  "captureOn" | "confirmDeliveryOn" | "abandonAfter" | "timeZone" | "alertAfterDays"
>

/** The facts that determine what staff see and may do on a lease, after {@link asOfNow}. */
export type CardFacts = AlertFacts &
  CardOptions & {
    lease: AlertFacts["lease"] &
      Pick<LeaseRecord, "service_status" | "delivered_at" | "delivery_date" | "application_id" | "hosted_id"> &
      Pick<LeaseRecord, "order_link" | "delivery_link">
    /** The display ID of the last return that the store received. */
    returnNumber: number | null
    /** The refund due for returned goods (cents). Null if the account can't return individual lines or the goods can't be identified. */
    partDue: number | null
    /** Whether a process has claimed this lease to make a call. */
    claimed: boolean
    /** The service's last response about whether the lease may be returned. */
    returnCheck: { eligible: boolean; at: Date } | null
  }

/** Replaces the recorded alerts with those in force now, even if the job has yet to record them. Drops a return check from before the delivery. */
export function asOfNow({ returnCheck, ...facts }: CardFacts): CardFacts {
  const { delivered_at } = facts.lease
  const isOutdated = returnCheck && delivered_at && returnCheck.at < delivered_at
  const lease = { ...facts.lease, alerts: evaluateAlerts(facts, facts).open }
  return { ...facts, lease, returnCheck: isOutdated ? null : returnCheck }
}

/** Whether there is an order that isn't recorded as the lease's own. */
export function isForeign({ lease, order }: CardFacts): boolean {
  return order !== null && lease.order_id !== order.id
}

/** Whether a call to the service is in progress, or the order is being placed. */
export function isBusy({ pendingCalls, claimed, now }: CardFacts): boolean {
  return claimed || pendingCalls.some((call) => isExclusive(call.kind) && isRunning(call, now))
}

/** A lease's states on its card, which are also translation keys in the dashboard. The first eight have no order yet. */
export const CARD_STATES = [
  "not_applied",
  "deciding",
  "denied",
  "approved",
  "contract_open",
  "signed",
  "expired",
  "superseded",
  /** The order exists but isn't recorded on its lease yet: the order's event is on its way or lost. */
  "not_recorded",
  "awaiting",
  "not_confirmed",
  "accepted",
  "part_shipped",
  "delivery_due",
  "sending",
  "delivery_failed",
  "delivery_unknown",
  "delivered",
  "capture_open",
  "not_returnable",
  "return_due",
  "return_partial",
  "cancel_unknown",
  "return_unknown",
  "canceled",
  "returned",
  "order_canceled_lease_alive",
  "amount_differs",
  /** A hosted lease whose card has paid for the order. */
  "widget_active",
  "widget_done",
  /** The order number is about to be sent to the service. */
  "order_id_due",
  /** The service refused the one-time URL as already used. */
  "link_used",
  /** The widget provided no one-time URL. */
  "link_missing",
  /** An alert was raised; `alerts` names it. */
  "needs_attention",
  /** The order was edited, and its new contract is not signed yet. */
  "replacing",
  /** The customer has a link to lease the order, and has not signed yet. */
  "linked",
] as const
export type CardState = (typeof CARD_STATES)[number]

/** Returns the state that matters most to staff: first whether the lease ended, then what is wrong, then what is due. */
export function cardState(facts: CardFacts): CardState {
  const { lease, order } = facts
  if (hasAlert(lease.alerts, "newer_version")) return "needs_attention"
  if (isForeign(facts)) return foreignState(facts)
  switch (lease.status) {
    case "canceled":
    case "returned":
      return lease.status
    case "canceling":
      return isBusy(facts) ? "sending" : "cancel_unknown"
    case "returning":
      return isBusy(facts) ? "sending" : "return_unknown"
    case "placed":
    case "delivered":
      // If the order was deleted, staff must find out where its goods are.
      return order ? orderedState(facts, order) : "needs_attention"
    default:
      if (order && isForExistingOrder(lease)) return existingOrderState(facts, order)
      return order ? "not_confirmed" : unorderedState(facts)
  }
}

/** The state of an order with a link or a new contract, until the lease pays for it. */
function existingOrderState(facts: CardFacts, order: Order): CardState {
  const { lease } = facts
  if (isExpired(lease)) return "expired"
  if (isSuperseded(lease)) return "superseded"
  if (isBusy(facts)) return "sending"
  // Until a contract is handed out, the lease is only an approval, which the job releases from the order.
  if (order.canceled) return isSigning(lease) || isSigned(lease) ? "order_canceled_lease_alive" : "approved"
  if (hasAlert(lease.alerts, "amount_differs")) return "amount_differs"
  if (lease.alerts.length) return "needs_attention"
  if (isDenied(lease)) return "denied"
  const isReported = isSigned(lease) || isMaybeSigned(lease)
  if (isReported && !isSure(lease)) return "awaiting"
  if (!isByLink(lease) || isSigned(lease)) return "replacing"
  return !isSigning(lease) && isPastEnd(lease, facts.now) ? "expired" : "linked"
}

/** The state of a lease that has another order, has ended, or has yet to be recorded on this order. */
function foreignState({ lease }: CardFacts): CardState {
  // If a hosted lease's cart was sold through another payment method, there is no contract to ask about.
  if (lease.order_id !== null || hasAlert(lease.alerts, "untaxed_sale")) return "needs_attention"
  if (!awaitsOrder(lease) || isDead(lease)) return "not_confirmed"
  return lease.alerts.length ? "needs_attention" : "not_recorded"
}

function unorderedState(facts: CardFacts): CardState {
  const { lease } = facts
  switch (lease.status) {
    case "open":
      return lease.alerts.length ? "needs_attention" : "not_applied"
    case "submitting":
    case "pending":
    case "undecided":
      return "deciding"
    case "denied":
    case "expired":
    case "superseded":
      return lease.status
    case "approved":
    case "offered":
      return "approved"
    default:
      if (isBusy(facts)) return "sending"
      if (isDead(lease)) return "not_confirmed"
      if (lease.alerts.length) return "needs_attention"
      return isSigning(lease) ? "contract_open" : "signed"
  }
}

function orderedState(facts: CardFacts, order: Order): CardState {
  const { lease, captureOn } = facts
  if (isBusy(facts)) return "sending"
  if (order.canceled) return "order_canceled_lease_alive"
  if (isHosted(lease)) return hostedState(facts, order)
  if (isDead(lease)) return "not_confirmed"
  const failed = failedDelivery(facts)
  if (failed) return failed
  if (lease.alerts.some(({ code }) => alertOf(code).state !== "facts")) return "needs_attention"
  if (isUnconfirmed(lease))
    return MAYBE_SIGNED.includes(toServiceStatus(lease.service_status ?? "")) ? "awaiting" : "not_confirmed"
  if (hasAlert(lease.alerts, "amount_differs")) return "amount_differs"
  const captureDue = captureOn === "order" || isDelivered(lease)
  if (captureDue && !capturedAt(order)) return "capture_open"
  const back = returnedState(lease)
  if (back) return back
  if (isDelivered(lease)) return facts.returnCheck?.eligible === false ? "not_returnable" : "delivered"
  if (order.pieces > 0 && order.delivered >= order.pieces) return "delivery_due"
  return order.shipped && order.pieces > 0 ? "part_shipped" : "accepted"
}

/** Another provider charged the card, so only the calls to one-time URLs and the goods matter. */
function hostedState(facts: CardFacts, order: Order): CardState {
  const { lease } = facts
  const failed = failedLink(facts) ?? failedDelivery(facts)
  if (failed) return failed
  if (lease.alerts.some(({ code }) => alertOf(code).state !== "facts")) return "needs_attention"
  if (facts.pendingCalls.some((call) => call.kind === "send_order_id" && isOpen(call))) return "order_id_due"
  const back = returnedState(lease)
  if (back) return back
  if (isDelivered(lease)) return "widget_done"
  return order.pieces > 0 && order.delivered >= order.pieces ? "delivery_due" : "widget_active"
}

function returnedState({ alerts }: CardFacts["lease"]): CardState | undefined {
  return (["return_due", "return_partial"] as const).find((code) => hasAlert(alerts, code))
}

function failedLink({ lease, pendingCalls }: CardFacts): CardState | null {
  const open = unfinishedCalls(lease.status, pendingCalls)
  const codes = open.flatMap(({ state, last_error }) => (state === "refused" && last_error ? [last_error.code] : []))
  if (codes.includes("link_used")) return "link_used"
  return codes.includes("link_missing") ? "link_missing" : null
}

/** The state if confirming the delivery failed: the call is being retried, was refused, or may have arrived. */
function failedDelivery({ lease, pendingCalls }: CardFacts): CardState | null {
  if (!awaitsDelivery(lease)) return null
  const call = lastCall({ pendingCalls: unfinishedCalls(lease.status, pendingCalls) }, ...STARTING_KINDS)
  if (call?.state === "unknown") return "delivery_unknown"
  // Attempts that were held back by an outage aren't counted, because the outage has its own alert.
  return call?.last_error && call.attempts > 0 ? "delivery_failed" : null
}

/** The service's statuses in which a contract may be signed. In all others, it isn't signed. */
const MAYBE_SIGNED = ["contracts_received", "lease_accepted", "funded", "unknown"]

/** How long an event may take to arrive (ms). */
const IN_FLIGHT_MS = MINUTE_MS

/** Whether events may still be on their way, e.g. right after an order is placed. The time limit stops the card's polling if an event was lost. */
export function isInFlight(
  { lease, order, pendingCalls, confirmDeliveryOn, now }: CardFacts,
  state: CardState,
): boolean {
  const young = (since: Date) => isRecent(since, now, IN_FLIGHT_MS)
  if (state === "not_recorded" || state === "capture_open") return young(lease.status_at)
  if (state === "delivery_due" && order?.deliveredAt && confirmDeliveryOn !== "manual") return young(order.deliveredAt)
  return pendingCalls.some(
    (call) => call.state === "due" && call.attempts === 0 && call.due_at <= now && young(call.due_at),
  )
}
