import {
  type AlertFacts,
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
  isReturnedInFull,
  isReturnedInPart,
  isShippedUnconfirmed,
  isUnordered,
  whileEitherLasts,
} from "./conditions"
import type { RaisedAlert } from "./records"
import { ENDED, type LeaseStatus } from "./state-machine"

/** Something that staff must deal with. Its dashboard texts are under `alerts.<code>`, and its remedy's under `next.<step>`. */
export type Alert<Step = readonly [step: string, action?: string]> = {
  /** Whether the facts make the alert apply; undefined if they don't determine it. Without this, the alert is raised once, by an event. */
  holds?: (facts: AlertFacts) => boolean | undefined
  /** While this alert is open, the lease's own order isn't captured, shipped or confirmed, because it may not match the contract. */
  blocks?: true
  /** The events that clear the alert: the end of the lease if undefined, none if empty. */
  clearedBy?: readonly ClearingEvent[]
  /** The part of the order that staff accept when they resolve the alert. */
  accepts?: OrderPart
  /** Set if the card has a state with this name, derived from the order and calls (`facts`) or from the lease's status (`status`). */
  state?: "facts" | "status"
  /** Set for alerts about a hosted lease's one-time URL. A text has the same code. */
  link?: true
  /** Set for alerts that are never raised: the card shows them in place of this alert, or on their own if null. */
  shownFor?: "signed_without_order" | "money_differs" | "return_partial" | null
  /** The next step in the dashboard, with its button. If undefined, the card's state names the step, or staff ask the operator. */
  remedy?: Step
}

/** The order is recorded, the delivery is confirmed, or the lease ends. */
type ClearingEvent = "order" | "delivery" | "lease"

type OrderPart = "goods" | "money" | "recipient"

/** Every alert. If several block, the first one in this list is reported. */
export const alerts = {
  cart_mismatch: { holds: whileEitherLasts, blocks: true, clearedBy: [], remedy: ["compare_cart"] },
  recipient_differs: {
    holds: isForOtherRecipient,
    blocks: true,
    accepts: "recipient",
    remedy: ["compare_recipient", "mark_resolved"],
  },
  second_order: { blocks: true, clearedBy: [], remedy: ["end_second", "mark_resolved"] },
  // The order that was paid with another method isn't the lease's, so it still ships.
  paid_otherwise: { holds: isOrderPaidOtherwise, blocks: true, remedy: ["cancel_other_payment", "cancel_contract"] },
  invoice_differs: { holds: whileEitherLasts, blocks: true, clearedBy: [], remedy: ["ask_which_sum", "mark_resolved"] },
  lease_dead: { holds: isOrderWithoutLease, blocks: true, clearedBy: [] },
  signed_without_order: { holds: isUnordered, clearedBy: ["order", "delivery", "lease"] },
  cancel_failed: { clearedBy: ["order", "lease"] },
  cancel_unknown: { clearedBy: ["order", "lease"], state: "status" },
  delivery_failed: { clearedBy: ["delivery", "lease"], state: "facts" },
  delivery_unknown: { clearedBy: ["delivery", "lease"], state: "facts" },
  return_failed: {},
  return_unknown: { state: "status" },
  order_canceled_lease_alive: { holds: isLeftByOrder, state: "facts" },
  replacement_ended: { holds: isReplacementEnded, clearedBy: ["order"], accepts: "money", remedy: ["cancel_unsigned"] },
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
  account_removed: { remedy: ["restore_account", "mark_resolved"] },
  capture_open: { holds: isCaptureStuck, state: "facts" },
  return_due: { holds: isReturnedInFull, accepts: "goods", state: "facts" },
  return_partial: { holds: isReturnedInPart, accepts: "goods", state: "facts" },
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

  awaiting: { shownFor: null, state: "facts" },
  not_confirmed: { shownFor: null },
  card_unused: { shownFor: "signed_without_order", remedy: ["ask_about_card", "mark_resolved"] },
  order_unpaid: { shownFor: "signed_without_order", remedy: ["cancel_unpaid"] },
  maybe_signed: { shownFor: "signed_without_order", remedy: ["ask_whether_signed", "attest"] },
  never_reported: { shownFor: "signed_without_order", remedy: ["ask_whether_signed", "attest"] },
  refund_due: { shownFor: "money_differs" },
  cancel_due: { shownFor: "money_differs" },
  part_refund_due: { shownFor: "money_differs", remedy: ["refund_part"] },
  part_return_due: { shownFor: "return_partial", remedy: ["refund_part"] },
  part_return_free: { shownFor: "return_partial", remedy: ["keep_free_part"] },
} as const satisfies Record<string, Alert>

