import { asQuestion, provesSignature } from "../../../client"
import { type AccountDeps, isRemoved, type LedgerDeps, ofLease } from "../accounts/deps"
import { isServiceCall, type MedusaCall, medusaCalls, serviceCalls } from "../calls"
import type { CallToMedusa } from "../calls/service-call"
import { checkStatus } from "../lease-service/read-status"
import { hasAlert } from "../rules/alerts"
import { isStuckCapture } from "../rules/conditions"
import { isSigning } from "../rules/lease-predicates"
import type { ClaimedCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal, messageOf } from "../texts/messages"
import { again, errorOf, isHeldBack } from "./back-off"
import { makeServiceCall } from "./call"
import { actorOf, drop } from "./call-outcome"
import { MedusaHangs } from "./ceiling"
import type { MedusaSide } from "./medusa"

/** After how many failed attempts a check leaves a lease out. */
const CHECK_ATTEMPTS = 3

/** A claimed call and its lease at the time of the claim. Each write checks for changes since then. */
export type Claimed = { call: ClaimedCall; lease: LeaseRecord | undefined }

/** Makes a claimed call, to the service or to Medusa, and records how it ended. Never throws. */
export async function make(deps: LedgerDeps, medusa: MedusaSide, { call, lease }: Claimed): Promise<void> {
  try {
    await (lease ? makeFor(ofLease(deps, lease), medusa, call, lease) : deps.store.pendingCalls.drop(call))
  } catch (error) {
    leaveToClaim(deps, call, error)
  }
}

/** Logs the error and leaves the call claimed. After the claim expires, another process treats the call as if this process had died. */
export function leaveToClaim({ log }: LedgerDeps, { kind, lease_id }: ClaimedCall, error: unknown): void {
  log.error(`lease-to-own: ${kind} of lease ${lease_id} is left to its claim: ${messageOf(error)}`)
}

/** Makes a lease's call, or reschedules it if it fails. Then releases postponed calls, in case an outage has ended. */
async function makeFor(
  accountDeps: AccountDeps,
  medusa: MedusaSide,
  call: ClaimedCall,
  lease: LeaseRecord,
): Promise<void> {
  const { kind } = call
  const { breaker } = accountDeps
  const wasAway = breaker?.holdsBack
  try {
    if (isServiceCall(kind)) await makeServiceCall({ accountDeps, lease, call, definition: serviceCalls[kind], medusa })
    else if (kind === "read_status") await makeReading(accountDeps, call, lease)
    else await callMedusa(accountDeps, medusa, call, lease)
  } catch (error) {
    if (!isHeldBack(accountDeps, error))
      accountDeps.log.error(`lease-to-own: ${kind} of lease ${lease.reference} failed: ${messageOf(error)}`)
    await tryLater(accountDeps, call, error)
  } finally {
    if (wasAway || breaker?.holdsBack) await breaker.releasePostponed()
  }
}

/** Whether a call goes to the service and so waits during an outage. Calls to Medusa continue, even though they may also reach the service. */
export function asksService(kind: string): boolean {
  return isServiceCall(kind) || kind === "read_status"
}

/**
 * Reads a lease's status from the service and removes the pending call. A check may take hours, so its reading is only removed if the alert or the
 * account is gone by then.
 */
async function makeReading(accountDeps: AccountDeps, call: ClaimedCall, lease: LeaseRecord): Promise<void> {
  const { check } = call.detail
  const { pendingCalls } = accountDeps.store
  if (check && (isRemoved(accountDeps) || !hasAlert(lease.alerts, check.code))) return pendingCalls.drop(call)
  const by = check && { actor: actorOf(call) }
  const { lease: after, reading } = await asQuestion(() => checkStatus(accountDeps, lease, by))
  // A cart was sent in the meantime, so it's unclear which one was signed. Retry, because the next reading will show that.
  if (provesSignature(reading) && isSigning(after)) throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
  await pendingCalls.drop(call)
}

/** Makes a call to Medusa if the lease's status still requires it, then makes the lease due for reconciliation. */
async function callMedusa(deps: LedgerDeps, medusa: MedusaSide, call: ClaimedCall, lease: LeaseRecord): Promise<void> {
  const kind = call.kind as MedusaCall
  if (!isWanted(medusaCalls[kind], lease)) return drop(deps, call)
  await medusa.call[kind](lease)
  await deps.store.transaction(async (store) => {
    await store.pendingCalls.write(call, { state: "done" })
    await store.wake(lease.id)
  })
}

function isWanted({ wanted }: CallToMedusa, { status }: LeaseRecord): boolean {
  return wanted?.includes(status) ?? true
}

/** Reschedules a failed call to Medusa, or a call to the service that failed on our side. */
async function tryLater(accountDeps: AccountDeps, call: ClaimedCall, error: unknown): Promise<void> {
  const definition: CallToMedusa | undefined = asksService(call.kind) ? undefined : medusaCalls[call.kind as MedusaCall]
  const refusal = error instanceof LedgerRefusal ? error : new LedgerRefusal(definition?.failed ?? "store_failed")
  const failure = errorOf(accountDeps, refusal)
  // A check ends, even if some of its leases can't be read.
  if (call.detail.check && call.attempts >= CHECK_ATTEMPTS && !isHeldBack(accountDeps, error))
    return accountDeps.store.pendingCalls.drop(call)
  // Keep the claim of a call that hangs, so that the call isn't repeated before the claim expires.
  if (error instanceof MedusaHangs && !isServiceCall(call.kind))
    await accountDeps.store.pendingCalls.note(call, failure)
  // Don't write `sent`, because this copy is out of date if the call was sent before the error.
  else await accountDeps.store.pendingCalls.write(call, { ...again(accountDeps, call, error), error: failure })
  // Reconciling raises this alert. Do that now, because a delivered lease's next reconciliation may be a week away.
  if (isStuckCapture(call)) await accountDeps.store.wake(call.lease_id)
  if (!definition?.alert || isHeldBack(accountDeps, error)) return
  const lease = await accountDeps.store.byId(call.lease_id)
  if (lease && isWanted(definition, lease)) await accountDeps.store.raise(call.lease_id, definition.alert)
}
