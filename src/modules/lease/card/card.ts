import { kindsRaising, STARTING_KINDS, stuckCalls, unfinishedCalls } from "../calls"
import { type Alert, type AlertCode, alerts, alertsThat, hasAlert, isAbout } from "../rules/alerts"
import { isCanceled, isEnded, isEnding, isForExistingOrder, isHosted, isSigned } from "../rules/lease-predicates"
import { heldOf, isOpenPayment, ORDER_PROBLEMS } from "../rules/order"
import { isRunning, lastCall, type PendingCall } from "../rules/pending-calls"
import type { MessageParams } from "../texts/messages"
import { alertOfState, alertsOf, type CardAlert } from "./alerts-of"
import { type ActionKey, mayDo } from "./allowed-actions"
import { type CardFacts, type CardState, cardState, isForeign, isInFlight } from "./state"

/** `needs_resolution` is whether staff must resolve something. If not, resolving can only correct the ledger. */
export type Card = {
  state: CardState
  in_flight: boolean
  alerts: CardAlert[]
  /** The alert that the state or the next step is about. */
  main_alert: AlertCode | null
  next_step: NextStep | null
  needs_resolution: boolean
}

/** Returns what staff see of a lease: its state, what is wrong, and what to do next. Makes no call. */
export function cardOf(facts: CardFacts, operator: string): Card {
  const state = cardState(facts)
  const inFlight = isInFlight(facts, state)
  const alerts = alertsOf(facts, state, inFlight)
  const in_flight = inFlight || facts.claimed || facts.pendingCalls.some((call) => isRunning(call, facts.now))
  const next_step = nextStep({ facts, state, alerts, inFlight, operator })
  const waiting = stuckCalls(facts.lease.status, facts.pendingCalls, facts.now).some(
    (call) => !isRunning(call, facts.now),
  )
  const needs_resolution = alerts.length > 0 || waiting || next_step?.action === "mark_resolved"
  const main_alert = alertOfState(facts, state, inFlight) ?? firstOf(alerts)?.code ?? null
  return { state, in_flight, alerts, main_alert, next_step, needs_resolution }
}

/**
 * The next steps (`next.<code>` in the dashboard). `asks` means that staff ask the operator, and `refunds` adds the amount held in Medusa's books.
 */
export const steps = {
  update_process: {},
  release_hold: { asks: true },
  wait_for_record: {},
  read_log: {},
  find_mix_up: { asks: true },
  record_lost: {},
  do_not_ship: { asks: true },
  ask_for_contract: { asks: true },
  ship: {},
  confirm_by_hand: {},
  keep_shipping: {},
  confirm_delivery: {},
  say_delivered: {},
  ship_or_cancel: {},
  confirmed_soon: {},
  wait_for_capture: {},
  capture: {},
  wait: {},
  ask_why_refused: { asks: true },
  retried_soon: {},
  checked_soon: {},
  ask_then_resolve: { asks: true },
  ask_operator: { asks: true },
  check_return: {},
  send_return: {},
  receive_rest: { asks: true },
  refund_part: {},
  keep_free_part: {},
  return_goods: { asks: true },
  close_order: { refunds: true },
  cancel_or_refund: { refunds: true },
  cancel_uncaptured: {},
  cancel_order: {},
  undo_change: { asks: true },
  compare_cart: { asks: true },
  compare_recipient: { asks: true },
  compare_money: {},
  archive_second: {},
  end_second: {},
  cancel_unpaid: {},
  ask_about_earlier: { asks: true },
  ask_whether_signed: { asks: true },
  undo_untaxed_sale: {},
  ask_whether_leased: { asks: true },
  cancel_other_payment: { asks: true },
  ask_which_sum: { asks: true },
  check_confirmation: {},
  help_to_order: {},
  mend_or_cancel: {},
  given_up: {},
  wait_for_signature: {},
  wait_for_order: {},
  wait_for_card: {},
  ask_about_card: { asks: true },
  order_id_soon: {},
  send_delivery_date: {},
  mark_as_sent: { asks: true },
  tell_operator: { asks: true },
  restore_account: { asks: true },
  restore_key: { asks: true },
  ask_about_lost: { asks: true },
  ask_about_late: { asks: true },
  ask_about_unfinished: { asks: true },
  list_host: { asks: true },
  return_in_portal: { asks: true },
  portal_first: { asks: true },
  replace_contract: {},
  send_signing_link: {},
  send_lease_link: {},
  renew_link: {},
  pay_otherwise: {},
  wait_for_payment: {},
  payment_not_replaced: {},
  cancel_unsigned: {},
  sign_or_cancel: {},
} as const satisfies Record<string, { asks?: true; refunds?: true }>