/** An alert that a card can show. */
export type AlertCode = keyof typeof alerts
type CodesWith<Field> = { [Code in AlertCode]: (typeof alerts)[Code] extends Field ? Code : never }[AlertCode]
/** An alert that the ledger raises for staff. */
export type RaisedAlertCode = Exclude<AlertCode, CodesWith<{ shownFor: unknown }>>

/** The entry for a code. Codes from other versions of the plugin have no entry and block nothing. */
export function alertOf(code: string): Alert {
  return Object.hasOwn(alerts, code) ? alerts[code as AlertCode] : {}
}

export const RAISED_ALERT_CODES = (Object.keys(alerts) as AlertCode[]).filter(
  (code): code is RaisedAlertCode => alertOf(code).shownFor === undefined,
)

/** The codes of the alerts that can be raised and for which `matches` returns true. */
export function alertsThat(matches: (alert: Alert) => boolean | undefined): RaisedAlertCode[] {
  return RAISED_ALERT_CODES.filter((code) => matches(alertOf(code)))
}

/** The alerts that this event clears. */
export function clearedOn(event: ClearingEvent): RaisedAlertCode[] {
  return alertsThat(({ clearedBy = ["lease"] }) => clearedBy.includes(event))
}

/** The alerts that are cleared when a lease enters this status, no matter who moves the lease. */
export function clearedOnEntering(status: LeaseStatus): readonly RaisedAlertCode[] {
  if (ENDED.includes(status)) return clearedOn("lease")
  return status === "delivered" ? clearedOn("delivery") : []
}

/** The raised alert behind the one that the card shows. Undefined if the card derives it, or if the code is unknown. */
export function raisedAs(shown: string): RaisedAlertCode | undefined {
  const { shownFor: raised = shown } = alertOf(shown)
  return RAISED_ALERT_CODES.find((code) => code === raised)
}

/** Every blocking alert has a phrase in {@link reasonTexts}. */
type BlockingCode = CodesWith<{ blocks: true }>
export const BLOCKING = alertsThat(({ blocks }) => blocks) as BlockingCode[]

/**
 * Evaluates the alerts that the facts determine: which of them to raise and which to clear. `open`: the alerts in force now, the raised ones first.
 * What staff see and what holds an order back depend on `open`, even before the job records it.
 */
export function evaluateAlerts(facts: AlertFacts): Evaluated {
  const { alerts: raised, status } = facts.lease
  const ended = clearedOnEntering(status)
  const results = RAISED_ALERT_CODES.map((code) => ({
    code,
    holds: alertOf(code).holds?.(facts) ?? (ended.includes(code) ? false : undefined),
  }))
  const codes = (wanted: boolean) => results.filter(({ holds }) => holds === wanted).map(({ code }) => code)
  const [raise, clear] = [codes(true), codes(false)]
  const since = facts.now.toISOString()
  const found = raise.filter((code) => !hasAlert(raised, code)).map((code) => ({ code, params: {}, since }))
  return { raise, clear, open: [...raised.filter(({ code }) => !clear.includes(code)), ...found] }
}

type Evaluated = { raise: RaisedAlertCode[]; clear: RaisedAlertCode[]; open: RaisedAlert[] }

type Open = readonly { code: RaisedAlertCode }[]

export function hasAlert(alerts: Open, ...codes: RaisedAlertCode[]): boolean {
  return alerts.some(({ code }) => codes.includes(code))
}

/** Whether the alert means that this part of the order differs from the contract, until staff accept the difference. */
export function isAbout(code: RaisedAlertCode, part: OrderPart): boolean {
  return alertOf(code).accepts === part
}

export function hasDifference(alerts: Open, part: OrderPart): boolean {
  return alerts.some(({ code }) => isAbout(code, part))
}

/** Whether the service no longer recognized the lease when its status was last read. */
export function isDead({ alerts }: { alerts: Open }): boolean {
  return hasAlert(alerts, "lease_dead")
}

/** The first of these alerts that blocks, if any. */
export function blockingOf(alerts: Open): BlockingCode | undefined {
  return BLOCKING.find((code) => hasAlert(alerts, code))
}
