import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"

/** How a look at a lease ended: when to look again, and how many looks in a row were in vain. */
export type Looked = { lease: LeaseRecord; at: Date | null; failures: number }

/** Which leases the job looks at, and when again. Part of `LeaseStore`, and of its transactions. */
export class LookStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  /**
   * The leases that the job must look at now, taken for `ms`: another process does not get them meanwhile, and when this one dies they
   * come up again after it.
   */
  take({
    limit,
    ms,
    first = [],
    leaseId,
  }: {
    limit: number
    ms: number
    /** Leases in these statuses come before all others. */
    first?: readonly LeaseStatus[]
    leaseId?: string
  }): Promise<LeaseRecord[]> {
    const now = this.now()
    const waiting = this.leases()
      .select("id")
      .where("look_at", "<=", now)
      .modify((query) => leaseId && query.where({ id: leaseId }))
      .orderByRaw("(status = any(?)) desc, look_at", [first as string[]])
      .limit(limit)
      .forUpdate()
      .skipLocked()
    return this.leases()
      .whereIn("id", waiting)
      .update({ look_at: new Date(now.getTime() + ms) })
      .returning("*")
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

  private leases() {
    return this.knex("lease").whereNull("deleted_at")
  }
}
