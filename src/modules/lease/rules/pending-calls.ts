import type { MessageCode, MessageParams } from "../texts/messages"
import type { RaisedAlertCode } from "./alert-codes"
import { isCanceling, isHosted, isReturning, isWithoutContract } from "./lease-predicates"
import type { Actor, LeaseRecord, Reduction } from "./records"
import { type LeaseEventType, type LeaseStatus, transitions } from "./state-machine"

/** The kinds of pending calls, each described in `calls`. */
export const CALL_KINDS = [
  "read_status",
  "place_order",
  "authorize_payment",
  "capture_payment",
  "replace_payment",
  "cancel_contract",
  "confirm_delivery",
  "return_lease",
  "return_lines",
  "cancel_order",
  "mark_delivered",
  "close_payment",
  "send_order_id",
  "send_delivery_date",
] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** A lease can have only one open call among these kinds. The unique index that enforces this lists them in the same order. */
export const EXCLUSIVE_KINDS: readonly CallKind[] = [
  "place_order",
  "cancel_contract",
  "confirm_delivery",
  "return_lease",
  "return_lines",
  "send_delivery_date",
]

export function isExclusive(kind: CallKind): boolean {
  return EXCLUSIVE_KINDS.includes(kind)
}

export const CALL_STATES = ["due", "running", "done", "refused", "unknown", "resolved_by_hand"] as const
/** A `due` call is made at `due_at`. A `refused` call's outcome is known. Staff enter the outcome of an `unknown` call (`resolved_by_hand`). */
export type CallState = (typeof CALL_STATES)[number]

export const OPEN: readonly CallState[] = ["due", "running", "unknown"]
export const FINISHED: readonly CallState[] = CALL_STATES.filter((state) => !OPEN.includes(state))
/** States of a call that the job still has to finish, so staff don't need to enter its outcome. */
export const UNDER_WAY: readonly CallState[] = ["due", "running"]

/** A call's details. Dates are `YYYY-MM-DD`, and times are ISO strings. */
export type CallDetail = {
  delivery_date?: string
  /** The parcel that proves the delivery, if the account sends it. Erased with the lease's personal data. */
  tracking_id?: string
  carrier?: string
  date_of_return?: string
  reduction?: Reduction
  /** How many reductions the lease had before this one. */
  after?: number
  /** The order number, as sent to the service. */
  order_id?: string
  /** Why a contract is canceled, for the history and the card's text. */
  cause?: "order_canceled" | "refunded" | "by_hand" | "abandoned" | "ordered_otherwise" | "other_flow" | "replaced"
  /** Set if the order is being canceled. Medusa's own cancellation then follows this call, even if the process dies in between. */
  cancel_order?: boolean
  /** Set if staff reported the delivery. Once the service has it, Medusa's parcels are marked as delivered, even if the process dies in between. */
  mark_delivered?: boolean
  /** Set if staff learned from the operator that the call did not arrive, so it can be sent again. */
  send_again?: boolean
  outcome?: Outcome
  /** Set if staff had every lease with this alert checked: the alert, and of how many leases the status is read. */
  check?: { code: RaisedAlertCode; of: number }
}

export type CallError = { code: MessageCode; params: MessageParams; at: string }

/** The error codes of calls that never reached the service and thus had no effect. */
export const NOT_REACHED: readonly MessageCode[] = ["service_unreachable", "service_busy"]

/** A row of the `lease_pending_call` table. */
export type PendingCall = {
  id: string
  lease_id: string
  kind: CallKind
  state: CallState
  attempts: number
  due_at: Date
  claim_token: string | null
  sent: boolean
  detail: CallDetail
  actor: Actor["by"]
  actor_id: string | null
  last_error: CallError | null
  created_at: Date
  finished_at: Date | null
}

/** A call that this process has claimed until `due_at`. */
export type ClaimedCall = PendingCall & { claim_token: string }

/** Whether the call hasn't ended. Until then, no other call of its kind may start. */
export function isOpen({ state }: Pick<PendingCall, "state">): boolean {
  return OPEN.includes(state)
}

export function isUnderWay({ state }: Pick<PendingCall, "state">): boolean {
  return UNDER_WAY.includes(state)
}

