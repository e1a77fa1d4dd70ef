import { isLeaseKey } from "../keys"
import type { LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"

/** Who asks: the browser that holds the lease key, or the signed-in customer to whom the cart belongs. */
export type Shopper = { leaseKey?: string; ownsCart: boolean }

/** A leaked cart id must not open somebody's contract. Throws `contract_key`. */
export function refuseStranger(lease: LeaseRecord, shopper: Shopper): void {
  if (shopper.ownsCart || isLeaseKey(shopper.leaseKey, lease.lease_key_hashes)) return
  throw new LedgerRefusal("contract_key", {}, { kind: "forbidden" })
}
