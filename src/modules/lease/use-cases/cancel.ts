import { LeaseServiceError, type StatusReading, toApplicationId } from "../../../lease-service"
import { claim, type Ledger, reasonOf, released, SERVICE, serviceFailure } from "../ledger"
import type { Actor, HistoryEntry, LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"
import { whyNot } from "../state-machine"
import { readStatus } from "./read-status"

/**
 * Cancels the contract of a placed order with nothing shipped (spec 4.1, DELETE contract), once: `cancelling` is entered before the call. An
 * unclear answer leaves `cancelling`, and the next try reads back first. A lease that is canceled already is answered without a call.
 *
 * Throws LedgerRefusal: refused by the service (the lease is placed again), not reached, or not known.
 */
export async function cancelContract(ledger: Ledger, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  if (lease.status === "cancelled") return lease
  const reason = whyNot("cancel", lease.status)
  if (reason) throw new LedgerRefusal(reason)
  const claimed = await claim(ledger, lease, ["placed", "cancelling"], { actor, history: [{ type: "cancel_asked" }] })
  const resumed = claimed.status === "cancelling"
  try {
    if (resumed && (await isVoid(ledger, claimed))) return await done(ledger, claimed)
    await ledger.store.move(lease.id, "cancel_started", { actor, guard: { claim: claimed.claim_token } })
    return await send(ledger, claimed, resumed)
  } finally {
    await ledger.store.set(lease.id, released, { guard: { claim: claimed.claim_token }, actor })
  }
}

async function send(
  ledger: Ledger,
  lease: LeaseRecord & { claim_token: string },
  resumed: boolean,
): Promise<LeaseRecord> {
  try {
    await ledger.service.cancelContract(toApplicationId(lease.application_id ?? ""))
    return await done(ledger, lease)
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    if (error.effect === "unknown") {
      await note(ledger, lease, { type: "cancel_unanswered", detail: { reason: error.name } })
      throw serviceFailure(ledger, error)
    }
    // After an unclear attempt a "wrong state" may be our own success: what the service holds now decides.
    if (resumed && error.httpStatus === 409 && (await isVoid(ledger, lease))) return await done(ledger, lease)
    const failure = serviceFailure(ledger, error, "cancel_refused")
    await ledger.store.move(lease.id, "cancel_refused", {
      actor: SERVICE,
      guard: { claim: lease.claim_token },
      set: released,
      history: [{ type: "cancel_refused", detail: { reason: reasonOf(error) } }],
    })
    throw failure
  }
}

/** After DELETE the lease is Approved again, or holds no cart at all (reference 6). */
async function isVoid(ledger: Ledger, lease: LeaseRecord): Promise<boolean> {
  const reading: StatusReading = await readStatus(ledger, lease)
  return reading.kind === "no_contract" || (reading.kind === "status" && VOID.includes(reading.status))
}
const VOID: readonly string[] = ["approved", "approval_expired"]

async function done(ledger: Ledger, lease: LeaseRecord & { claim_token: string }): Promise<LeaseRecord> {
  const cancelled = await ledger.store.move(lease.id, "cancel_done", {
    actor: SERVICE,
    guard: { claim: lease.claim_token },
    set: { ...released, cancelled_at: ledger.now() },
    history: [{ type: "cancelled", detail: {} }],
  })
  if (!cancelled) throw new LedgerRefusal("busy")
  return cancelled
}

function note(ledger: Ledger, lease: LeaseRecord, entry: HistoryEntry): Promise<void> {
  return ledger.store.append(lease.id, SERVICE, [entry])
}
