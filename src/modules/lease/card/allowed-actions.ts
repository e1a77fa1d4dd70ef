import { stuckCalls, unfinishedCalls } from "../calls"
import { type Operator, staffParams } from "../options/operator"
import { blockingOf, hasAlert, hasDifference } from "../rules/alerts"
import { isSent } from "../rules/conditions"
import { dayIn, isAllShipped } from "../rules/delivery"
import {
  awaitsDelivery,
  isByLink,
  isDelivered,
  isEnded,
  isEnding,
  isHosted,
  isReturning,
  isSure,
  isWithoutContract,
  orderAwaitsSignature,
} from "../rules/lease-predicates"
import { isNewer } from "../rules/newer"
import { isExclusive, isRunning, lastCall, outcomesOf } from "../rules/pending-calls"
import { whyNot, whyNotRead } from "../rules/state-machine"
import { type MessageCode, type MessageParams, messages } from "../texts/messages"
import { because } from "../texts/reasons"
import { type CardFacts, isBusy, isForeign } from "./state"

/** The dashboard's actions on a lease, named after the routes (`docs/routes.md`). */
export const ACTION_KEYS = [
  "check_status",
  "release_hold",
  "attest",
  "cancel_contract",
  "confirm_delivery",
  "mark_delivered",
  "check_return",
  "return_lease",
  "send_order_id",
  "send_delivery_date",
  "retry",
  "mark_resolved",
  "replace_contract",
  "signing_link",
  "withdraw_link",
] as const
export type ActionKey = (typeof ACTION_KEYS)[number]

export function isActionKey(name: string): name is ActionKey {
  return ACTION_KEYS.some((key) => key === name)
}

/** `reason` is a code from `messages.ts`, and `params` are for its text. */
type MayBe = { allowed: true } | { allowed: false; reason: MessageCode; params: MessageParams }

/** Returns whether the user may take each action now. The routes check this, too. `permitted` is whether the user's role may change orders. */
export function canOf(
  facts: CardFacts,
  { permitted, operator }: { permitted: boolean; operator: Operator },
): Record<ActionKey, MayBe> {
  const permissionFor = (key: ActionKey): MayBe => {
    const reason = permitted ? refusalOf(facts, key) : "not_permitted"
    return reason ? { allowed: false, reason, params: refusalParams(facts, reason, operator) } : { allowed: true }
  }
  return Object.fromEntries(ACTION_KEYS.map((key) => [key, permissionFor(key)])) as Record<ActionKey, MayBe>
}

/** Whether the facts allow an action, regardless of the user's role. */
export function mayDo(facts: CardFacts, key: ActionKey): boolean {
  return refusalOf(facts, key) === null
}

/** Returns the most helpful reason why an action isn't allowed, or null if it is. */
function refusalOf(facts: CardFacts, key: ActionKey): MessageCode | null {
  if (isNewer(facts.lease, facts.pendingCalls)) return "lease_newer"
  // A held lease's order may be recorded only after the release.
  const isUnrecorded = facts.lease.order_id === null
  if (isForeign(facts) && !(key === "release_hold" && isUnrecorded)) {
    // A lease that ended never gets an order, but staff can still resolve its alerts.
    if (key === "mark_resolved" && isEnded(facts.lease)) return rules.mark_resolved(facts)
    return isUnrecorded ? "order_not_recorded" : "other_order"
  }
  if (key === "release_hold") return facts.lease.held_at ? null : "release_not_held"
  if (facts.lease.held_at && !FOR_HELD.includes(key)) return "lease_held"
  if (key === "retry") return rules.retry(facts)
  if (isBusy(facts)) return "busy"
  if (isHosted(facts.lease) && !FOR_HOSTED.includes(key)) return "widget_in_portal"
  return rules[key](facts)
}

/** The actions that staff can take here on hosted leases. All others are in the operator's portal. */
const FOR_HOSTED: readonly ActionKey[] = ["mark_resolved", "send_order_id", "send_delivery_date", "signing_link"]

/** The actions on a held lease besides `release_hold`: the service is only read, and staff may enter what it says. */
const FOR_HELD: readonly ActionKey[] = ["check_status", "mark_resolved"]

