import type { AttentionCode } from "./messages"
import type { Attention, LeaseRecord } from "./records"

/** The states of the order card, as far as they can occur. Each is a translation key of the dashboard. */
export const CARD_STATES = [
  /** The order stands, and nobody has written it down for its lease yet: its event is under way or lost. */
  "not_recorded",
  "awaiting",
  "not_confirmed",
  "accepted",
  "part_shipped",
  "delivery_due",
  "delivered",
  "capture_open",
  /** A call to the service is under way. */
  "sending",
  "cancel_unknown",
  "return_unknown",
  "cancelled",
  "returned",
  "order_cancelled_lease_alive",
  "amount_differs",
  /** Something was raised for a person; `attention` says what. */
  "needs_attention",
] as const
export type CardState = (typeof CARD_STATES)[number]

/** What the card can show as an alert: what the ledger raised, and the states that are one by themselves. */
export type CardAttentionCode =
  | AttentionCode
  | "cancel_unknown"
  | "return_unknown"
  | "order_cancelled_lease_alive"
  | "amount_differs"

/** `since`: ISO time; null where nobody wrote down when it began. */
export type CardAttention = { code: CardAttentionCode; params: Record<string, string>; since: string | null }

/** What to do next, in words of the dashboard (`next.<code>`). */
export const NEXT_STEPS = [
  "wait_for_record",
  "record_lost",
  "do_not_ship",
  "ship",
  "keep_shipping",
  "confirm_with_operator",
  "wait_for_capture",
  "capture",
  "wait",
  "cancel_again",
  "ask_operator",
  "ask_for_contract",
  "close_order",
  "undo_change",
  "compare_cart",
  "archive_second",
  "cancel_other_payment",
  "ask_which_sum",
] as const
export type NextStepCode = (typeof NEXT_STEPS)[number]
export type NextStep = { code: NextStepCode; params: Record<string, string> }

/** The order behind the card. Amounts in cents. */
export type CardOrder = {
  id: string
  cancelled: boolean
  total: number
  /** Some of our payment was captured in Medusa's books. */
  captured: boolean
  /** Something was shipped or delivered. */
  shipped: boolean
  /** Pieces that are delivered, of those that ship at all. */
  delivered: number
  pieces: number
}

export type CardFacts = {
  lease: Pick<LeaseRecord, "status" | "status_at" | "evidence" | "order_id" | "amount" | "attention">
  order: CardOrder
  /** Somebody holds the claim of this lease: a call is under way. */
  claimed: boolean
  captureOn: "order" | "delivery"
  now: Date
}

export type Card = { state: CardState; in_flight: boolean; attention: CardAttention[]; next_step: NextStep | null }

/** Where a lease stands for the person who looks at its order, what is wrong, and what to do next. Decides everything; asks nobody. */
export function cardOf(facts: CardFacts, operator: string): Card {
  const state = cardState(facts)
  const attention = attentionOf(facts, state)
  const in_flight = facts.claimed || settles(facts, state)
  return { state, in_flight, attention, next_step: nextStep(facts, state, attention, operator) }
}

/** After this, in ms, an order that is neither recorded nor captured is no longer just on its way there. */
const SETTLING_MS = 60_000

/**
 * Whoever opens an order at once is faster than its event. The state is then in between and changes by itself; bounded in time, so that a
 * card that asks again while something is in flight stops asking where the event was lost.
 */
function settles({ lease, now }: CardFacts, state: CardState): boolean {
  const between = state === "not_recorded" || state === "capture_open"
  return between && now.getTime() - lease.status_at.getTime() < SETTLING_MS
}

