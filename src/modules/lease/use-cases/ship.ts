import { type Ledger, textParams } from "../ledger"
import type { LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"
import { OVER } from "../state-machine"
import { checkStatus } from "./check-status"
import { isSameRecipient, type Recipient } from "./compare-cart"
import { refuseUnconfirmed } from "./deliver"

/** A status read this long ago still counts when goods leave the house (ms). */
export const SHIPPING_FRESH_MS = 60 * 60_000

/**
 * Whether goods of the order may be packed, shipped and delivered: the lease is placed and surely signed, or delivered already, and they go
 * where it was offered for. A status older than an hour is read again; a service that cannot be asked does not stop the store. `recipient`:
 * of the order at this moment. Throws LedgerRefusal.
 */
export async function checkShippable(ledger: Ledger, lease: LeaseRecord, recipient: Recipient): Promise<void> {
  // The card was charged by another provider: its order is not ours to hold.
  if (lease.way === "widget") return
  if (OVER.includes(lease.status)) throw new LedgerRefusal("ship_over")
  if (lease.status === "cancelling" || lease.status === "returning") throw new LedgerRefusal("busy")
  if (lease.status !== "placed" && lease.status !== "delivered")
    throw new LedgerRefusal("ship_before_confirmation", textParams(ledger, lease))
  const current = lease.status === "placed" ? await freshLease(ledger, lease) : lease
  refuseUnconfirmed(ledger, await compareRecipient(ledger, current, recipient))
}

/** An order that goes to somebody else is raised before the goods do, whether or not its change was heard of. */
async function compareRecipient(ledger: Ledger, lease: LeaseRecord, recipient: Recipient): Promise<LeaseRecord> {
  if (isSameRecipient(ledger, lease, recipient)) return ledger.store.lower(lease, "recipient_differs")
  return (await ledger.store.raise(lease.id, "recipient_differs")) ?? lease
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
