import { randomUUID } from "node:crypto"
import { type ApplicationId, type LeaseService, type StatusReading, toApplicationId } from "../../../client"
import type { LeaseOptions } from "../options/options"
import type { RaisedAlertCode } from "../rules/alert-codes"
import type { AlertCode } from "../rules/alerts"
import type { CallKind, PendingCall } from "../rules/pending-calls"
import type { Actor, CallWord, EffectColumns, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseAction, LeaseEventType, LeaseStatus } from "../rules/state-machine"
import type { MessageCode } from "../texts/messages"

/** The properties of every call. */
export type CallProperties = {
  kind: CallKind
  /** Calls in the same lane share its slots. */
  lane: "orders" | "contracts" | "deliveries" | "books" | "readings"
  /** Alerts that concern the call, in addition to those that it raises. */
  about?: readonly AlertCode[]
}

/** A call to Medusa. It checks Medusa's state first, so it can be repeated any number of times. */
export type CallToMedusa = CallProperties & {
  /** Statuses in which the call is still needed. If undefined, the call checks that itself. */
  wanted?: readonly LeaseStatus[]
  /** The error if Medusa gives no reason. Default `store_failed`. */
  failed?: MessageCode
  /** The alert to raise if the call fails while it is still needed. */
  alert?: RaisedAlertCode
}

/** What a call needs from its account's deps. */
export type CallDeps = {
  service: LeaseService
  options: LeaseOptions
  now(): Date
  store: { appendOnce(leaseId: string, actor: Actor, entry: HistoryEntry): Promise<void> }
}

/** What became of an earlier attempt: it took effect; it didn't and may be sent again; it didn't and no longer can; or it is unclear. */
export type ReadBackResult = "done" | "not_done" | "impossible" | "unclear"

/** What was read: the status (reference 8) and, if that isn't enough, whether a return is possible (spec 2.6). */
export type CallReading = { reading: StatusReading; returnEligible?: boolean }

/** What a successful call changes on the lease. Without `event`, the lease keeps its status. */
export type CallSuccess = { event?: LeaseEventType; set?: EffectColumns; history: HistoryEntry[] }

/** A call to the service that must take effect only once. */
export type ServiceCall = CallProperties & {
  /** The prefix of the call's history entries (`<words>_refused` and so on). */
  historyPrefix: CallWord
  /** The action that the call performs. The state machine defines in which statuses the action is allowed. */
  action: LeaseAction
  /** Set if the call starts the lease. That can't be undone, so the order is checked again right before the call. */
  startsLease?: true
  /** Statuses that show that the call took effect. */
  reached: readonly LeaseStatus[]
  /** The in-between status entered before the call; undefined if only the pending call shows it. `unclaimed` requires that no process has a claim. */
  entering?: { event: LeaseEventType; status: LeaseStatus; unclaimed?: true }
  intentEntry: (call: PendingCall, lease: LeaseRecord) => HistoryEntry
  /** Runs before each attempt to get a code or URL for `send`. Throws LedgerRefusal if the call may not be made. */
  prepare?: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall) => Promise<string | undefined>
  /** Makes the call. Throws LedgerRefusal of kind `unknown` if the response confirmed nothing, and of any other kind for a clear refusal. */
  send: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall, prepared?: string) => Promise<void>
  /** What to read in addition to the status when an earlier attempt is read back. */
  alsoReads?: (
    accountDeps: CallDeps,
    lease: LeaseRecord,
    reading: StatusReading,
  ) => Promise<Omit<CallReading, "reading">>
  /** Determines what became of an earlier attempt. If undefined, the call is sent again, as a one-time URL refuses a second use (reference 12). */
  readBack?: (read: CallReading, lease: LeaseRecord, call: PendingCall) => ReadBackResult
  /** Set if a refusal after an unanswered attempt may come from that attempt. Staff then decide. */
  refusalMayBeEarlier?: true
  done: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall) => CallSuccess
  /** The event that returns the lease to its former status if the call certainly had no effect. */
  back?: (lease: LeaseRecord) => LeaseEventType
  refused: MessageCode
  /** The history entry for a successful call. */
  doneEntry: HistoryEntry["type"]
  alerts: { failed: RaisedAlertCode; unknown: RaisedAlertCode }
}

type Status = Extract<StatusReading, { kind: "status" }>["status"]

/** The service's statuses for a contract that is signed but whose lease hasn't started. */
export const IN_FORCE: readonly Status[] = ["contracts_received", "lease_accepted"]

/** The service's statuses without a signed contract. A contract that was withdrawn is read as Approved (reference 6). */
export const VOID: readonly Status[] = ["approved", "approval_expired", "contracts_expired"]

/** The service's id for the lease. */
export function applicationOf({ application_id }: LeaseRecord): ApplicationId {
  return toApplicationId(application_id ?? "")
}

/** The id of a nonexistent application. A refusal in the service's own format proves contact just as well as a price does, and identifies nobody. */
export function noOnesApplication(): ApplicationId {
  return toApplicationId(`check-${randomUUID()}`)
}