type NextStepCode = keyof typeof steps
export const NEXT_STEPS = Object.keys(steps) as NextStepCode[]

/** `action` is the step's button, if allowed now. `amount` is in cents. `at` is an automatic step's ISO time. If `asks`, staff ask the operator. */
export type NextStep = {
  code: NextStepCode
  params: MessageParams
  action?: ActionKey
  amount?: number
  at?: string
  asks?: true
}

type Situation = {
  facts: CardFacts
  state: CardState
  alerts: CardAlert[]
  inFlight: boolean
  operator: string
}

function nextStep(situation: Situation): NextStep | null {
  const { facts, operator, alerts } = situation
  const { order } = facts
  const step = stepOf(situation)
  if (!step) return null
  const [code, action, at] = step
  const params = {
    operator,
    done: String(order?.delivered ?? 0),
    total: String(order?.pieces ?? 0),
    ...(facts.returnNumber !== null && { display_id: String(facts.returnNumber) }),
    ...(code === "undo_untaxed_sale" && firstOf(alerts)?.params),
  }
  return {
    code,
    params,
    ...(action && mayDo(facts, action) && { action }),
    ...(order && "refunds" in steps[code] && { amount: heldOf(order) }),
    ...(code === "refund_part" && { amount: alerts[0]?.amount ?? 0 }),
    ...(at && { at: at.toISOString() }),
    ...("asks" in steps[code] && { asks: true }),
  }
}

type Step = readonly [code: NextStepCode, action?: ActionKey, at?: Date]

/** Returns null if there is nothing to do. */
function stepOf({ facts, state, alerts, inFlight }: Situation): Step | null {
  if (hasAlert(facts.lease.alerts, "newer_version")) return ["update_process"]
  // Staff looking at a second order must not cancel the first order's contract, so propose only to archive the second one.
  if (isForeign(facts) && facts.lease.order_id !== null) return ["archive_second"]
  if (facts.lease.held_at) return ["release_hold", "release_hold"]
  const hosted = isHosted(facts.lease) && hostedStep(facts, state, inFlight)
  if (hosted) return hosted
  switch (state) {
    case "not_recorded":
      return [inFlight ? "wait_for_record" : "record_lost"]
    case "capture_open":
      return inFlight ? ["wait_for_capture"] : ["capture", "retry"]
    case "accepted":
      return facts.order?.pieces ? ["ship"] : ["confirm_by_hand", "confirm_delivery"]
    case "delivery_due":
      return inFlight || isConfirmationDue(facts) ? ["confirmed_soon"] : ["confirm_delivery", "confirm_delivery"]
    case "cancel_unknown":
      return failedStep(facts, lastCall(facts, "cancel_contract"))
    case "return_unknown":
      return failedStep(facts, lastCall(facts, "return_lease"))
    case "delivery_failed":
    case "delivery_unknown":
      return failedStep(facts, lastCall(facts, ...STARTING_KINDS))
    case "return_due":
      return mayDo(facts, "return_lease") ? ["send_return", "return_lease"] : ["check_return", "check_return"]
    case "return_partial":
      if (facts.partDue === 0) return ["keep_free_part"]
      return facts.partDue ? ["refund_part"] : ["receive_rest", "check_return"]
    case "order_canceled_lease_alive":
      return aliveStep(facts)
    case "canceled":
    case "returned":
      return endedStep(facts) ?? (alerts.length ? remedyOf(facts, alerts) : null)
    case "amount_differs":
      return mayDo(facts, "replace_contract")
        ? ["replace_contract", "replace_contract"]
        : ["undo_change", "mark_resolved"]
    case "replacing":
      return isSigned(facts.lease) ? paymentStep(facts) : ["send_signing_link", "signing_link"]
    case "denied":
      return mayDo(facts, "withdraw_link") ? ["pay_otherwise", "withdraw_link"] : null
    case "not_confirmed":
      return facts.order ? ["ask_for_contract", "check_status"] : ["ask_operator", "mark_resolved"]
    case "needs_attention":
      return remedyOf(facts, alerts)
    default:
      if (state === "expired" && mayDo(facts, "withdraw_link")) return ["renew_link", "withdraw_link"]
      return STEPS[state] ?? (alerts.length ? remedyOf(facts, alerts) : null)
  }
}

