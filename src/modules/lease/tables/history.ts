import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Actor, ConsentGiven, HistoryEntry, HistoryRecord, OtherMailbox } from "../rules/records"

/** An entry of the history as a row, whichever statement writes it. */
export function newHistory(actor: Actor, entry: HistoryEntry) {
  return {
    id: generateEntityId("", "leaseev"),
    type: entry.type,
    actor: actor.by,
    actor_id: actor.id ?? null,
    detail: "detail" in entry ? entry.detail : {},
  }
}

/** Reads histories. A lease may have ten thousand entries: what is asked often reads none of them whole. */
export class HistoryReader {
  constructor(private readonly knex: Knex) {}

  /** The history of a lease, oldest first. */
  of(leaseId: string): Promise<HistoryRecord[]> {
    return this.events().where({ lease_id: leaseId }).orderBy("seq")
  }

  /** The newest entry of the history. */
  async last(leaseId: string): Promise<HistoryRecord | null> {
    const row = await this.events().where({ lease_id: leaseId }).orderBy("seq", "desc").first()
    return row ?? null
  }

  /** The consent to the application of a lease, the newest, also where its approval came from another cart; null where there was none. */
  async consent(leaseId: string): Promise<(ConsentGiven & OtherMailbox) | null> {
    const row = await this.events()
      .where({ lease_id: leaseId })
      .whereIn("type", ["application_sent", "approval_taken", "contract_replaced"])
      .orderBy("seq", "desc")
      .first("detail")
    if (!row) return null
    const { consent_version, consent_language, consent_text, other_mailbox } = row.detail
    return { consent_version, consent_language, consent_text, ...(other_mailbox && { other_mailbox }) }
  }

  /** How many entries a history has. */
  async count(leaseId: string): Promise<number> {
    const row = await this.events().where({ lease_id: leaseId }).count({ count: "*" }).first()
    return Number(row?.count ?? 0)
  }

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

  /** The index on a lease's history holds for rows that are not deleted; without saying so the whole table would be read. */
  private events() {
    return this.knex("lease_event").whereNull("deleted_at")
  }
}
