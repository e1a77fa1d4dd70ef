import { isLeaseKey, tokenOf } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import { isClosed, isNew, isUndecided } from "../rules/standing"
import type { Desk } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"

/** Who asks: a browser by its lease key, the account signed in there; either may be missing. `address`: the network, for counting, kept as HMAC. */
export type Shopper = { leaseKey?: string; customerId?: string; address?: string }

/** Who applied or opened the widget owns the lease, by key, token or login then; not by the cart: Medusa lets any customer take over any cart. */
export function isOwner(lease: LeaseRecord, { leaseKey, customerId }: Shopper): boolean {
  if (customerId && lease.customer_id === customerId) return true
  return isLeaseKey(leaseKey, lease.lease_key_hashes) || tokenOf(lease.widget_tokens, leaseKey) !== undefined
}

/** Whoever proves the lease's key while signed in owns the lease as that customer, too: a guest who logs in before the order. Answers the lease. */
export async function adopt(
  { store }: Desk,
  lease: LeaseRecord,
  { leaseKey, customerId }: Shopper,
): Promise<LeaseRecord> {
  if (!customerId || lease.customer_id || !isLeaseKey(leaseKey, lease.lease_key_hashes)) return lease
  const adopted = await store.changeLease(lease.id, (fresh) => (fresh.customer_id ? {} : { customer_id: customerId }))
  return adopted ?? lease
}

/** No application holds this lease, or it has freed its cart, so the holder of the cart may apply. */
export function isFree(lease: LeaseRecord): boolean {
  return isNew(lease) || isClosed(lease)
}

/** A form sent again, knowingly, while the outcome of the first one is unknown: not before this long (ms). */
export const UNDECIDED_WAIT_MS = 60_000

/** The same by somebody who does not hold the first one: until then the sender of the first form goes first (ms). */
export const UNDECIDED_IS_FREE_MS = 15 * 60_000

/** True when the holder of the cart may apply: no one has applied, or the applicant's answer is given up. */
export function isOpenToAll(desk: Desk, lease: LeaseRecord): boolean {
  return isFree(lease) || (isUndecided(lease) && !mustWait(desk, lease, UNDECIDED_IS_FREE_MS))
}

/** True while an answer to the form that was sent may still come: sending it again would not be knowingly. */
export function mustWait(desk: Desk, lease: LeaseRecord, waitMs = UNDECIDED_WAIT_MS): boolean {
  return isUndecided(lease) && desk.now().getTime() - lease.status_at.getTime() < waitMs
}

/** The lease that binds this shopper to an account. An application given up or not taken in binds its sender alone. View and actions must agree. */
export function bindingFor(desk: Desk, lease: LeaseRecord | null, shopper: Shopper): LeaseRecord | null {
  return lease && isOpenToAll(desk, lease) && !isOwner(lease, shopper) ? null : lease
}

/** The one rule for going on with an application: a leaked cart id reveals and changes nothing. Throws `contract_key`; `no_application` if none. */
export function refuseStranger(lease: LeaseRecord, shopper: Shopper): void {
  if (isOwner(lease, shopper)) return
  if (isFree(lease)) throw new LedgerRefusal("no_application")
  throw new LedgerRefusal("contract_key", {}, { kind: "forbidden" })
}
