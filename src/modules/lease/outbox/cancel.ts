import type { Actor, LeaseRecord } from "../rules/records"
import { isCanceled } from "../rules/standing"
import type { TaskDetail } from "../rules/tasks"
import type { Desk } from "../status/ledger"
import { askFor } from "./attempt"

/**
 * Cancels the contract of a lease with nothing shipped (spec 4.1, DELETE contract), once. An unclear answer leaves `canceling`; the next try reads
 * back first. Makes no call if already canceled. Throws LedgerRefusal: refused by the service (the lease is as before), unreachable, unknown, or
 * not accepted yet where the account cancels only accepted ones.
 */
export async function cancelContract(
  desk: Desk,
  lease: LeaseRecord,
  actor: Actor,
  detail: Pick<TaskDetail, "cause" | "cancel_order"> = {},
): Promise<LeaseRecord> {
  if (isCanceled(lease)) return lease
  return askFor(desk, lease, "cancel_contract", { detail, actor })
}
