import { staffParams } from "../options/operator"
import type { Actor, LeaseRecord } from "../rules/records"
import { isCanceled, isSigning } from "../rules/standing"
import type { TaskDetail } from "../rules/tasks"
import { type Desk, ofLease } from "../status/ledger"
import { LedgerRefusal } from "../texts/messages"
import { askFor } from "./attempt"

/**
 * Cancels the contract of a lease with nothing shipped (spec 4.1, DELETE contract), once. An unclear answer leaves `canceling`; the next try reads
 * back first. Makes no call if already canceled. Throws LedgerRefusal: refused by the service (the lease is as before), unreachable, unknown, or
 * not signed where the account cancels only signed ones.
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
