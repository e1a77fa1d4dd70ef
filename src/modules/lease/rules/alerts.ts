import { cents, formatMoney } from "../../../lease-cart"
import { RAISED_ALERT_CODES, type RaisedAlertCode } from "./alert-codes"
import {
  type AlertFacts,
  type AlertOptions,
  isBack,
  isCaptureStuck,
  isForOtherAmount,
  isForOtherRecipient,
  isLeftByOrder,
  isLinkRefused,
  isMoneyDifferent,
  isOrderIdUnsent,
  isOrderPaidOtherwise,
  isOrderWithoutLease,
  isReplacementEnded,
  isShippedUnconfirmed,
  isUnordered,
  isUntaxedSale,
  isUntaxedUnconfirmed,
  whileEitherLasts,
} from "./conditions"
import { isShippedLongAgo, isSignedLongAgo, reachedAt } from "./late-delivery"
import { DAY_MS } from "./moments"
import { isNewer } from "./newer"
import type { Order } from "./order"
import type { RaisedAlert } from "./records"
import { restOf } from "./reversal"
import { ENDED, type LeaseStatus } from "./state-machine"

/** A problem that staff must deal with. The dashboard's text for it is under `alerts.<code>`, and its remedy's under `next.<step>`. */
export type Alert<Step = readonly [step: string, action?: string]> = {
  /** Returns whether the alert applies, or undefined if the facts are inconclusive. An alert without this function is raised once, by an event. */
  holds?: (facts: AlertFacts, options: AlertOptions) => boolean | undefined
  /** Set if the lease's own order isn't captured, shipped or confirmed while the alert is raised, because the order may not match the contract. */
  blocks?: true
  /** Set if the alert already says why the lease doesn't start. In that case, no alert about the missing delivery is raised. */
  stopsDelivery?: true
  /** The events that clear the alert. If undefined, only the end of the lease clears it; if empty, no event does. */
  clearedBy?: readonly ClearingEvent[]
  /** The part of the order that staff accept when they resolve the alert. */
  accepts?: OrderPart
  /** Set if the card has a state of the same name, which depends on the order and calls (`facts`) or on the lease's status (`status`). */
  state?: "facts" | "status"
  /** Set for alerts about a hosted lease's one-time URLs. The refused call's error has the same code. */
  link?: true
  /** The raised alert in whose place the card shows this one, which is never raised itself. */
  shownFor?: "signed_without_order" | "money_differs" | "return_partial"
  /** The next step in the dashboard, and the action of its button. If undefined, the card's state determines the step, or staff ask the operator. */
  remedy?: Step
}

/** An event that clears alerts: the order is recorded, the delivery is confirmed, or the lease ends. */
type ClearingEvent = "order" | "delivery" | "lease"

type OrderPart = "goods" | "money" | "recipient" | "delivery"

