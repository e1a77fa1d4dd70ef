import type { CartInput } from "../../../lease-cart"
import { type Ledger, SHOPPER, SYSTEM } from "../ledger"
import type { LeaseRecord } from "../records"
import type { LeaseStatus } from "../state-machine"
import { openLease } from "./open-lease"

/** From `placing` on the session is part of the order's story and is neither forgotten nor replaced. */
const UNBOUND: readonly LeaseStatus[] = [
  "open",
  "submitting",
  "approved",
  "denied",
  "pending",
  "undecided",
  "offered",
  "signing",
  "signed",
  "expired",
  "superseded",
]

/**
 * Ties a payment session to the lease of its cart; opens a lease when there is none. Safe twice, and after every change of the total,
 * for which Medusa makes a new session. Judges nothing: a refusal here would cost the shopper the other session (`docs/decisions.md`).
 */
export async function attachSession(ledger: Ledger, cart: CartInput, sessionId: string): Promise<LeaseRecord> {
  const lease = await openLease(ledger, cart)
  if (lease.session_id === sessionId) return lease
  const attached = await ledger.store.set(
    lease.id,
    { session_id: sessionId },
    { guard: { status: UNBOUND }, actor: SHOPPER },
  )
  return attached ?? lease
}

/** Forgets a deleted payment session. Calls nobody: anyone may cause this, also for a placed order, without a login. */
export async function detachSession(ledger: Ledger, sessionId: string): Promise<void> {
  const lease = await ledger.store.ofSession(sessionId)
  if (lease) await ledger.store.set(lease.id, { session_id: null }, { guard: { status: UNBOUND }, actor: SYSTEM })
}

/**
 * Medusa took an authorisation back because the completion failed after it: the order did not come to be. The contract stays, and the
 * lease can be placed again at once. Nothing happens when the order is placed already.
 */
export async function completionFailed(ledger: Ledger, leaseId: string): Promise<void> {
  await ledger.store.move(leaseId, "order_start_lapsed", {
    actor: SYSTEM,
    history: [{ type: "order_refused", detail: { code: "completion_failed" } }],
  })
}
