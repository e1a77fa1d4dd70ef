import type { Actor } from "../rules/records"
import type { MessageCode, MessageParams } from "../texts/messages"

/** The calls that can be owed. The first four have no refusal of their own to show; anyone with the right may make them. */
export const TASK_KINDS = [
  "read_status",
  "place_order",
  "authorize_payment",
  "capture_payment",
  "confirm_delivery",
  "cancel_contract",
  "return_lease",
  "cancel_order",
  "close_payment",
  "send_order_id",
  "send_delivery_date",
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** A lease owes one of these at a time; a unique index enforces it. */
export const EXCLUSIVE_KINDS = [
  "place_order",
  "cancel_contract",
  "confirm_delivery",
  "return_lease",
  "send_delivery_date",
] as const satisfies readonly TaskKind[]

export function isExclusive(kind: TaskKind): boolean {
  return EXCLUSIVE_KINDS.some((exclusive) => exclusive === kind)
}

/** What a call says beside the application id: days as `YYYY-MM-DD`, moments as ISO text. */
export type TaskDetail = {
  delivery_date?: string
  date_of_return?: string
  /** The order's number, as the service is told it. */
  order_id?: string
  /** Why a contract is canceled: for the history and the words on the card. */
  cause?: "order_cancelled" | "refunded" | "by_hand" | "abandoned" | "ordered_otherwise" | "other_way"
  /** The order's cancel began this: core's cancel follows, even when the process dies in between. */
  cancel_order?: boolean
  /** A person asked the operator and says that the call did not arrive. */
  send_again?: boolean
}

/** `due`: at `due_at`. `unknown`: sent, not to be found out; a person decides. `refused`: a clear no. `settled`: ended by a person, or overtaken. */
export type TaskState = "due" | "running" | "done" | "refused" | "unknown" | "settled"

export type TaskError = { code: MessageCode; params: MessageParams; at: string }

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

const OPEN: readonly TaskState[] = ["due", "running", "unknown"]

export function isOpen(task: Pick<TaskRecord, "state">): boolean {
  return OPEN.includes(task.state)
}

/** Due or running: no person has to say how it ended. */
export function isUnderWay({ state }: Pick<TaskRecord, "state">): boolean {
  return state === "due" || state === "running"
}

/**
 * When to try again what had no effect (ms): after 1, 2, 4, 8, 16 minutes, then hourly, or up to half of that sooner. `attempts` counts the one
 * that just failed. `random` is from 0 to 1 and spreads what failed together.
 */
export function backoffMs(attempts: number, random: number = Math.random()): number {
  const longest = attempts > 5 ? 3600_000 : 2 ** (attempts - 1) * 60_000
  return longest * (0.5 + random / 2)
}

/** Longer than this no call waits because the service asked for it (ms). */
const LONGEST_WAIT_MS = 24 * 3600_000

/** The same where the service asked to be left alone for `askedMs`: it is not called sooner. */
export function retryMs(attempts: number, askedMs = 0, random: number = Math.random()): number {
  const asked = Math.min(askedMs, LONGEST_WAIT_MS)
  return Math.max(backoffMs(attempts, random), asked * (1 + random / 4))
}
