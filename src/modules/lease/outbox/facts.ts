import type { LeaseOptions } from "../options/options"
import type { AttentionCode } from "../rules/alerts"
import type { Order, Payment } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import type { TaskDetail, TaskKind, TaskRecord } from "../rules/tasks"

/** A cart in Medusa that is no order yet. */
export type CartState = { completed: boolean; payments: Payment[]; sessionIds: string[] }

export type Facts = {
  lease: LeaseRecord
  /** The order of the lease, or of its cart. */
  order: Order | null
  /** It goes to somebody else, or elsewhere, than its lease was offered for. */
  recipientDiffers: boolean
  cart: CartState | null
  /** Newest first. */
  tasks: readonly TaskRecord[]
  now: Date
}

export type Options = Pick<
  LeaseOptions,
  "captureOn" | "confirmDeliveryOn" | "placeOrderAfter" | "abandonAfter" | "timeZone"
> & { service?: Pick<LeaseOptions["service"], "wire"> }
/** `waits`: how long the call is owed before it is made (ms); its reasons are then judged once more. */
export type PendingCall = { kind: TaskKind; detail?: TaskDetail; waits?: number }

/** Consequences of the facts of one lease. */
export type Owed = {
  calls: PendingCall[]
  /** The order stands, and is not written down for its lease yet. */
  record: boolean
  /** The order that waits for a new contract is canceled: its approval is free again. */
  drop?: boolean
  /** Alerts that hold, and those that do not. The others stay as they are. */
  raise: AttentionCode[]
  lower: AttentionCode[]
  /** When to look again although nothing is heard; null: nothing more can become owed without an event. */
  lookAt: Date | null
}