/** All alerts: those that can be raised and stored, and those that only appear on the Lease card and the lease's page. */
export const alerts = {
  // The job leaves such a lease to the newer processes, so this alert is shown, but never stored.
  newer_version: {
    holds: ({ lease, pendingCalls }) => isNewer(lease, pendingCalls) || undefined,
    blocks: true,
    clearedBy: [],
  },
  held: {
    // Whoever ends the hold clears the alert.
    holds: ({ lease }) => lease.held_at !== null || undefined,
    blocks: true,
    clearedBy: [],
  },
  cart_mismatch: { holds: whileEitherLasts, blocks: true, clearedBy: [], remedy: ["compare_cart"] },
  recipient_differs: {
    holds: isForOtherRecipient,
    blocks: true,
    accepts: "recipient",
    remedy: ["compare_recipient", "mark_resolved"],
  },
  second_order: { blocks: true, clearedBy: [], remedy: ["end_second", "mark_resolved"] },
  untaxed_sale: {
    holds: isUntaxedSale,
    blocks: true,
    clearedBy: [],
    accepts: "money",
    remedy: ["undo_untaxed_sale", "mark_resolved"],
  },
  untaxed_unconfirmed: {
    holds: isUntaxedUnconfirmed,
    blocks: true,
    accepts: "money",
    remedy: ["ask_whether_leased", "mark_resolved"],
  },
  // An order that was paid another way isn't the lease's own order, so it still ships.
  paid_otherwise: { holds: isOrderPaidOtherwise, blocks: true, remedy: ["cancel_other_payment", "cancel_contract"] },
  invoice_differs: { holds: whileEitherLasts, blocks: true, clearedBy: [], remedy: ["ask_which_sum", "mark_resolved"] },
  lease_dead: { holds: isOrderWithoutLease, blocks: true, clearedBy: [] },
  signed_without_order: { holds: isUnordered, clearedBy: ["order", "delivery", "lease"] },
  cancel_failed: { clearedBy: ["order", "lease"] },
  cancel_unknown: { clearedBy: ["order", "lease"], state: "status" },
  delivery_failed: { clearedBy: ["delivery", "lease"], state: "facts", stopsDelivery: true },
  delivery_unknown: { clearedBy: ["delivery", "lease"], state: "facts", stopsDelivery: true },
  return_failed: {},
  return_unknown: { state: "status" },
  order_canceled_lease_alive: { holds: isLeftByOrder, state: "facts" },
  replacement_ended: { holds: isReplacementEnded, clearedBy: ["order"], accepts: "money" },
  shipped_unconfirmed: {
    holds: isShippedUnconfirmed,
    clearedBy: ["delivery"],
    remedy: ["check_confirmation", "check_status"],
  },
  money_differs: {
    holds: isMoneyDifferent,
    clearedBy: [],
    accepts: "money",
    remedy: ["compare_money", "mark_resolved"],
  },
  amount_differs: { holds: isForOtherAmount, accepts: "goods", state: "facts" },
  reconcile_failed: { remedy: ["read_log"] },
  mixed_up_answer: { remedy: ["find_mix_up", "check_status"] },
  account_removed: { stopsDelivery: true, remedy: ["restore_account", "mark_resolved"] },
  capture_open: { holds: isCaptureStuck, state: "facts" },
  return_due: { holds: isBack("whole"), accepts: "goods", state: "facts" },
  return_partial: { holds: isBack("part"), accepts: "goods", state: "facts" },
  shipped_long_ago: { holds: isShippedLongAgo, clearedBy: ["delivery", "lease"], accepts: "delivery" },
  signed_long_ago: { holds: isSignedLongAgo, clearedBy: ["delivery", "lease"], accepts: "delivery" },
  order_id_failed: { holds: isOrderIdUnsent },
  order_id_unknown: { holds: isOrderIdUnsent },
  link_used: { holds: isLinkRefused("link_used"), link: true, state: "facts" },
  link_missing: { holds: isLinkRefused("link_missing"), link: true, state: "facts" },
  link_unreadable: { holds: isLinkRefused("link_unreadable"), link: true, remedy: ["restore_key", "retry"] },
  link_refused: { holds: isLinkRefused("link_refused"), link: true, remedy: ["list_host", "mark_resolved"] },
  widget_success_differs: { clearedBy: [] },
  widget_success_lost: { remedy: ["ask_about_lost", "mark_resolved"] },
  widget_success_late: { remedy: ["ask_about_late", "mark_resolved"] },
  widget_unfinished: { remedy: ["ask_about_unfinished", "mark_resolved"] },

  awaiting: { state: "facts" },
  not_confirmed: {},
  card_unused: { shownFor: "signed_without_order", remedy: ["ask_about_card", "mark_resolved"] },
  order_unpaid: { shownFor: "signed_without_order", remedy: ["cancel_unpaid"] },
  maybe_signed: { shownFor: "signed_without_order", remedy: ["ask_whether_signed", "attest"] },
  earlier_unreported: { shownFor: "signed_without_order", remedy: ["ask_about_earlier", "mark_resolved"] },
  never_reported: { shownFor: "signed_without_order", remedy: ["ask_whether_signed", "attest"] },
  refund_due: { shownFor: "money_differs" },
  cancel_due: { shownFor: "money_differs" },
  part_refund_due: { shownFor: "money_differs", remedy: ["refund_part"] },
  part_return_due: { shownFor: "return_partial", remedy: ["refund_part"] },
  part_return_free: { shownFor: "return_partial", remedy: ["keep_free_part"] },
} as const satisfies Record<RaisedAlertCode, Alert> & Record<string, Alert>

export type AlertCode = keyof typeof alerts
type CodesWith<Field> = { [Code in AlertCode]: (typeof alerts)[Code] extends Field ? Code : never }[AlertCode]
/** Returns the alert with this code. A code from a newer version of the plugin has no entry; `newer_version` blocks in its place. */
export function alertOf(code: string): Alert {
  return Object.hasOwn(alerts, code) ? alerts[code as AlertCode] : {}
}

export function alertsThat(matches: (alert: Alert) => boolean | undefined): RaisedAlertCode[] {
  return RAISED_ALERT_CODES.filter((code) => matches(alertOf(code)))
}

export function clearedOn(event: ClearingEvent): RaisedAlertCode[] {
  return alertsThat(({ clearedBy = ["lease"] }) => clearedBy.includes(event))
}

/** The alerts that are cleared when a lease enters this status, whatever caused the change. */
export function clearedOnEntering(status: LeaseStatus): readonly RaisedAlertCode[] {
  if (ENDED.includes(status)) return clearedOn("lease")
  return status === "delivered" ? clearedOn("delivery") : []
}

