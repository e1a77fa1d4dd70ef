import type { CartInput } from "../../../lease-cart"
import type { LeaseRecord } from "../rules/records"
import { isClosed, isHosted, isNew } from "../rules/standing"
import { BOUND, LEASE_STATUSES } from "../rules/state-machine"
import { currentLease } from "../status/current-lease"
import { type Desk, ofLease, SHOPPER, SYSTEM, textParams } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"

/** Before `placing` a session may be replaced or forgotten. */
const UNBOUND = LEASE_STATUSES.filter((status) => !BOUND.includes(status))

/**
 * Ties a payment session to the lease of its cart; null when there is none to tie it to. Opens no lease: many storefronts start a payment with
 * the first provider of their list, and no one has asked for a lease by that. Safe twice, and after every change of the total, for which Medusa
 * makes a new session. Judges nothing but that the cart is open: a refusal here costs the shopper the other session.
 *
 * `finished`: the cart is an order already, so no lease can begin. Throws LedgerRefusal then, unless one is there, and when the operator's
 * widget has issued a card for the cart.
 */
export async function attachSession(
  desk: Desk,
  cart: Pick<CartInput, "id">,
  sessionId: string,
  finished: boolean,
): Promise<LeaseRecord | null> {
  const lease = await currentLease(desk, cart.id)
  const own = lease && !isClosed(lease) && !isHosted(lease) ? lease : null
  if (finished && !own) throw new LedgerRefusal("no_open_cart")
  if (lease && !isClosed(lease) && isHosted(lease) && !isNew(lease))
    throw new LedgerRefusal("lease_card_issued", textParams(ofLease(desk, lease), lease))
  if (!own || own.session_id === sessionId) return own
  const attached = await desk.store.set(
    own.id,
    { session_id: sessionId },
    { guard: { status: UNBOUND }, actor: SHOPPER },
  )
  return attached ?? own
}

/** Forgets a deleted payment session. Makes no call, because anyone may cause this, also for a placed order, without a login. */
export async function detachSession(desk: Desk, sessionId: string): Promise<void> {
  const lease = await desk.store.ofSession(sessionId)
  if (!lease) return
  // Medusa deletes the old session while it initiates the new one: only the one that was deleted may be forgotten.
  const guard = { status: UNBOUND, session_id: sessionId }
  await desk.store.set(lease.id, { session_id: null }, { guard, actor: SYSTEM })
}
