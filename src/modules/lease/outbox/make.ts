import { asQuestion, readsSigned } from "../../../client"
import { isServiceCall, type MedusaCall, medusaCalls } from "../calls"
import type { CallToMedusa } from "../calls/service-call"
import type { LeaseRecord } from "../rules/records"
import { isSigning } from "../rules/standing"
import type { ClaimedTask } from "../rules/tasks"
import { type Desk, type Ledger, ofLease } from "../status/ledger"
import { checkStatus } from "../status/read-status"
import { removedRefusal } from "../status/service-failure"
import { LedgerRefusal, messageOf } from "../texts/messages"
import { makeServiceCall } from "./attempt"
import { forget } from "./attempt-end"
import { again, errorOf, isHeldBack } from "./back-off"
import { MedusaHangs } from "./ceiling"
import type { MedusaSide } from "./medusa"

/** A claimed call. `lease`: as it was then; each write checks what may have changed. */
export type Claimed = { task: ClaimedTask; lease: LeaseRecord | undefined }

/** Makes a claimed call, to the service or to Medusa, and records how it ended. Never throws. */
export async function make(desk: Desk, medusa: MedusaSide, { task, lease }: Claimed): Promise<void> {
  try {
    await (lease ? makeFor(ofLease(desk, lease), medusa, task, lease) : desk.store.tasks.drop(task))
  } catch (error) {
    leaveToClaim(desk, task, error)
  }
}

/** Records nothing. After the claim expires, the next process treats the call as one whose process has died. */
export function leaveToClaim({ log }: Desk, { kind, lease_id }: ClaimedTask, error: unknown): void {
  log.error(`lease-to-own: ${kind} of lease ${lease_id} is left to its claim: ${messageOf(error)}`)
}

async function makeFor(at: Ledger, medusa: MedusaSide, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  const { kind } = task
  const wasAway = at.breaker.holdsBack
  try {
    if (at.isRemoved && asksService(kind)) throw removedRefusal(at)
    if (isServiceCall(kind)) await makeServiceCall({ at, lease, task: { ...task, kind }, medusa })
    else if (kind === "read_status") await makeReading(at, task, lease)
    else await callMedusa(at, medusa, task, lease)
  } catch (error) {
    if (!isHeldBack(at, error))
      at.log.error(`lease-to-own: ${kind} of lease ${lease.reference} failed: ${messageOf(error)}`)
    await tryLater(at, task, error)
  } finally {
    if (wasAway || at.breaker.holdsBack) await at.breaker.afterPutOff()
  }
}

/** Calls to Medusa may ask the service as well; they go on in an outage. */
export function asksService(kind: string): boolean {
  return isServiceCall(kind) || kind === "read_status"
}

async function makeReading(at: Desk, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  const { lease: after, reading } = await asQuestion(() => checkStatus(at, lease))
  // A cart was sent meanwhile, so it isn't known which one is signed: the next reading tells.
  if (readsSigned(reading) && isSigning(after)) throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
  await at.store.tasks.drop(task)
}

async function callMedusa(at: Desk, medusa: MedusaSide, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  const kind = task.kind as MedusaCall
  if (!isWanted(medusaCalls[kind], lease)) return forget(at, task)
  await medusa.call[kind](lease)
  await at.store.transaction(async (store) => {
    await store.tasks.write(task, { state: "done" })
    await store.wake(lease.id)
  })
}

function isWanted({ wanted }: CallToMedusa, { status }: LeaseRecord): boolean {
  return wanted?.includes(status) ?? true
}

/** Reschedules a failed call to Medusa, or what failed before a call to the service. */
async function tryLater(at: Ledger, task: ClaimedTask, error: unknown): Promise<void> {
  const call: CallToMedusa | undefined = asksService(task.kind) ? undefined : medusaCalls[task.kind as MedusaCall]
  const no = error instanceof LedgerRefusal ? error : new LedgerRefusal(call?.failed ?? "store_failed")
  const failure = errorOf(at, no)
  // A call that hangs keeps others out until its claim ends.
  if (error instanceof MedusaHangs && !isServiceCall(task.kind)) await at.store.tasks.note(task, failure)
  // The claimed copy is out of date: the call may have gone out before the fault.
  else await at.store.tasks.write(task, { ...again(at, task, error), error: failure })
  if (!call?.alert || isHeldBack(at, error)) return
  const lease = await at.store.byId(task.lease_id)
  if (lease && isWanted(call, lease)) await at.store.raise(task.lease_id, call.alert)
}
