import type { Attention } from "../rules/records"
import { isReported } from "../rules/signature"
import { OVER } from "../rules/state-machine"
import { isOpen, type TaskKind } from "../tables/tasks"
import {
  ATTENTION_CODES,
  type AttentionCode,
  type MessageCode,
  type MessageParams,
  staffTextOf,
} from "../texts/messages"
import { type CardFacts, isForeign, lastCall } from "./facts"
import type { CardState } from "./state"

/** What a card can show as an alert: what the ledger raised, and the states that are one by themselves. */
export type CardAttentionCode =
  | AttentionCode
  | "awaiting"
  | "not_confirmed"
  | "card_unused"
  | "order_unpaid"
  | "maybe_signed"
  | "refund_due"

/**
 * `amount`: the sum that the alert names, in cents. `since`: ISO time; null where nobody wrote down when it began. `next_retry_at`: when the call behind it is made again by itself. `error`:
 * how its last attempt ended, in English, with the code under which it is translated.
 */
export type CardAttention = {
  code: CardAttentionCode
  params: MessageParams
  amount?: number
  since: string | null
  next_retry_at?: string
  error?: { code: MessageCode; params: MessageParams; message: string }
}

/** States that are an alert by themselves. */
const ALERTS: Partial<Record<CardState, CardAttentionCode>> = {
  awaiting: "awaiting",
  delivery_failed: "delivery_failed",
  delivery_unknown: "delivery_unknown",
  cancel_unknown: "cancel_unknown",
  return_unknown: "return_unknown",
  capture_open: "capture_open",
  return_due: "return_due",
  return_partial: "return_partial",
  order_cancelled_lease_alive: "order_cancelled_lease_alive",
  amount_differs: "amount_differs",
  link_used: "link_used",
  link_missing: "link_missing",
}

/** The calls that an alert is about. */
const CALLS: Partial<Record<CardAttentionCode, TaskKind[]>> = {
  delivery_failed: ["confirm_delivery", "send_delivery_date"],
  delivery_unknown: ["confirm_delivery", "send_delivery_date"],
  order_id_failed: ["send_order_id"],
  order_id_unknown: ["send_order_id"],
  cancel_failed: ["cancel_contract"],
  cancel_unknown: ["cancel_contract"],
  order_cancelled_lease_alive: ["cancel_contract"],
  return_failed: ["return_lease"],
  return_unknown: ["return_lease"],
  capture_open: ["capture_payment", "authorize_payment"],
  signed_without_order: ["place_order"],
}

/** What a person must look at, first what was raised first. `settling`: what is not there yet is still on its way. */
export function alertsOf(facts: CardFacts, state: CardState, settling: boolean): CardAttention[] {
  const raised: Attention[] = facts.lease.attention
  const own = ownAlert(facts, state, settling)
  const all = !own || raised.some(({ code }) => code === own.code) ? raised : [...raised, own]
  return all.map((entry) => ({ ...entry, ...namedFor(facts, entry.code), ...attemptsOf(facts, entry.code) }))
}

/** What was raised, by the name that it has for whoever must do something about it. */
function namedFor(facts: CardFacts, code: CardAttentionCode): Pick<CardAttention, "code" | "amount"> {
  if (code === "signed_without_order") return { code: unordered(facts) }
  const { lease, order } = facts
  // Nothing is wrong with money that is still to be given back.
  const due = code === "money_differs" && OVER.includes(lease.status) && order && !order.cancelled && order.held > 0
  return due ? { code: "refund_due", amount: order.held } : { code }
}

/** What "signed, and no order" means as the lease stands. */
function unordered(facts: CardFacts): CardAttentionCode {
  const { lease } = facts
  // Nobody but the shopper can use a hosted lease's card.
  if (lease.way === "widget") return "card_unused"
  // Core made the order and was cut off before its payment.
  if (isForeign(facts) && lease.order_id === null && facts.order?.paid === false) return "order_unpaid"
  return isReported(lease) ? "maybe_signed" : "signed_without_order"
}

/** What a shown alert was raised as; what the card shows by itself was raised as nothing. */
export function raisedAs(shown: string): AttentionCode | undefined {
  if (shown === "refund_due") return "money_differs"
  const code = (SHOWN_OTHERWISE as readonly string[]).includes(shown) ? "signed_without_order" : shown
  return ATTENTION_CODES.find((known) => known === code)
}

/** What `signed_without_order` may be shown as. */
const SHOWN_OTHERWISE = ["card_unused", "order_unpaid", "maybe_signed"] as const satisfies readonly CardAttentionCode[]

function ownAlert(facts: CardFacts, state: CardState, settling: boolean): CardAttention | null {
  const { lease, order } = facts
  if (isForeign(facts) && lease.order_id !== null) return { code: "second_order", params: {}, since: null }
  if (state === "not_confirmed") return notConfirmed(facts)
  const code = ALERTS[state]
  if (!code || (settling && state === "capture_open")) return null
  if (code === "awaiting") return { code, params: {}, since: lease.signed_at?.toISOString() ?? null }
  const counts = { done: String(order?.returned ?? 0), total: String(order?.pieces ?? 0) }
  const dated = state === "cancel_unknown" || state === "return_unknown"
  return {
    code,
    params: code === "return_partial" ? counts : {},
    since: dated ? lease.status_at.toISOString() : null,
  }
}

/** The service says that nothing is signed yet; or the contract is over, or never was. */
function notConfirmed({ lease, order }: CardFacts): CardAttention {
  const dead = lease.attention.some(({ code }) => code === "lease_dead")
  const open = !dead && lease.status === "placed" && order !== null
  return { code: open ? "not_confirmed" : "lease_dead", params: {}, since: null }
}

function attemptsOf(facts: CardFacts, code: CardAttentionCode): Pick<CardAttention, "next_retry_at" | "error"> {
  const call = lastCall(facts, ...(CALLS[code] ?? []))
  if (!call?.last_error || call.state === "done" || call.state === "settled") return {}
  const { code: reason, params } = call.last_error
  const again = isOpen(call) && call.state === "due" && { next_retry_at: new Date(call.due_at).toISOString() }
  return { ...again, error: { code: reason, params, message: staffTextOf(reason, params) } }
}
