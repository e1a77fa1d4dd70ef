import type { Actor, LeaseRecord } from "../modules/lease/records"
import { LedgerRefusal } from "../modules/lease/refusal"
import type LeaseModuleService from "../modules/lease/service"
import { type Query, readOrder } from "./medusa-facts"

/**
 * Cancels the contract behind an order of which nothing has left the house. Throws LedgerRefusal and changes nothing in Medusa.
 */
export async function cancelLeaseOfOrder(
  { ledger, query }: { ledger: LeaseModuleService; query: Query },
  lease: LeaseRecord,
  actor: Actor,
): Promise<LeaseRecord> {
  const order = lease.order_id ? await readOrder(query, lease.order_id) : null
  if (order?.shipped) throw new LedgerRefusal("cancel_after_shipping")
  return ledger.cancelContract(lease, actor)
}
