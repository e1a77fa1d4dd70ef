import { generateEntityId } from "@medusajs/framework/utils"
import type { Actor, ConsentGiven, HistoryEntry, HistoryRecord, OtherMailbox } from "../rules/records"
import { Table } from "./table"

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

/** Reads histories. One may have ten thousand entries: what is asked often reads none of them whole. */
export class HistoryReader extends Table {
  /** The history of a lease, oldest first. */
  of(leaseId: string): Promise<HistoryRecord[]> {
    return this.events(leaseId).orderBy("seq")
  }

  async last(leaseId: string): Promise<HistoryRecord | null> {
    return (await this.events(leaseId).orderBy("seq", "desc").first()) ?? null
  }

  /** The consent to the application of a lease, the newest, also where its approval came from another cart; null where there was none. */
  async consent(leaseId: string): Promise<(ConsentGiven & OtherMailbox) | null> {
    const row = await this.events(leaseId)
      .whereIn("type", ["application_sent", "approval_taken", "contract_replaced"])
      .orderBy("seq", "desc")
      .first("detail")
    if (!row) return null
    const { consent_version, consent_language, consent_text, other_mailbox } = row.detail
    return { consent_version, consent_language, consent_text, ...(other_mailbox && { other_mailbox }) }
  }

  async count(leaseId: string): Promise<number> {
    const row = await this.events(leaseId).count({ count: "*" }).first()
    return Number(row?.count ?? 0)
  }

  /** The newest entries of a lease, newest first; those older than the entry numbered `before`, when that is given. */
  page(leaseId: string, { limit, before }: { limit: number; before?: number }): Promise<HistoryRecord[]> {
    const events = this.events(leaseId).orderBy("seq", "desc").limit(limit)
    return before === undefined ? events : events.where("seq", "<", before)
  }

  /** The newest entry of each of these types, for each of these leases. One look into an index for each pair. */
  async newestOf(leaseIds: readonly string[], types: readonly string[]): Promise<HistoryRecord[]> {
    if (!leaseIds.length) return []
    return this.sql(
      `select newest.* from unnest(cast(:leaseIds as text[])) as wanted (lease), unnest(cast(:types as text[])) as kind (type)
       cross join lateral (
         select * from lease_event where deleted_at is null and lease_id = wanted.lease and type = kind.type
         order by seq desc limit 1
       ) as newest`,
      { leaseIds: [...leaseIds], types: [...types] },
    )
  }

  private events(leaseId: string) {
    return this.live("lease_event").where({ lease_id: leaseId })
  }
}
