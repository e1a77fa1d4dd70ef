import type { HistoryEntry, LeaseRecord } from "../../rules/records"
import type { LeaseAction, LeaseEventType, LeaseStatus } from "../../rules/state-machine"
import type { Ledger } from "../../status/ledger"
import type { Guard, LeasePatch } from "../../tables/changes"
import type { TaskRecord } from "../../tables/tasks"
import type { AttentionCode, MessageCode } from "../../texts/messages"

/** What the answer to a sent call said. `unclear`: it parsed, and confirmed nothing. */
export type Sent = "done" | "unclear" | { refused: string }

/** Without `event` the lease stays in its status. */
type Change = { event?: LeaseEventType; set?: LeasePatch; history: HistoryEntry[] }

/** One call of the service that takes effect once: how it begins, what it sends, and what each end of it means for the lease. */
export type ServiceCall = {
  action: LeaseAction
  /** Statuses in which it has taken effect. */
  reached: readonly LeaseStatus[]
  /** The status that is entered before the call; undefined where the task alone says it. */
  entering?: { event: LeaseEventType; status: LeaseStatus; guard?: Guard }
  asked: (task: TaskRecord) => HistoryEntry
  /** Asked before each attempt; throws LedgerRefusal when the call may not be made. Changes nothing. */
  prepare?: (ledger: Ledger, lease: LeaseRecord) => Promise<string | undefined>
  send: (ledger: Ledger, lease: LeaseRecord, task: TaskRecord, prepared?: string) => Promise<Sent>
  done: (ledger: Ledger, lease: LeaseRecord, task: TaskRecord) => Change
  /** Back to where it was, when it certainly had no effect. */
  back?: (lease: LeaseRecord) => LeaseEventType
  refused: MessageCode
  words: "cancel" | "delivery" | "return" | "order_id"
  attention: { failed: AttentionCode; unknown: AttentionCode }
}
