import type { LedgerDeps } from "../accounts/deps"
import { isCanceled } from "../rules/lease-predicates"
import type { CallDetail } from "../rules/pending-calls"
import type { Actor, LeaseRecord } from "../rules/records"
import { callNow } from "./call"

/**
 * Cancels the contract of a lease with nothing shipped (spec 4.1, DELETE contract), once. After an unclear answer, the lease stays `canceling`, and
 * the next attempt reads back first. Makes no call if already canceled. Throws LedgerRefusal: refused by the service (the lease is as before),
 * unreachable, unknown, or not accepted yet where the account cancels only accepted leases.
 */
export async function cancelContract(
  deps: LedgerDeps,
  lease: LeaseRecord,
  actor: Actor,
  detail: Pick<CallDetail, "cause" | "cancel_order"> = {},
): Promise<LeaseRecord> {
  if (isCanceled(lease)) return lease
  return callNow(deps, lease, "cancel_contract", { detail, actor })
}
