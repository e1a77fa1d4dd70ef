import { LeaseRefused, LeaseServiceError, toApplicationId } from "../../../lease-service"
import { type ClaimedLease, claim, claimMs, type Ledger, released, SERVICE } from "../ledger"
import type { Actor, LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"
import { reasonOf, serviceFailure } from "../service-failure"
import { whyNot } from "../state-machine"
import { isVoid, readStatus } from "./read-status"

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
    if (resumed && (await holdsNone(ledger, claimed))) return await done(ledger, claimed)
    await start(ledger, claimed, resumed, actor)
    return await send(ledger, claimed, resumed)
  } finally {
    await ledger.store.set(lease.id, released, { guard: { claim: claimed.claim_token }, actor })
  }
}

/** Enters `cancelling`, or stays in it with a fresh claim. Whoever lost the claim meanwhile sends nothing. */
async function start(ledger: Ledger, lease: ClaimedLease, resumed: boolean, actor: Actor): Promise<void> {
  const guard = { claim: lease.claim_token }
  const set = { claimed_until: new Date(ledger.now().getTime() + claimMs(ledger)) }
  const held = resumed
    ? await ledger.store.set(lease.id, set, { guard, actor })
    : await ledger.store.move(lease.id, "cancel_started", { guard, set, actor })
  if (!held) throw new LedgerRefusal("busy")
}

async function send(ledger: Ledger, lease: ClaimedLease, resumed: boolean): Promise<LeaseRecord> {
  try {
    await ledger.service.cancelContract(toApplicationId(lease.application_id ?? ""))
  } catch (error) {
    return failed(ledger, lease, resumed, error)
  }
  return done(ledger, lease)
}

/**
 * The lease is placed again only when it is certain that nothing was canceled. After an earlier unclear attempt that takes a clear refusal
 * and a look behind it: "wrong state" may be our own success, and a call that was not sent says nothing of the one before.
 */
async function failed(ledger: Ledger, lease: ClaimedLease, resumed: boolean, error: unknown): Promise<LeaseRecord> {
  if (!(error instanceof LeaseServiceError)) throw error
  const failure = serviceFailure(ledger, error, { reader: "merchant", refused: "cancel_refused" })
  const refused = error instanceof LeaseRefused
  if (error.effect === "unknown" || (resumed && !refused)) {
    const history = [{ type: "cancel_unanswered", detail: { reason: error.name } } as const]
    await ledger.store.append(lease.id, SERVICE, history)
    throw failure
  }
  if (resumed && (await holdsNone(ledger, lease))) return done(ledger, lease)
  await ledger.store.move(lease.id, "cancel_refused", {
    actor: SERVICE,
    guard: { claim: lease.claim_token },
    set: released,
    history: [
      refused
        ? { type: "cancel_refused", detail: { reason: reasonOf(error) } }
        : { type: "cancel_not_sent", detail: { reason: error.name } },
    ],
  })
  throw failure
}

/** After DELETE the lease is Approved again, or holds no cart at all (reference 6). */
async function holdsNone(ledger: Ledger, lease: LeaseRecord): Promise<boolean> {
  return isVoid(await readStatus(ledger, lease, "merchant"))
}

async function done(ledger: Ledger, lease: ClaimedLease): Promise<LeaseRecord> {
  const cancelled = await ledger.store.move(lease.id, "cancel_done", {
    actor: SERVICE,
    guard: { claim: lease.claim_token },
    set: { ...released, cancelled_at: ledger.now() },
    history: [{ type: "cancelled", detail: {} }],
  })
  if (!cancelled) throw new LedgerRefusal("busy")
  return cancelled
}
