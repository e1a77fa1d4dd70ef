import type { MessageCode, MessageParams } from "../texts/messages"
import type { Actor, LeaseRecord, Reduction } from "./records"
import { isCanceling, isReturning } from "./standing"
import { type LeaseEventType, type LeaseStatus, transitions } from "./state-machine"

/** The calls that can be owed; `calls` says what each is. */
export const TASK_KINDS = [
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
  "close_payment",
  "send_order_id",
  "send_delivery_date",
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** A lease owes one of these at a time; a unique index, which names them in this order, enforces it. */
export const EXCLUSIVE_KINDS: readonly TaskKind[] = [
  "place_order",
  "cancel_contract",
  "confirm_delivery",
  "return_lease",
  "return_lines",
  "send_delivery_date",
]

/** Whether a lease owes no other such call beside this one. */
export function isExclusive(kind: TaskKind): boolean {
  return EXCLUSIVE_KINDS.includes(kind)
}

/** Where a call stands. */
export const TASK_STATES = ["due", "running", "done", "refused", "unknown", "settled"] as const
/** `due`: at `due_at`. `unknown`: sent, not to be found out; a person decides. `refused`: a clear no. `settled`: ended by a person, or overtaken. */
export type TaskState = (typeof TASK_STATES)[number]

/** States of a call that has not ended. */
export const OPEN: readonly TaskState[] = ["due", "running", "unknown"]
/** States of a call of which no person has to say how it ended. */
export const UNDER_WAY: readonly TaskState[] = ["due", "running"]

/** A call's details beside the application id: days as `YYYY-MM-DD`, moments as ISO text. */
export type TaskDetail = {
  delivery_date?: string
  date_of_return?: string
  /** The part that is returned or lowered; and how many parts were before it. */
  reduction?: Reduction
  after?: number
  /** The order's number, as the service is told it. */
  order_id?: string
  /** Why a contract is canceled: for the history and the words on the card. */
  cause?: "order_canceled" | "refunded" | "by_hand" | "abandoned" | "ordered_otherwise" | "other_way" | "replaced"
  /** The order's cancel began this: core's cancel follows, even when the process dies in between. */
  cancel_order?: boolean
  /** A person asked the operator and says that the call did not arrive. */
  send_again?: boolean
  /** How a person says that it ended. */
  outcome?: Outcome
}

export type TaskError = { code: MessageCode; params: MessageParams; at: string }

/** The errors of a call that surely had no effect because the service was not reached. */
export const NOT_REACHED: readonly MessageCode[] = ["service_unreachable", "service_busy"]

/** A row of table `lease_task`. */
export type TaskRecord = {
  id: string
  lease_id: string
  kind: TaskKind
  state: TaskState
  attempts: number
  due_at: Date
  claim_token: string | null
  sent: boolean
  detail: TaskDetail
  actor: Actor["by"]
  actor_id: string | null
  last_error: TaskError | null
  created_at: Date
  finished_at: Date | null
}

/** A task that this process holds until `due_at`. */
export type ClaimedTask = TaskRecord & { claim_token: string }

/** It has not ended: no other of its kind begins. */
export function isOpen({ state }: Pick<TaskRecord, "state">): boolean {
  return OPEN.includes(state)
}

/** Due or running: no person has to say how it ended. */
export function isUnderWay({ state }: Pick<TaskRecord, "state">): boolean {
  return UNDER_WAY.includes(state)
}

/** A process still holds it. */
export function isRunning({ state, due_at }: Pick<TaskRecord, "state" | "due_at">, now: Date): boolean {
  return state === "running" && due_at > now
}

/** It cancels a contract for a new one of the same order. */
export function isReplacing({ kind, detail }: Pick<TaskRecord, "kind" | "detail">): boolean {
  return kind === "cancel_contract" && detail?.cause === "replaced"
}

/** How staff says that a lease or open call ended elsewhere. `reduced`: the service took the part it was asked to. `nothing`: no, the lease stays. */
export const OUTCOMES = ["canceled", "returned", "delivered", "reduced", "nothing"] as const
/** One of {@link OUTCOMES}. */
export type Outcome = (typeof OUTCOMES)[number]

type Endable = Pick<LeaseRecord, "status" | "placed_at" | "delivered_at" | "signed_at">

/** How a lease may be said to have ended, as it stands. `reducing`: the return of a part is open. */
export function outcomesOf(lease: Endable, { reducing = false } = {}): Outcome[] {
  return OUTCOMES.filter((outcome) => {
    if (outcome === "reduced") return reducing
    const event = eventOf(outcome, lease)
    if (!event) return outcome === "nothing"
    const from: readonly LeaseStatus[] = transitions[event].from
    return from.includes(lease.status)
  })
}

/** An outcome's event for the lease; null where it stays as it is. */
export function eventOf(outcome: Outcome, lease: Endable): LeaseEventType | null {
  if (outcome === "canceled") return "settled_as_canceled"
  if (outcome === "returned") return "settled_as_returned"
  if (outcome === "delivered") return "settled_as_delivered"
  if (isReturning(lease)) return backFromReturning(lease)
  return isCanceling(lease) ? backFromCanceling(lease) : null
}

/** The way back for a lease whose cancellation had no effect. */
export function backFromCanceling({ placed_at, signed_at }: Omit<Endable, "status">): LeaseEventType {
  if (placed_at) return "cancel_refused"
  return signed_at ? "cancel_refused_unplaced" : "cancel_refused_unsigned"
}

/** The way back for a lease whose return had no effect. */
export function backFromReturning({ delivered_at }: Omit<Endable, "status">): LeaseEventType {
  return delivered_at ? "return_refused" : "return_refused_undelivered"
}
