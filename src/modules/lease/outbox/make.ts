import { asQuestion } from "../../../client"
import { isServiceCall, type MedusaCall, medusaCalls } from "../calls"
import type { CallToMedusa } from "../calls/call"
import type { LeaseRecord } from "../rules/records"
import type { ClaimedTask } from "../rules/tasks"
import { checkStatus } from "../status/check-status"
import { type Desk, type Ledger, ofLease } from "../status/ledger"
import { removedRefusal } from "../status/service-failure"
import { LedgerRefusal } from "../texts/refusal"
import { again, errorOf, isHeldBack } from "./back-off"
import { forget, makeOwed } from "./call"
import { MedusaHangs } from "./ceiling"
import { messageOf } from "./look"
import type { MedusaSide } from "./medusa-side"

/**
 * Makes a claimed call that is owed, to the service or to Medusa, and writes down how it ended. Never throws. `lease` as it was when the call was
 * claimed; each write judges what it may not be any more.
 */
export async function make(desk: Desk, medusa: MedusaSide, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  const at = ofLease(desk, lease)
  const { kind } = task
  const wasAway = at.breaker.closed
  try {
    if (at.isRemoved && asksService(kind)) throw removedRefusal(at)
    if (isServiceCall(kind)) await makeOwed({ at, lease, task: { ...task, kind }, medusa })
    else if (kind === "read_status") await readStatus(at, task, lease)
    else await callMedusa(at, medusa, task, lease)
  } catch (error) {
    if (!isHeldBack(at, error))
      at.log.error(`lease-to-own: ${kind} of lease ${lease.reference} failed: ${messageOf(error)}`)
    await tryLater(at, task, error).catch((failed) => {
      // Nothing is recorded. After the claim expires, the next process treats the call as one whose process has died.
      at.log.error(`lease-to-own: ${kind} of lease ${lease.id} is left to its claim: ${messageOf(failed)}`)
    })
  }
  if (wasAway || at.breaker.closed) await at.breaker.afterPutOff()
}

/** Calls to Medusa may ask the service as well; they go on in an outage. */
export function asksService(kind: string): boolean {
  return isServiceCall(kind) || kind === "read_status"
}

/** A question: nothing is kept of it but what was read. */
async function readStatus(at: Desk, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  await asQuestion(() => checkStatus(at, lease))
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

/** A call to Medusa failed, or what comes before a call to the service. */
async function tryLater(at: Ledger, task: ClaimedTask, error: unknown): Promise<void> {
  const call: CallToMedusa | undefined = asksService(task.kind) ? undefined : medusaCalls[task.kind as MedusaCall]
  const no = error instanceof LedgerRefusal ? error : new LedgerRefusal(call?.failed ?? "store_failed")
  const failure = errorOf(at, no)
  // One that hangs keeps others out until its claim ends.
  if (error instanceof MedusaHangs && !isServiceCall(task.kind)) await at.store.tasks.note(task, failure)
  // The claimed copy is out of date: the call may have gone out before the fault.
  else await at.store.tasks.write(task, { ...again(at, task, error), error: failure })
  if (!call?.alert || isHeldBack(at, error)) return
  const lease = await at.store.byId(task.lease_id)
  if (lease && isWanted(call, lease)) await at.store.raise(task.lease_id, call.alert)
}