/** The raised alert that a shown alert stands for; undefined if there is none. */
export function raisedAs(shown: string): RaisedAlertCode | undefined {
  const { shownFor: raised = shown } = alertOf(shown)
  return RAISED_ALERT_CODES.find((code) => code === raised)
}

/** The code of a blocking alert. Each has a phrase in {@link reasonTexts}. */
type BlockingCode = CodesWith<{ blocks: true }>
export const BLOCKING = alertsThat(({ blocks }) => blocks) as BlockingCode[]

/**
 * Returns which alerts the facts raise and which they clear. `open` lists the alerts in force now, those already raised first. The dashboard shows
 * them, and the blocking ones hold the order back, even before the job records them.
 */
export function evaluateAlerts(facts: AlertFacts, options: AlertOptions): Evaluated {
  const { alerts: raised, status } = facts.lease
  const ended = clearedOnEntering(status)
  const evaluated = RAISED_ALERT_CODES.map((code) => ({
    code,
    holds: alertOf(code).holds?.(facts, options) ?? (ended.includes(code) ? false : undefined),
  }))
  const isExplained = evaluated.some(({ code, holds }) => (holds ?? hasAlert(raised, code)) && stopsDelivery(code))
  const results = evaluated.map(({ code, holds }) => ({
    code,
    holds: isExplained && isAbout(code, "delivery") ? false : holds,
  }))
  const codes = (wanted: boolean) => results.filter(({ holds }) => holds === wanted).map(({ code }) => code)
  const [raise, clear] = [codes(true), codes(false)]
  const since = facts.now.toISOString()
  const found = raise
    .filter((code) => !hasAlert(raised, code))
    .map((code) => ({ code, params: alertParams(code, facts), since }))
  // While an alert about a missing delivery is raised, its number of days grows.
  const current = (alert: RaisedAlert) =>
    isAbout(alert.code, "delivery")
      ? { ...alert, params: { ...alert.params, ...alertParams(alert.code, facts) } }
      : alert
  return { raise, clear, open: [...raised.filter(({ code }) => !clear.includes(code)).map(current), ...found] }
}

/** Whether the alert says why the delivery isn't confirmed to the service. */
function stopsDelivery(code: RaisedAlertCode): boolean {
  const { blocks, stopsDelivery } = alertOf(code)
  return blocks === true || stopsDelivery === true || isAbout(code, "goods")
}

/**
 * Returns the ID of the order that an alert is about, if it isn't the lease's own order, and the amount that was sold without sales tax. The missing
 * tax isn't included, because only the former tax provider could calculate it, and only at today's rates. For a missing delivery, returns the amount
 * that the operator hasn't paid yet, and the days since the shipment or signature.
 */
export function alertParams(code: RaisedAlertCode, { lease, order, now }: FactsOfParams): Record<string, string> {
  if (isAbout(code, "delivery")) {
    const since = reachedAt(code === "shipped_long_ago" ? "shipped" : "signed", { lease, order })
    const amount = formatMoney(cents(restOf(lease)), lease.currency_code)
    return { amount, ...(since && { days: String(Math.floor((now.getTime() - since.getTime()) / DAY_MS)) }) }
  }
  const isUntaxed = code === "untaxed_sale"
  if (!order || !(isUntaxed || code === "paid_otherwise" || code === "lease_dead")) return {}
  const { id, soldUntaxed, asCart } = order
  return { order_id: id, ...(isUntaxed && { amount: formatMoney(cents(soldUntaxed), asCart.currency_code) }) }
}

type FactsOfParams = Pick<AlertFacts, "lease" | "now"> & { order: OrderOfParams | null }
type OrderOfParams = Pick<Order, "id" | "soldUntaxed" | "asCart"> & Partial<Pick<Order, "shippedAt">>

type Evaluated = { raise: RaisedAlertCode[]; clear: RaisedAlertCode[]; open: RaisedAlert[] }

type Open = readonly { code: RaisedAlertCode }[]

export function hasAlert(alerts: Open, ...codes: RaisedAlertCode[]): boolean {
  return alerts.some(({ code }) => codes.includes(code))
}

/** Whether the alert reports that this part of the order differs from the contract. Staff can accept the difference. */
export function isAbout(code: string, part: OrderPart): boolean {
  return alertOf(code).accepts === part
}

export function hasDifference(alerts: Open, part: OrderPart): boolean {
  return alerts.some(({ code }) => isAbout(code, part))
}

/** Whether the service no longer recognized the lease when its status was last read. */
export function isDead({ alerts }: { alerts: Open }): boolean {
  return hasAlert(alerts, "lease_dead")
}

export function blockingOf(alerts: Open): BlockingCode | undefined {
  return BLOCKING.find((code) => hasAlert(alerts, code))
}
