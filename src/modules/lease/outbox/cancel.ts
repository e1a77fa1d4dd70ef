import { staffParams } from "../options/operator"
import type { Actor, LeaseRecord } from "../rules/records"
import { isCanceled, isSigning } from "../rules/standing"
import type { TaskDetail } from "../rules/tasks"
import { type Desk, ofLease } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import { askFor } from "./call"

/**
 * Cancels the contract of a lease with nothing shipped (spec 4.1, DELETE contract), once: `canceling` is entered before the call. An
 * unclear answer leaves `canceling`, and the next try, this or the job's, reads back first. A lease that is canceled already is answered
 * without a call.
 *
 * Throws LedgerRefusal: refused by the service (the lease is as before), not reached, not known, or not signed where the account cancels no such contract.
 */
export async function cancelContract(
  desk: Desk,
  lease: LeaseRecord,
  actor: Actor,
  detail: Pick<TaskDetail, "cause" | "cancel_order"> = {},
): Promise<LeaseRecord> {
  if (isCanceled(lease)) return lease
  const own = ofLease(desk, lease)
  if (isSigning(lease) && !own.service.cancelsUnsigned)
    throw new LedgerRefusal("cancel_before_accepted", staffParams(own, lease))
  return askFor(desk, lease, "cancel_contract", { detail, actor })
}
