import { isDelivered, isHosted, isReturning } from "./lease-predicates"
import type { LeaseRecord } from "./records"
import { restOf } from "./reversal"
import { WITHOUT_APPLICATION } from "./state-machine"

type Due = Pick<LeaseRecord, "status" | "flow" | "delivered_at" | "amount" | "reductions">

/**
 * What the operator owes for a lease, in cents: what remains of a delivered one, and nothing before the delivery or after the lease has ended. Hosted
 * leases were paid by virtual card. A return counts once the service has confirmed it.
 */
export function dueOf(lease: Due): number {
  const inForce = isDelivered(lease) || (isReturning(lease) && lease.delivered_at !== null)
  return inForce && !isHosted(lease) ? restOf(lease) : 0
}

type Dated = Pick<LeaseRecord, "status" | "placed_at" | "created_at">

/** The lease in force among those that have had the same ID or order. If all have ended, the one with the latest order. */
export function currentOf<Lease extends Dated>(leases: readonly Lease[]): Lease | undefined {
  const rank = ({ status, placed_at, created_at }: Lease) =>
    [WITHOUT_APPLICATION.includes(status) ? 0 : 1, placed_at?.getTime() ?? 0, created_at.getTime()] as const
  return [...leases].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)]
    return b[0] - a[0] || b[1] - a[1] || b[2] - a[2]
  })[0]
}
