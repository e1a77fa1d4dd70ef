import { askFor } from "../outbox/attempt"
import type { Actor, LeaseRecord } from "../rules/records"
import { isCanceled } from "../rules/standing"
import type { Ledger } from "../status/ledger"
import type { TaskDetail } from "../tables/tasks"

/**
 * Cancels the contract of a lease with nothing shipped (spec 4.1, DELETE contract), once: `cancelling` is entered before the call. An
 * unclear answer leaves `cancelling`, and the next try, this or the job's, reads back first. A lease that is canceled already is answered
 * without a call.
 *
 * Throws LedgerRefusal: refused by the service (the lease is as before), not reached, or not known.
 */
export async function cancelContract(
  ledger: Ledger,
  lease: LeaseRecord,
  actor: Actor,
  detail: Pick<TaskDetail, "cause" | "cancel_order"> = {},
): Promise<LeaseRecord> {
  if (isCanceled(lease)) return lease
  return askFor(ledger, lease, "cancel_contract", { detail, actor })
}
