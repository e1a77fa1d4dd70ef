import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { HistoryRecord } from "../rules/records"

/** Reads histories without reading them whole: a lease may have ten thousand entries. */
export class HistoryReader {
  constructor(private readonly knex: Knex) {}

  /** The newest entries of a lease, newest first; those older than the entry numbered `before`, when that is given. */
  page(leaseId: string, { limit, before }: { limit: number; before?: number }): Promise<HistoryRecord[]> {
    return this.events()
      .where({ lease_id: leaseId })
      .modify((query) => before !== undefined && query.where("seq", "<", before))
      .orderBy("seq", "desc")
      .limit(limit)
  }

  /** The newest entry of each of these types, for each of these leases. One look into an index for each pair. */
  async newestOf(leaseIds: readonly string[], types: readonly string[]): Promise<HistoryRecord[]> {
    if (!leaseIds.length) return []
    const { rows } = await this.knex.raw(
      `select newest.* from unnest(?::text[]) as wanted (lease), unnest(?::text[]) as kind (type)
       cross join lateral (
         select * from lease_event where deleted_at is null and lease_id = wanted.lease and type = kind.type
         order by seq desc limit 1
       ) as newest`,
      [[...leaseIds], [...types]],
    )
    return rows
  }

  private events() {
    return this.knex("lease_event").whereNull("deleted_at")
  }
}
