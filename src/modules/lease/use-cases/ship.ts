import { type Ledger, textParams } from "../ledger"
import type { LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"
import { OVER } from "../state-machine"
import { checkStatus } from "./check-status"
import { refuseUnconfirmed } from "./deliver"

/** A status read this long ago still counts when goods leave the house (ms). */
export const SHIPPING_FRESH_MS = 60 * 60_000

/**
 * Whether goods of the order may be packed, shipped and delivered: the lease is placed and surely signed, or delivered already. A status
 * older than an hour is read again; a service that cannot be asked does not stop the store. Throws LedgerRefusal.
 */
export async function checkShippable(ledger: Ledger, lease: LeaseRecord): Promise<void> {
  // The card was charged by another provider: its order is not ours to hold.
  if (lease.way === "widget") return
  if (OVER.includes(lease.status)) throw new LedgerRefusal("ship_over")
  if (lease.status === "cancelling" || lease.status === "returning") throw new LedgerRefusal("busy")
  if (lease.status === "delivered") return refuseUnconfirmed(ledger, lease)
  if (lease.status !== "placed") throw new LedgerRefusal("ship_before_confirmation", textParams(ledger, lease))
  refuseUnconfirmed(ledger, await freshLease(ledger, lease))
}

async function freshLease(ledger: Ledger, lease: LeaseRecord): Promise<LeaseRecord> {
  const read = Math.max(lease.checked_at?.getTime() ?? 0, lease.verified_at?.getTime() ?? 0)
  if (ledger.now().getTime() - read < SHIPPING_FRESH_MS) return lease
  try {
    return (await checkStatus(ledger, lease)).lease
  } catch (error) {
    if (error instanceof LedgerRefusal && error.kind === "unavailable") return lease
    throw error
  }
}
