import { readsDelivered, readsReturned, readsSigned, type StatusReading } from "../../../client"
import type { Actor, LeaseRecord } from "../rules/records"
import { awaitsDelivery, isCanceling, isEnding, isPlaced, isVerified } from "../rules/standing"
import { isOpen } from "../rules/tasks"
import { type Desk, SERVICE, SYSTEM } from "./ledger"
import { applyReading, isBack, isVoid, readStatus, revive } from "./read-status"

/**
 * Reads the state of a lease at the service and writes down what it says, whether its order is placed or not. Throws LedgerRefusal when the
 * service cannot be asked. With `actor` the look itself stands in the history.
 */
export async function checkStatus(
  desk: Desk,
  lease: LeaseRecord,
  actor?: Actor,
): Promise<{ lease: LeaseRecord; reading: StatusReading }> {
  const reading = await readStatus(desk, lease, "merchant")
  const status = reading.kind === "status" ? reading.statusText : reading.kind
  if (actor) await desk.store.append(lease.id, actor, [{ type: "status_checked", detail: { status } }])
  const after = await (isPlaced(lease) ? applyToPlaced : applyReading)(desk, lease, reading)
  if (actor && isEnded(after, reading)) await wakeCall(desk, after)
  return { lease: after, reading }
}

/** Whether a call that was never answered has taken effect. */
function isEnded(lease: LeaseRecord, reading: StatusReading): boolean {
  return isEnding(lease) && (isCanceling(lease) ? isVoid(reading) : readsReturned(reading))
}

/** Has the call that waits for its answer find it at once. */
async function wakeCall({ store }: Desk, lease: LeaseRecord): Promise<void> {
  const kind = isCanceling(lease) ? "cancel_contract" : "return_lease"
  const call = (await store.tasks.ofLease(lease.id)).find((task) => task.kind === kind && isOpen(task))
  if (call && call.state !== "running") await store.tasks.again(call, { sendAgain: false })
}

/**
 * A reading's meaning for a lease whose order is placed: the signature is confirmed, the delivery was confirmed elsewhere, or no contract
 * is left, which a person must look at. A "contract open" leaves it as it is: it may still be signed.
 */
async function applyToPlaced(desk: Desk, lease: LeaseRecord, reading: StatusReading): Promise<LeaseRecord> {
  const now = desk.now()
  const seen = { checked_at: now, ...(reading.kind !== "no_contract" && { service_status: readingText(reading) }) }
  if (isVoid(reading) || readsReturned(reading)) {
    await desk.store.set(lease.id, seen, { actor: SYSTEM })
    return (await desk.store.raise(lease.id, "lease_dead")) ?? lease
  }
  if (!readsSigned(reading) && !readsDelivered(reading)) {
    const read = (await desk.store.set(lease.id, seen, { actor: SYSTEM })) ?? lease
    return isBack(lease, reading) ? revive(desk, read) : read
  }
  const confirmed = await confirm(desk, lease, { ...seen, evidence: "verified" as const, verified_at: now })
  return revive(desk, readsDelivered(reading) ? await deliveredElsewhere(desk, confirmed) : confirmed)
}

async function confirm(desk: Desk, lease: LeaseRecord, set: Parameters<Desk["store"]["set"]>[1]) {
  const first = !isVerified(lease)
  const history = first ? [{ type: "signature_verified", detail: { status: set.service_status ?? "" } } as const] : []
  const after = await desk.store.set(lease.id, set, { actor: SERVICE, history })
  // The payment waits for this.
  if (first) await desk.store.wake(lease.id)
  return after ?? lease
}

/** The service says that the lease is active, but we did not report that: the operator did, or a portal. Our own call is judged by its task. */
async function deliveredElsewhere(desk: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  if (!awaitsDelivery(lease)) return lease
  const tasks = await desk.store.tasks.ofLease(lease.id)
  if (tasks.some((task) => task.kind === "confirm_delivery" && isOpen(task))) return lease
  const moved = await desk.store.move(lease.id, "delivery_confirmed", {
    actor: SERVICE,
    set: { delivered_at: desk.now() },
    history: [{ type: "delivery_confirmed", detail: { date: "" } }],
  })
  return moved ?? lease
}

function readingText(reading: StatusReading): string {
  return reading.kind === "status" ? reading.statusText : ""
}
