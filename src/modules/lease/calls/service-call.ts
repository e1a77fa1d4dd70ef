import { randomUUID } from "node:crypto"
import { type ApplicationId, type LeaseService, type StatusReading, toApplicationId } from "../../../client"
import type { LeaseOptions } from "../options/options"
import type { RaisedAlertCode } from "../rules/alert-codes"
import type { AlertCode } from "../rules/alerts"
import type { CallKind, PendingCall } from "../rules/pending-calls"
import type { Actor, CallWord, EffectColumns, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseAction, LeaseEventType, LeaseStatus } from "../rules/state-machine"
import type { MessageCode } from "../texts/messages"

export type CallProperties = {
  kind: CallKind
  /** Calls in the same lane share its slots. */
  lane: "orders" | "contracts" | "deliveries" | "books" | "readings"
  /** Alerts that concern the call, in addition to those that it raises. */
  about?: readonly AlertCode[]
}

/** A call to Medusa. It checks Medusa's state first, so it is safe to repeat. */
export type CallToMedusa = CallProperties & {
  /** Statuses in which the call is still needed. If undefined, the call checks that itself. */
  wanted?: readonly LeaseStatus[]
  /** The error if Medusa gives no reason. Default `store_failed`. */
  failed?: MessageCode
  /** The alert to raise if the call fails while it is still needed. */
  alert?: RaisedAlertCode
}

/** The part of an account's deps that a call uses. */
export type CallDeps = {
  service: LeaseService
  options: LeaseOptions
  now(): Date
  store: { appendOnce(leaseId: string, actor: Actor, entry: HistoryEntry): Promise<void> }
}

/** Whether an earlier attempt took effect: yes; no, but the call can be sent again; no, and it can no longer be sent; or unclear. */
export type ReadBackResult = "done" | "not_done" | "impossible" | "unclear"

/** The status (reference 8) and, if that isn't enough, whether a return is possible (spec 2.6). */
export type CallReading = { reading: StatusReading; returnEligible?: boolean }

/** What a successful call changes on the lease. Without `event`, the lease keeps its status. */
export type CallSuccess = { event?: LeaseEventType; set?: EffectColumns; history: HistoryEntry[] }

/** A call to the service that must take effect only once. */
export type ServiceCall = CallProperties & {
  /** The prefix of the call's history entries, as in `cancel_refused`. */
  historyPrefix: CallWord
  /** The state machine defines which statuses allow this action. */
  action: LeaseAction
  /** Set if the call starts the lease. That can't be undone, so the order is checked again right before the call. */
  startsLease?: true
  /** Set if the call ends or reduces the contract. After a restore, that contract may be a newer one, so staff decide whether to send the call. */
  endsContract?: true
  /** Statuses that show that the call took effect. */
  reached: readonly LeaseStatus[]
  /** The status entered before the call; undefined if the status stays the same. `unclaimed` requires that no process has a claim on the lease. */
  entering?: { event: LeaseEventType; status: LeaseStatus; unclaimed?: true }
  intentEntry: (call: PendingCall, lease: LeaseRecord) => HistoryEntry
  /** Runs before each attempt, and can return a code or URL for `send`. Throws LedgerRefusal if the call must not be made. */
  prepare?: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall) => Promise<string | undefined>
  /** Makes the call. Throws LedgerRefusal: of kind `unknown` if the response didn't confirm the outcome, of any other kind for a clear refusal. */
  send: (accountDeps: CallDeps, lease: LeaseRecord, call: PendingCall, prepared?: string) => Promise<void>
  /** Reads what `readBack` needs in addition to the status. */
  alsoReads?: (
    accountDeps: CallDeps,
    lease: LeaseRecord,
    reading: StatusReading,
  ) => Promise<Omit<CallReading, "reading">>
  /** Whether an earlier attempt took effect. If undefined, the call is sent again, because a one-time URL refuses a second use (reference 12). */
  readBack?: (read: CallReading, lease: LeaseRecord, call: PendingCall) => ReadBackResult
  /** Set if a refusal can mean that an earlier, unanswered attempt succeeded. If so, staff enter the outcome. */
  refusalMayBeEarlier?: true
  done: (clock: Pick<CallDeps, "now">, lease: LeaseRecord, call: PendingCall) => CallSuccess
  /** The event that restores the lease's former status if the call is known to have had no effect. */
  back?: (lease: LeaseRecord) => LeaseEventType
  refused: MessageCode
  doneEntry: HistoryEntry["type"]
  alerts: { failed: RaisedAlertCode; unknown: RaisedAlertCode }
}

type Status = Extract<StatusReading, { kind: "status" }>["status"]

/** Service statuses in which the contract is signed, but the lease hasn't started. */
export const IN_FORCE: readonly Status[] = ["contracts_received", "lease_accepted"]

/** Service statuses without a signed contract. A canceled contract reads as Approved (reference 6). */
export const VOID: readonly Status[] = ["approved", "approval_expired", "contracts_expired"]

export function applicationOf({ application_id }: LeaseRecord): ApplicationId {
  return toApplicationId(application_id ?? "")
}

/**
 * Returns a nonexistent application's ID, for connection checks. A refusal in the service's own format proves contact without identifying anybody.
 */
export function noOnesApplication(): ApplicationId {
  return toApplicationId(`check-${randomUUID()}`)
}
