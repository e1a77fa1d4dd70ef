import { randomUUID } from "node:crypto"
import { type ApplicationId, type LeaseService, type StatusReading, toApplicationId } from "../../../client"
import type { LeaseOptions } from "../options/options"
import type { AlertCode, AttentionCode } from "../rules/alerts"
import type { Actor, CallWord, EffectColumns, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseAction, LeaseEventType, LeaseStatus } from "../rules/state-machine"
import type { TaskKind, TaskRecord } from "../rules/tasks"
import type { MessageCode } from "../texts/messages"

/** What every call says. */
export type Call = {
  kind: TaskKind
  /** Calls of one lane share its slots. */
  lane: "orders" | "contracts" | "deliveries" | "books" | "readings"
  /** Alerts that it is about, beside those that it raises. */
  about?: readonly AlertCode[]
}

/** A call to Medusa. It reads Medusa first, so that it may be made any number of times. */
export type CallToMedusa = Call & {
  /** Statuses in which it is still wanted. Undefined: it decides for itself. */
  wanted?: readonly LeaseStatus[]
  /** Its error where Medusa gives no reason; `store_failed` where undefined. */
  failed?: MessageCode
  /** A failure while it is wanted raises this. */
  alert?: AttentionCode
}

/** The account where a call is made. Any ledger is one. */
export type At = {
  service: LeaseService
  options: LeaseOptions
  now(): Date
  store: { appendOnce(leaseId: string, actor: Actor, entry: HistoryEntry): Promise<void> }
}

/** An earlier attempt took effect; did not, and may be sent; did not, and no longer can; or a person decides. */
export type Verdict = "done" | "not_done" | "impossible" | "unclear"

/** The reading: the status (reference 8), and where that says nothing whether a return is possible (spec 2.6). */
export type Seen = { reading: StatusReading; returnEligible?: boolean }

/** What an effect means for the lease. Without `event` the lease stays in its status. */
export type Effect = { event?: LeaseEventType; set?: EffectColumns; history: HistoryEntry[] }

/** A call to the service that takes effect once, because its repetition would be a second effect. */
export type ServiceCall = Call & {
  /** How the history names its ends (`<words>_refused` and so on). */
  words: CallWord
  /** The action a person asks for; the state machine judges who may. */
  action: LeaseAction
  /** It starts the lease for good: what the order calls for is asked once more right before it. */
  startsLease?: true
  /** Statuses in which it has taken effect. */
  reached: readonly LeaseStatus[]
  /** The status that is entered before the call; undefined where the task alone says it. `unclaimed`: only while nobody talks with the service. */
  entering?: { event: LeaseEventType; status: LeaseStatus; unclaimed?: true }
  asked: (task: TaskRecord, lease: LeaseRecord) => HistoryEntry
  /** Asked before each attempt; throws LedgerRefusal when the call may not be made. Changes nothing. */
  prepare?: (at: At, lease: LeaseRecord, task: TaskRecord) => Promise<string | undefined>
  /** Throws LedgerRefusal of kind `unknown` where the answer parsed and confirmed nothing, and any other one for a clear no. */
  send: (at: At, lease: LeaseRecord, task: TaskRecord, prepared?: string) => Promise<void>
  /** The request, and how it is read back afterward, in words (`docs/adr/0020-outbox-read-back-before-resending.md`). */
  sends: string
  reads: string
  /** Asked beside the status when an earlier attempt is read back. */
  alsoReads?: (at: At, lease: LeaseRecord, reading: StatusReading) => Promise<Omit<Seen, "reading">>
  /** Without a known status a person settles it. Undefined: sending again is the reading, as a one-time URL refuses twice (reference 12). */
  judge?: (seen: Seen, lease: LeaseRecord, task: TaskRecord) => Verdict
  /** A no after an attempt whose answer is not known may be the trace of that attempt: a person decides. */
  doubtsNo?: true
  done: (at: At, lease: LeaseRecord, task: TaskRecord) => Effect
  /** Back to where it was, when it certainly had no effect. */
  back?: (lease: LeaseRecord) => LeaseEventType
  refused: MessageCode
  /** The history's entry of its success. */
  doneEntry: HistoryEntry["type"]
  alerts: { failed: AttentionCode; unknown: AttentionCode }
}

type Status = Extract<StatusReading, { kind: "status" }>["status"]

/** Signed, and not started. */
export const IN_FORCE: readonly Status[] = ["contracts_received", "lease_accepted"]

/** Not signed, or no contract at all. A contract that was taken back reads as Approved (reference 6). */
export const VOID: readonly Status[] = ["approved", "approval_expired", "contracts_expired"]

/** The id by which the service knows the lease. */
export function applicationOf({ application_id }: LeaseRecord): ApplicationId {
  return toApplicationId(application_id ?? "")
}

/** An application that does not exist: a refusal in the service's own form proves contact as well as a price does, and names nobody. */
export function noOnesApplication(): ApplicationId {
  return toApplicationId(`check-${randomUUID()}`)
}