const rules: Record<Exclude<ActionKey, "release_hold">, (facts: CardFacts) => MessageCode | null> = {
  /** Allowed while a contract may be in force, e.g. to check again before shipping a large parcel. */
  check_status: ({ lease }) => whyNotRead(lease.status),

  /** Allowed only if the service reports no status. */
  attest: ({ lease, order }) => {
    const reason = whyNot("attest", lease.status)
    if (reason) return reason
    if (order?.canceled) return "order_is_canceled"
    if (isSure(lease)) return "already_confirmed"
    return lease.service_status ? "attest_overruled" : null
  },

  cancel_contract: (facts) => {
    const { lease, order } = facts
    const reason = whyNot("cancel", lease.status)
    if (reason) return reason
    if (order?.shipped) return "cancel_after_shipping"
    return isInDoubt(facts) ? "open_unknown" : null
  },

  /** Allowed if the order was edited after its contract was signed, and nothing has shipped. */
  replace_contract: (facts) => {
    const { lease, order } = facts
    if (isEnded(lease)) return "already_closed"
    if (isDelivered(lease) || isEnding(lease)) return whyNot("cancel", lease.status) ?? "open_unknown"
    if (order?.canceled) return "order_is_canceled"
    if (!order || !hasAlert(lease.alerts, "cart_mismatch", "recipient_differs", "amount_differs"))
      return "replace_nothing"
    return rules.cancel_contract(facts)
  },

  signing_link: ({ lease, order }) => {
    if (!orderAwaitsSignature(lease)) return "signing_link_none"
    return order?.canceled ? "order_is_canceled" : null
  },

  /** Allowed for a lease by link until it has a contract. After that, staff use `cancel_contract`. */
  withdraw_link: ({ lease }) => (isByLink(lease) && isWithoutContract(lease) ? null : "withdraw_link_none"),

  /** Allowed for a placed order. Until everything is delivered, the date must be in the future (`dayOfDelivery`). */
  confirm_delivery: (facts) => {
    const { lease, order } = facts
    const reason = whyNot("deliver", lease.status)
    if (reason || !order) return reason ?? "deliver_before_placed"
    if (order.canceled) return "order_is_canceled"
    if (blockingOf(lease.alerts)) return "ship_attention"
    if (!isSure(lease)) return "ship_before_confirmation"
    return isInDoubt(facts) ? "open_unknown" : null
  },

  /**
   * Allowed if everything shipped. Unlike `confirm_delivery`, it also marks Medusa's parcels as delivered, and can be taken for many orders at once.
   */
  mark_delivered: (facts) => {
    const { lease, order } = facts
    const reason = rules.confirm_delivery(facts)
    if (reason || !order) return reason
    if (!isAllShipped(order)) return "mark_delivered_unshipped"
    return hasDifference(lease.alerts, "goods") ? "mark_delivered_differs" : null
  },

  check_return: ({ lease, order }) => {
    const reason = whyNot("return", lease.status)
    if (reason) return reason
    if (isReturning(lease)) return "open_unknown"
    return awaitsDelivery(lease) && !order?.shipped ? "return_before_shipping" : null
  },

  return_lease: (facts) => {
    const reason = rules.check_return(facts)
    if (reason) return reason
    if (hasAlert(facts.lease.alerts, "return_partial")) return "return_incomplete"
    if (facts.returnCheck?.eligible === false)
      return facts.lease.delivered_at ? "return_not_eligible" : "return_before_start"
    return isInDoubt(facts) ? "open_unknown" : null
  },

  send_order_id: ({ lease, order, pendingCalls }) => {
    if (!isHosted(lease)) return "hosted_only"
    const reason = whyNot("tell_order", lease.status)
    if (reason) return reason
    if (order?.canceled) return "order_is_canceled"
    if (isSent("send_order_id", pendingCalls)) return "already_sent"
    return lease.order_link ? null : "hosted_only"
  },

  /** The date follows the same rule as for `confirm_delivery`. */
  send_delivery_date: ({ lease, order }) => {
    if (!isHosted(lease)) return "hosted_only"
    const reason = whyNot("deliver", lease.status)
    if (reason || !order) return reason ?? "deliver_before_placed"
    if (order.canceled) return "order_is_canceled"
    return lease.delivery_link ? null : "hosted_only"
  },

  retry: ({ lease, pendingCalls, now }) => {
    const stuck = stuckCalls(lease.status, pendingCalls, now)
    if (!stuck.length) return "retry_nothing_open"
    return stuck.every((call) => isRunning(call, now)) ? "busy" : null
  },

  /** Allowed for any lease that may be in force, and for any raised alert or open call. */
  mark_resolved: ({ lease, pendingCalls, now }) => {
    if (outcomesOf(lease).some((outcome) => outcome !== "nothing")) return null
    return lease.alerts.length || stuckCalls(lease.status, pendingCalls, now).length ? null : "resolve_nothing_open"
  },
}

/** Whether an exclusive call was sent and its outcome is unknown. */
function isInDoubt({ lease, pendingCalls }: CardFacts): boolean {
  if (isEnding(lease)) return true
  return unfinishedCalls(lease.status, pendingCalls).some(({ kind, sent }) => sent && isExclusive(kind))
}

/** Returns only the parameters that the reason's text uses. */
function refusalParams(facts: CardFacts, reason: MessageCode, operator: Operator): MessageParams {
  const { lease, order, timeZone } = facts
  const blocking = blockingOf(lease.alerts)
  // If only the service has the delivery date, use the date on which it reported the delivery.
  const sent = reason === "already_sent" ? lastCall(facts, "send_order_id")?.finished_at : null
  const date = sent ? dayIn(sent, timeZone) : (lease.delivery_date ?? dayIn(lease.delivered_at, timeZone))
  const all: MessageParams = {
    ...staffParams({ options: { operator } }, lease),
    done: String(order?.returned ?? 0),
    total: String(order?.pieces ?? 0),
    ...(date && { date }),
    ...(blocking && because(blocking)),
  }
  const text = messages[reason]
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`{${name.replace("_code", "")}}`)))
}