/** Whether a process still has a claim on the call. */
export function isRunning({ state, due_at }: Pick<PendingCall, "state" | "due_at">, now: Date): boolean {
  return state === "running" && due_at > now
}

/** The newest call of these kinds, if any. `pendingCalls` must be sorted newest first. */
export function lastCall(
  { pendingCalls }: { pendingCalls: readonly PendingCall[] },
  ...kinds: CallKind[]
): PendingCall | undefined {
  return pendingCalls.find(({ kind }) => kinds.includes(kind))
}

/**
 * An open call's details once a user requests the call with these. A sent call keeps its details, because it may already have taken effect. Only what
 * follows it in Medusa can still be added.
 */
export function requestedDetail({ sent, detail: own }: Pick<PendingCall, "sent" | "detail">, detail: CallDetail) {
  const { send_again, mark_delivered } = detail
  return { ...own, ...(sent ? { send_again, ...(mark_delivered && { mark_delivered }) } : detail) }
}

/** The calls to Medusa that follow once the service has accepted the call. */
export function followUpsOf({ detail }: Pick<PendingCall, "detail">): ("cancel_order" | "mark_delivered")[] {
  return [
    ...(detail.cancel_order ? (["cancel_order"] as const) : []),
    ...(detail.mark_delivered ? (["mark_delivered"] as const) : []),
  ]
}

/** Whether a call that fails goes on: the facts require it, or it may have taken effect. A user's own call ends when it fails. */
export function goesOn({ actor, sent }: Pick<PendingCall, "actor" | "sent">): boolean {
  return actor === "system" || sent
}

/** Whether the call cancels a contract so that a new one for the same order can replace it. */
export function isReplacing({ kind, detail }: Pick<PendingCall, "kind" | "detail">): boolean {
  return kind === "cancel_contract" && detail.cause === "replaced"
}

export const OUTCOMES = ["canceled", "returned", "delivered", "reduced", "nothing"] as const
/** How a lease or open call ended elsewhere, as entered by staff: `reduced` if the reduction was accepted, `nothing` if the lease continues. */
export type Outcome = (typeof OUTCOMES)[number]

type Endable = Pick<LeaseRecord, "status" | "flow" | "placed_at" | "delivered_at" | "signed_at" | "held_at">

/** The outcomes that staff may choose for a lease in its current status. `reducing` is true if a reduction is open. */
export function outcomesOf(lease: Endable, { reducing = false } = {}): Outcome[] {
  return OUTCOMES.filter((outcome) => {
    if (outcome === "reduced") return reducing
    const event = eventOf(outcome, lease)
    if (!event) return outcome === "nothing"
    const from: readonly LeaseStatus[] = transitions[event].from
    return from.includes(lease.status)
  })
}

/** The event that an outcome causes; null if the lease keeps its status. */
export function eventOf(outcome: Outcome, lease: Endable): LeaseEventType | null {
  if (outcome === "canceled") return "resolved_as_canceled"
  if (outcome === "returned") return "resolved_as_returned"
  if (outcome === "delivered") return "resolved_as_delivered"
  if (isReturning(lease)) return backFromReturning(lease)
  if (isCanceling(lease)) return backFromCanceling(lease)
  return isHeldEarly(lease) ? "lease_superseded" : null
}

/**
 * Whether a lease is held and has no contract here. The operator may have one, whose order staff have taken by hand. So the lease ends, or the plugin
 * would place that order, too.
 */
function isHeldEarly(lease: Endable): boolean {
  return lease.held_at !== null && isWithoutContract(lease) && !isHosted(lease)
}

/** The event that returns a lease to its former status after a cancellation that had no effect. */
export function backFromCanceling({ placed_at, signed_at }: Pick<Endable, "placed_at" | "signed_at">): LeaseEventType {
  if (placed_at) return "cancel_refused"
  return signed_at ? "cancel_refused_unplaced" : "cancel_refused_unsigned"
}

/** The event that returns a lease to its former status after a return that had no effect. */
export function backFromReturning({ delivered_at }: Pick<Endable, "delivered_at">): LeaseEventType {
  return delivered_at ? "return_refused" : "return_refused_undelivered"
}