/** Returns the next step for an ended lease whose order isn't canceled or holds money in Medusa. Never proposes what Medusa would refuse. */
function endedStep({ lease, order }: CardFacts): Step | null {
  if (!order || order.canceled) return null
  if (heldOf(order) > 0) return [order.cancelable ? "cancel_or_refund" : "close_order"]
  if (!order.cancelable) return null
  if (order.payments.some(isOpenPayment)) return ["cancel_uncaptured"]
  // After a full refund of an unshipped order, Medusa keeps it active and its goods reserved, so propose to cancel it.
  if (!isCanceled(lease) || order.shipped || order.heldElsewhere) return null
  // If a new contract ended unsigned, Medusa's books still contain the former payment.
  return [isForExistingOrder(lease) ? "cancel_unsigned" : "cancel_order"]
}

/** The next step after an edited order's new contract is signed: only Medusa's books still need updating. */
function paymentStep(facts: CardFacts): Step {
  const failed = lastCall(facts, "replace_payment")?.last_error && mayDo(facts, "retry")
  return failed ? ["payment_not_replaced", "retry"] : ["wait_for_payment"]
}

/** A hosted lease can't be canceled or returned from here, and only the shopper can use its card. */
function hostedStep(facts: CardFacts, state: CardState, inFlight: boolean): Step | null {
  switch (state) {
    case "signed":
      return ["wait_for_card"]
    case "delivery_due":
      if (inFlight || isConfirmationDue(facts)) return ["confirmed_soon"]
      // If the one-time URL is missing, only the operator can record the date.
      return facts.lease.delivery_link
        ? ["send_delivery_date", "send_delivery_date"]
        : ["tell_operator", "mark_resolved"]
    case "widget_active":
      return facts.order?.pieces === 0 && facts.lease.delivery_link
        ? ["confirm_by_hand", "send_delivery_date"]
        : ["portal_first"]
    case "widget_done":
      return ["portal_first"]
    case "return_due":
    case "return_partial":
    case "order_canceled_lease_alive":
      return ["return_in_portal", "mark_resolved"]
    default:
      return null
  }
}

function isConfirmationDue(facts: CardFacts): boolean {
  return lastCall(facts, ...STARTING_KINDS)?.state === "due"
}

/** Only the operator can explain a refusal or an unknown outcome. After any other failure, the job retries or checks. */
function failedStep({ lease, now }: CardFacts, call: PendingCall | undefined): Step {
  if (call?.state === "unknown") return ["ask_then_resolve", "mark_resolved"]
  if (call?.state === "refused") return remedyOfLink(call) ?? ["ask_why_refused", "retry"]
  const at = call && call.due_at > now ? call.due_at : now
  return [call?.sent || isEnding(lease) ? "checked_soon" : "retried_soon", "retry", at]
}

