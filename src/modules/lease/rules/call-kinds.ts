/** The calls that can be owed: to Medusa, and (`outbox/calls`) to the service. */
export const TASK_KINDS = [
  "read_status",
  "place_order",
  "authorize_payment",
  "capture_payment",
  "replace_payment",
  "confirm_delivery",
  "cancel_contract",
  "return_lease",
  "return_lines",
  "cancel_order",
  "close_payment",
  "release_stock",
  "send_order_id",
  "send_delivery_date",
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** `due`: at `due_at`. `unknown`: sent, not to be found out; a person decides. `refused`: a clear no. `settled`: ended by a person, or overtaken. */
export const TASK_STATES = ["due", "running", "done", "refused", "unknown", "settled"] as const
/** One of {@link TASK_STATES}. */
export type TaskState = (typeof TASK_STATES)[number]

/** A lease owes one of these at a time; a unique index enforces it. */
export const EXCLUSIVE_KINDS = [
  "place_order",
  "cancel_contract",
  "confirm_delivery",
  "return_lease",
  "return_lines",
  "send_delivery_date",
] as const satisfies readonly TaskKind[]

/** Whether a lease owes no other such call beside this one. */
export function isExclusive(kind: TaskKind): boolean {
  return EXCLUSIVE_KINDS.some((exclusive) => exclusive === kind)
}

/** The history's word for a call of the service that takes effect once. */
export type CallWord = "cancel" | "delivery" | "return" | "order_id"

/** History entries of such a call. Days as `YYYY-MM-DD`. */
export type CallEntry =
  | { type: `${CallWord}_${"refused" | "not_sent" | "unanswered"}`; detail: { reason: string } }
  | { type: "cancel_asked" }
  | { type: "cancelled"; detail: { status?: string } }
  | { type: "delivery_asked" | "delivery_confirmed"; detail: { date: string } }
  | { type: "return_checked"; detail: { eligible: boolean } }
  | { type: "return_asked" | "returned"; detail: { date: string } }
  /** `lines`: pieces and identifiers. `sum`: taken off the lease; `left`: of the lease after it. As people write them. */
  | { type: "reduction_asked" | "reduced"; detail: { action: string; lines: string; sum: string; left: string } }
  | { type: "order_id_asked" | "order_id_sent"; detail: { display_id: string } }
