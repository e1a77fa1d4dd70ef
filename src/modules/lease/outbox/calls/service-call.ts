import type { StatusReading } from "../../../../client"
import type { AttentionCode } from "../../rules/alerts"
import type { CallWord, ServiceCallKind } from "../../rules/call-kinds"
import type { HistoryEntry, LeaseRecord } from "../../rules/records"
import type { LeaseAction, LeaseEventType, LeaseStatus } from "../../rules/state-machine"
import type { Ledger } from "../../status/ledger"
import type { Guard, LeasePatch } from "../../tables/changes"
import type { TaskRecord } from "../../tables/tasks"
import type { MessageCode } from "../../texts/messages"

/** The answer to a sent call. `unclear`: it parsed, and confirmed nothing. */
export type Sent = "done" | "unclear" | { refused: string }

/**
 * A look at the service judges an earlier attempt whose answer is not known.
 * `done`: it took effect. `not_done`: it did not, and may be sent. `impossible`: it did not, and no longer can. `unclear`: a person decides.
 */
export type Verdict = "done" | "not_done" | "impossible" | "unclear"

/** The reading: the status (reference 8), and where that says nothing whether a return is possible (spec 2.6). */
export type Seen = { reading: StatusReading; returnEligible?: boolean }

/** Without `event` the lease stays in its status. */
export type Change = { event?: LeaseEventType; set?: LeasePatch; history: HistoryEntry[] }

/** One call of the service that takes effect once: who may ask, how it begins, what it sends, and what each end of it means for the lease. */
export type CallDefinition = {
  kind: ServiceCallKind
  /** The action a person asks for; the state machine judges who may. */
  action: LeaseAction
  /** It starts the lease for good: what the order calls for is asked once more right before it. */
  startsLease?: true
  /** Statuses in which it has taken effect. */
  reached: readonly LeaseStatus[]
  /** The status that is entered before the call; undefined where the task alone says it. */
  entering?: { event: LeaseEventType; status: LeaseStatus; guard?: Guard }
  asked: (task: TaskRecord, lease: LeaseRecord) => HistoryEntry
  /** Asked before each attempt; throws LedgerRefusal when the call may not be made. Changes nothing. */
  prepare?: (ledger: Ledger, lease: LeaseRecord, task: TaskRecord) => Promise<string | undefined>
  send: (ledger: Ledger, lease: LeaseRecord, task: TaskRecord, prepared?: string) => Promise<Sent>
  /** The request, and the way to read it back afterward: the words of the list in `docs/decisions.md`. */
  sends: string
  reads: string
  /** Asked beside the status when an earlier attempt is read back. */
  alsoReads?: (ledger: Ledger, lease: LeaseRecord, reading: StatusReading) => Promise<Omit<Seen, "reading">>
  /**
   * How a reading is judged. An answer without a status, or with an unknown one, settles nothing: a person asks the operator.
   * Undefined: nothing can be read, and sending again is the reading, because a one-time URL refuses a second time (reference 12).
   */
  judge?: (seen: Seen, lease: LeaseRecord, task: TaskRecord) => Verdict
  /** A no after an attempt whose answer is not known may be the trace of that attempt: a person decides. */
  doubtsNo?: true
  done: (ledger: Ledger, lease: LeaseRecord, task: TaskRecord) => Change
  /** Back to where it was, when it certainly had no effect. */
  back?: (lease: LeaseRecord) => LeaseEventType
  refused: MessageCode
  /** The history's entry of its success. */
  doneEntry: HistoryEntry["type"]
  alerts: { failed: AttentionCode; unknown: AttentionCode }
}

/** The same with what its row in `callKinds` says. */
export type ServiceCall = CallDefinition & { exclusive?: true; words: CallWord }