/** Returns the alert's own remedy if the call failed because of its one-time URL, because then the operator didn't refuse anything. */
function remedyOfLink({ last_error }: PendingCall): Step | undefined {
  const code = alertsThat(({ link }) => link).find((code) => code === last_error?.code)
  return code && rows[code]?.remedy
}

/** The next step if the order was canceled but the lease continues. Shipped goods can only be returned. */
function aliveStep(facts: CardFacts): Step {
  if (mayDo(facts, "return_lease")) return ["return_goods", "return_lease"]
  return mayDo(facts, "retry")
    ? failedStep(facts, lastCall(facts, "cancel_contract"))
    : ["ask_operator", "mark_resolved"]
}

const rows: Partial<Record<AlertCode, Alert<Step>>> = alerts

/**
 * Returns the alert of a newer or held lease, otherwise the oldest one. Skips a due refund while a return's outcome is unknown, because the refund would be
 * refused.
 */
function firstOf(alerts: readonly CardAlert[]): CardAlert | undefined {
  const readOnly = alerts.find(({ code }) => code === "newer_version") ?? alerts.find(({ code }) => code === "held")
  if (readOnly) return readOnly
  const isUnknown = alerts.some(({ code }) => code === "return_unknown")
  return alerts.find(({ code }) => !(isUnknown && code === "part_return_due"))
}

function remedyOf(facts: CardFacts, alerts: CardAlert[]): Step {
  const first = firstOf(alerts)
  if (first?.code === "signed_without_order") return unorderedStep(facts)
  if (first?.code === "replacement_ended")
    return isEnded(facts.lease) ? ["cancel_unsigned"] : ["sign_or_cancel", "signing_link"]
  if (first && isAbout(first.code, "delivery")) return undeliveredStep(facts)
  if (first?.code === "capture_open" && isForExistingOrder(facts.lease)) return paymentStep(facts)
  const open = { pendingCalls: unfinishedCalls(facts.lease.status, facts.pendingCalls) }
  const failed = first && lastCall(open, ...kindsRaising(first.code))
  if (failed && mayDo(facts, "retry")) return failedStep(facts, failed)
  return (first && sameRemedy(first.code)) ?? ["ask_operator", "mark_resolved"]
}

/** An alert's next step if it's the same for every lease. */
export function sameRemedy(code: AlertCode): Step | undefined {
  return rows[code]?.remedy
}

function unorderedStep(facts: CardFacts): Step {
  const { lease, abandonAfter, now } = facts
  const end = new Date((lease.signed_at ?? lease.status_at).getTime() + abandonAfter)
  if (end <= now) return ["given_up"]
  const code = lastCall(facts, "place_order")?.last_error?.code
  // Only the store can fix these problems, so don't offer to help the customer.
  const isForStore = ORDER_PROBLEMS.some((problem) => problem === code)
  return [isForStore ? "mend_or_cancel" : "help_to_order", "retry", end]
}

/** The next step for a placed order whose lease should have started. It depends on whether the goods have shipped or been delivered. */
function undeliveredStep(facts: CardFacts): Step {
  const { order } = facts
  if (order?.deliveredAt) return ["confirm_delivery", "confirm_delivery"]
  if (order?.pieces === 0) return ["confirm_by_hand", "confirm_delivery"]
  return order?.shippedAt ? ["say_delivered", "mark_delivered"] : ["ship_or_cancel"]
}

const STEPS: Partial<Record<CardState, Step>> = {
  awaiting: ["do_not_ship", "check_status"],
  part_shipped: ["keep_shipping"],
  sending: ["wait"],
  not_returnable: ["check_return", "check_return"],
  contract_open: ["wait_for_signature", "check_status"],
  linked: ["send_lease_link", "signing_link"],
  signed: ["wait_for_order"],
  order_id_due: ["order_id_soon", "send_order_id"],
  link_used: ["mark_as_sent", "mark_resolved"],
  link_missing: ["tell_operator", "mark_resolved"],
}
