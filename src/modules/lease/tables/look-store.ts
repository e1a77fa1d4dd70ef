import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"
import { Table, type Where } from "./table"

/** How a look at a lease ended: when to look again, and how many looks in a row were in vain. */
export type Looked = { lease: LeaseRecord; at: Date | null; failures: number }

/** `first`: leases in these statuses come before all others. */
type Taking = { limit: number; ms: number; first?: readonly LeaseStatus[]; leaseId?: string }

/** Which leases the job looks at, and when again. Part of `LeaseStore`, and of its transactions. */
export class LookStore extends Table {
  /** The leases that the job must look at now, taken for `ms`. */
  take({ limit, ms, first = [], leaseId }: Taking): Promise<LeaseRecord[]> {
    const where: Where = (leases) =>
      leases.where(leaseId ? { id: leaseId } : {}).orderByRaw("(status = any(?)) desc, look_at", [first as string[]])
    return this.takeDue("lease", "look_at", { limit, ms, where })
  }

  /** Says when to look next at the leases that were taken, except at those to which something has happened since. */
  async again(looked: readonly Looked[]): Promise<void> {
    if (!looked.length) return
    const values = looked.map(() => "(?, ?::timestamptz, ?::timestamptz, ?::int)").join(", ")
    // Locked in the order of their ids, like every other writer of several leases at once.
    await this.knex.raw(
      `with next (id, taken, at, failures) as (values ${values}),
         locked as (select id from lease where id in (select id from next) order by id for update)
       update lease set look_at = next.at, look_failures = next.failures from next join locked on locked.id = next.id
       where lease.id = next.id and lease.look_at = next.taken`,
      looked.flatMap(({ lease, at, failures }) => [lease.id, lease.look_at, at, failures]) as string[],
    )
  }
}