/** The guards stand in the order in which a person must know: a lease that is over first, then what is wrong, then what is due. */
export function cardState({ lease, order, claimed, captureOn }: CardFacts): CardState {
  const dead = lease.attention.some(({ code }) => code === "lease_dead")
  if (lease.order_id !== order.id) return unrecordedState(lease, dead)
  switch (lease.status) {
    case "cancelled":
    case "returned":
      return lease.status
    case "cancelling":
      return claimed ? "sending" : "cancel_unknown"
    case "returning":
      return claimed ? "sending" : "return_unknown"
    case "placed":
    case "delivered":
      break
    default:
      return "not_confirmed"
  }
  if (order.cancelled) return "order_cancelled_lease_alive"
  if (dead) return "not_confirmed"
  if (lease.attention.length) return "needs_attention"
  if (order.total !== lease.amount) return "amount_differs"
  if (lease.evidence !== "verified" && lease.evidence !== "attested") return "awaiting"
  const captureDue = captureOn === "order" || lease.status === "delivered"
  if (captureDue && !order.captured) return "capture_open"
  if (lease.status === "delivered") return "delivered"
  if (order.pieces > 0 && order.delivered >= order.pieces) return "delivery_due"
  return order.shipped ? "part_shipped" : "accepted"
}

/** Of an order that the lease does not know as its own: another order has it, the lease is over, or nobody wrote the order down yet. */
function unrecordedState(lease: CardFacts["lease"], dead: boolean): CardState {
  if (lease.order_id !== null) return "needs_attention"
  if (dead || (lease.status !== "signed" && lease.status !== "placing")) return "not_confirmed"
  return lease.attention.length ? "needs_attention" : "not_recorded"
}

function attentionOf({ lease, order }: CardFacts, state: CardState): CardAttention[] {
  const raised: Attention[] = lease.attention
  const code = lease.order_id !== null && lease.order_id !== order.id ? "second_order" : ALERTS[state]
  if (!code || raised.some((entry) => entry.code === code)) return raised
  const since = code === "cancel_unknown" || code === "return_unknown" ? lease.status_at.toISOString() : null
  return [...raised, { code, params: {}, since }]
}

/** States that are an alert by themselves. */
const ALERTS: Partial<Record<CardState, CardAttentionCode>> = {
  not_confirmed: "lease_dead",
  cancel_unknown: "cancel_unknown",
  return_unknown: "return_unknown",
  order_cancelled_lease_alive: "order_cancelled_lease_alive",
  amount_differs: "amount_differs",
}

function nextStep(facts: CardFacts, state: CardState, attention: CardAttention[], operator: string): NextStep | null {
  const { lease, order } = facts
  const counts = { done: String(order.delivered), total: String(order.pieces) }
  // An order that is not the lease's own must not be led into canceling the other one's contract.
  const second = lease.order_id !== null && lease.order_id !== order.id
  if (second) return { code: "archive_second", params: { operator } }
  if (state === "cancelled" || state === "returned")
    return order.cancelled ? null : { code: "close_order", params: { operator } }
  // Medusa cancels an order once: asking again is possible only while it is open.
  if (state === "cancel_unknown" && order.cancelled) return { code: "ask_operator", params: { operator } }
  if (settles(facts, state))
    return { code: state === "not_recorded" ? "wait_for_record" : "wait_for_capture", params: {} }
  const code = state === "needs_attention" ? firstRemedy(attention) : STEPS[state]
  return code && { code, params: { operator, ...counts } }
}

function firstRemedy([first]: CardAttention[]): NextStepCode {
  return (first && REMEDIES[first.code]) ?? "ask_operator"
}

const STEPS: Record<Exclude<CardState, "cancelled" | "returned" | "needs_attention">, NextStepCode | null> = {
  not_recorded: "record_lost",
  awaiting: "do_not_ship",
  not_confirmed: "ask_for_contract",
  accepted: "ship",
  part_shipped: "keep_shipping",
  delivery_due: "confirm_with_operator",
  delivered: null,
  capture_open: "capture",
  sending: "wait",
  cancel_unknown: "cancel_again",
  return_unknown: "ask_operator",
  order_cancelled_lease_alive: "ask_operator",
  amount_differs: "undo_change",
}

const REMEDIES: Partial<Record<CardAttentionCode, NextStepCode>> = {
  cart_mismatch: "compare_cart",
  second_order: "ask_operator",
  paid_otherwise: "cancel_other_payment",
  invoice_differs: "ask_which_sum",
}
