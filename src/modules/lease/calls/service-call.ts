import { randomUUID } from "node:crypto"
import { type ApplicationId, type LeaseService, type StatusReading, toApplicationId } from "../../../client"
import type { LeaseOptions } from "../options/options"
import type { AlertCode, RaisedAlertCode } from "../rules/alerts"
import type { CallKind, PendingCall } from "../rules/pending-calls"
import type { Actor, CallWord, EffectColumns, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseAction, LeaseEventType, LeaseStatus } from "../rules/state-machine"
import type { MessageCode } from "../texts/messages"

/** The properties of every call. */
export type Call = {
  kind: CallKind
  /** Calls of one lane share its slots. */
  lane: "orders" | "contracts" | "deliveries" | "books" | "readings"
  /** Alerts that concern it, besides those that it raises. */
  about?: readonly AlertCode[]
}

/** A call to Medusa. It reads Medusa first, so it can be repeated any number of times. */
export type CallToMedusa = Call & {
  /** Statuses in which it is still wanted. If undefined, the call decides. */
  wanted?: readonly LeaseStatus[]
  /** Its error if Medusa gives no reason; default `store_failed`. */
  failed?: MessageCode
  /** The alert for a failure while it is wanted. */
  alert?: RaisedAlertCode
}

/** What a call needs of its account's deps. */
export type CallDeps = {
  service: LeaseService
  options: LeaseOptions
  now(): Date
  store: { appendOnce(leaseId: string, actor: Actor, entry: HistoryEntry): Promise<void> }
}

/** What became of an earlier attempt: it took effect; it did not and may be sent; it did not and no longer can; or staff must decide. */
export type Verdict = "done" | "not_done" | "impossible" | "unclear"

/** What was read: the status (reference 8) and, where that is not enough, whether a return is possible (spec 2.6). */
export type CallReading = { reading: StatusReading; returnEligible?: boolean }

/** What a success changes on the lease. Without `event`, the lease keeps its status. */
export type Success = { event?: LeaseEventType; set?: EffectColumns; history: HistoryEntry[] }

/** A call to the service that must take effect only once. */
export type ServiceCall = Call & {
  /** The prefix of its history entries (`<words>_refused` and so on). */
  historyPrefix: CallWord
  /** The action behind it; the state machine decides in which statuses it is allowed. */
  action: LeaseAction
  /** It starts the lease, which can't be undone, so the order is checked again right before it. */
  startsLease?: true
  /** Statuses that show that it took effect. */
  reached: readonly LeaseStatus[]
  /** The in-between status entered before the call; undefined if only the pending call shows it. `unclaimed`: only while no process holds a claim. */
  entering?: { event: LeaseEventType; status: LeaseStatus; unclaimed?: true }
  intentEntry: (call: PendingCall, lease: LeaseRecord) => HistoryEntry
  /** Before each attempt: gets a code or URL for `send`. Throws LedgerRefusal if the call may not be made. */
  prepare?: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall) => Promise<string | undefined>
  /** Throws LedgerRefusal of kind `unknown` if the answer confirmed nothing, and any other kind for a clear refusal. */
  send: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall, prepared?: string) => Promise<void>
  /** Also read, besides the status, when an earlier attempt is read back. */
  alsoReads?: (
    accountDeps: CallDeps,
    lease: LeaseRecord,
    reading: StatusReading,
  ) => Promise<Omit<CallReading, "reading">>
  /** Decides what became of an earlier attempt. Undefined: the call is sent again, because a one-time URL refuses a second use (reference 12). */
  readBack?: (read: CallReading, lease: LeaseRecord, call: PendingCall) => Verdict
  /** A refusal after an unanswered attempt may come from that attempt, so staff decide. */
  refusalMayBeEarlier?: true
  done: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall) => Success
  /** The event back to the former status, if the call certainly had no effect. */
  back?: (lease: LeaseRecord) => LeaseEventType
  refused: MessageCode
  /** The history entry of its success. */
  doneEntry: HistoryEntry["type"]
  alerts: { failed: RaisedAlertCode; unknown: RaisedAlertCode }
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

/** The id of a nonexistent application: a refusal in the service's own format proves contact as well as a price, and identifies nobody. */
export function noOnesApplication(): ApplicationId {
  return toApplicationId(`check-${randomUUID()}`)
}
