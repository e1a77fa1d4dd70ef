import type { LeaseRecord } from "./records"
import { awaitsFirstPayment, awaitsOrder, isOffered } from "./standing"

type Holder = Pick<LeaseRecord, "status" | "status_at" | "stock_held_until" | "contracts_received_at">

/**
 * From when on the goods that are reserved for a lease are owed back; null where none are, or where they stay: a signed contract is a
 * promise until its order stands. A lease that can no longer be signed owes them since it was left.
 */
export function stockDueBack(lease: Holder): Date | null {
  if (!lease.stock_held_until || awaitsOrder(lease) || awaitsFirstPayment(lease)) return null
  return isOffered(lease) ? lease.stock_held_until : lease.status_at
}
