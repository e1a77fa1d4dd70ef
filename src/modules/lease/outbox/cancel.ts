import type { AccountDeps } from "../accounts/deps"
import { isCanceled } from "../rules/lease-predicates"
import type { CallDetail } from "../rules/pending-calls"
import type { Actor, LeaseRecord } from "../rules/records"
import { callNow } from "./call"

/**
 * Cancels a lease's contract before anything has shipped (spec 4.1, DELETE contract). Takes effect only once: after an unclear response, the lease
 * stays `canceling`, and the next attempt first reads the contract's status. Makes no call if the contract is already canceled. Throws LedgerRefusal
 * if the service refuses (the lease is then unchanged), is unreachable or gives no clear response, or if the account cancels only accepted leases and
 * this one isn't accepted yet.
 */
export async function cancelContract(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  actor: Actor,
  detail: Pick<CallDetail, "cause" | "cancel_order"> = {},
): Promise<LeaseRecord> {
  if (isCanceled(lease)) return lease
  return callNow(accountDeps, lease, "cancel_contract", { detail, actor })
}
