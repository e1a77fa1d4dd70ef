import { readsDelivered, readsReturned } from "../../../client"
import { type LedgerDeps, ofLease, reread } from "../accounts/deps"
import { checkStatus } from "../lease-service/read-status"
import { staffParams } from "../options/operator"
import { release } from "../outbox/hold"
import { isHosted } from "../rules/lease-predicates"
import type { Actor, LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"

/**
 * Reads a held lease's status, records it like any other reading, and lets the lease go on. Staff ask the operator about a hosted lease, whose status
 * can't be read. Throws LedgerRefusal if the service can't be reached, or if it reports a delivery or a return of a lease whose order isn't placed
 * here, because the plugin would place the order again.
 */
export async function releaseHold(deps: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  if (!lease.held_at) throw new LedgerRefusal("release_not_held")
  if (await deps.store.holds.isCopied(lease)) throw new LedgerRefusal("release_copied")
  const accountDeps = ofLease(deps, lease)
  if (lease.application_id && !isHosted(lease)) {
    const { lease: checked, reading } = await checkStatus(accountDeps, lease, { actor })
    const isPast = readsDelivered(reading) || readsReturned(reading)
    if (isPast && !checked.placed_at) throw new LedgerRefusal("release_ahead", staffParams(accountDeps, lease))
  }
  await release(deps, lease, actor)
  return reread(deps, lease)
}
