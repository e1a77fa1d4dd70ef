import { asQuestion, readsSigned } from "../../../client"
import { type AccountDeps, type LedgerDeps, ofLease } from "../accounts/deps"
import { isServiceCall, type MedusaCall, medusaCalls, serviceCalls } from "../calls"
import type { CallToMedusa } from "../calls/service-call"
import { removedRefusal } from "../lease-service/errors"
import { checkStatus } from "../lease-service/read-status"
import { isSigning } from "../rules/lease-predicates"
import type { ClaimedCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal, messageOf } from "../texts/messages"
import { again, errorOf, isHeldBack } from "./back-off"
import { makeServiceCall } from "./call"
import { drop } from "./call-outcome"
import { MedusaHangs } from "./ceiling"
import type { MedusaSide } from "./medusa"

/** A claimed call. `lease`: as it was then; each write checks what may have changed. */
export type Claimed = { call: ClaimedCall; lease: LeaseRecord | undefined }

/** Makes a claimed call, to the service or to Medusa, and records how it ended. Never throws. */
export async function make(deps: LedgerDeps, medusa: MedusaSide, { call, lease }: Claimed): Promise<void> {
  try {
    await (lease ? makeFor(ofLease(deps, lease), medusa, call, lease) : deps.store.pendingCalls.drop(call))
  } catch (error) {
    leaveToClaim(deps, call, error)
  }
}

/** Records nothing. After the claim expires, the next process treats the call as one whose process has died. */
export function leaveToClaim({ log }: LedgerDeps, { kind, lease_id }: ClaimedCall, error: unknown): void {
  log.error(`lease-to-own: ${kind} of lease ${lease_id} is left to its claim: ${messageOf(error)}`)
}

async function makeFor(
  accountDeps: AccountDeps,
  medusa: MedusaSide,
  call: ClaimedCall,
  lease: LeaseRecord,
): Promise<void> {
  const { kind } = call
  const wasAway = accountDeps.breaker.holdsBack
  try {
    if (accountDeps.isRemoved && asksService(kind)) throw removedRefusal(accountDeps)
    if (isServiceCall(kind)) await makeServiceCall({ accountDeps, lease, call, definition: serviceCalls[kind], medusa })
    else if (kind === "read_status") await makeReading(accountDeps, call, lease)
    else await callMedusa(accountDeps, medusa, call, lease)
  } catch (error) {
    if (!isHeldBack(accountDeps, error))
      accountDeps.log.error(`lease-to-own: ${kind} of lease ${lease.reference} failed: ${messageOf(error)}`)
    await tryLater(accountDeps, call, error)
  } finally {
    if (wasAway || accountDeps.breaker.holdsBack) await accountDeps.breaker.afterPutOff()
  }
}

/** Calls to Medusa may ask the service as well; they go on in an outage. */
export function asksService(kind: string): boolean {
  return isServiceCall(kind) || kind === "read_status"
}

async function makeReading(deps: LedgerDeps, call: ClaimedCall, lease: LeaseRecord): Promise<void> {
  const { lease: after, reading } = await asQuestion(() => checkStatus(deps, lease))
  // A cart was sent meanwhile, so it isn't known which one is signed: the next reading tells.
  if (readsSigned(reading) && isSigning(after)) throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
  await deps.store.pendingCalls.drop(call)
}

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

/** Reschedules a failed call to Medusa, or what failed before a call to the service. */
async function tryLater(accountDeps: AccountDeps, call: ClaimedCall, error: unknown): Promise<void> {
  const definition: CallToMedusa | undefined = asksService(call.kind) ? undefined : medusaCalls[call.kind as MedusaCall]
  const refusal = error instanceof LedgerRefusal ? error : new LedgerRefusal(definition?.failed ?? "store_failed")
  const failure = errorOf(accountDeps, refusal)
  // A call that hangs keeps others out until its claim ends.
  if (error instanceof MedusaHangs && !isServiceCall(call.kind))
    await accountDeps.store.pendingCalls.note(call, failure)
  // The claimed copy is out of date: the call may have gone out before the fault.
  else await accountDeps.store.pendingCalls.write(call, { ...again(accountDeps, call, error), error: failure })
  if (!definition?.alert || isHeldBack(accountDeps, error)) return
  const lease = await accountDeps.store.byId(call.lease_id)
  if (lease && isWanted(definition, lease)) await accountDeps.store.raise(call.lease_id, definition.alert)
}
