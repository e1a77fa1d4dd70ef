import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type LeaseEventName, LeaseEvents } from "../rules/announcements"
import { MAILED } from "../rules/notices"
import type { Actor, Announcement, ConsentGiven, HistoryEntry, HistoryRecord, OtherMailbox } from "../rules/records"
import { ANNOUNCED } from "./newer"
import { Table, type Where } from "./table"

export function newHistory(actor: Actor, entry: HistoryEntry) {
  const detail = "detail" in entry ? entry.detail : {}
  return { id: generateEntityId("", "leaseev"), type: entry.type, actor: actor.by, actor_id: actor.id ?? null, detail }
}

/** A history may have ten thousand entries, so frequent reads never load all of it. */
export class HistoryReader extends Table {
  async last(leaseId: string): Promise<HistoryRecord | null> {
    return (await this.events(leaseId).orderBy("seq", "desc").first()) ?? null
  }

  /** The newest consent given for a lease's application, even if its approval came from another cart; null if there was none. */
  async consent(leaseId: string): Promise<(ConsentGiven & OtherMailbox) | null> {
    const row = await this.events(leaseId)
      .whereIn("type", ["application_sent", "approval_taken", "contract_replaced"])
      .orderBy("seq", "desc")
      .first("detail")
    if (!row) return null
    const { consent_version, consent_language, consent_texts, other_mailbox } = row.detail
    return { consent_version, consent_language, consent_texts, ...(other_mailbox && { other_mailbox }) }
  }

  async count(leaseId: string): Promise<number> {
    const row = await this.events(leaseId).count({ count: "*" }).first()
    return Number(row?.count ?? 0)
  }

  /** A lease's newest entries, newest first. If `before` is set, only those with a lower `seq`. */
  page(leaseId: string, { limit, before }: { limit: number; before?: number }): Promise<HistoryRecord[]> {
    const events = this.events(leaseId).orderBy("seq", "desc").limit(limit)
    return before === undefined ? events : events.where("seq", "<", before)
  }

  /** The newest entry of each type for each lease, with one index lookup per pair. */
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

  /** The entries of these types for several leases, oldest first. */
  async allOf(leaseIds: readonly string[], types: readonly string[]): Promise<HistoryRecord[]> {
    if (!leaseIds.length) return []
    return this.notDeleted("lease_event").whereIn("lease_id", leaseIds).whereIn("type", types).orderBy("seq")
  }

  private events(leaseId: string) {
    return this.notDeleted("lease_event").where({ lease_id: leaseId })
  }
}

/** A new announcement's row, to insert in the same transaction as the change that it announces. */
export function newAnnouncement(
  lease_id: string,
  { name, alert }: { name: LeaseEventName; alert?: string },
  now: Date,
) {
  const id = generateEntityId("", "leasean")
  const feed_at = name === LeaseEvents.NEEDS_ATTENTION ? now : null
  const due = { bus_at: now, mail_at: MAILED.has(name) ? now : null, feed_at }
  return { id, lease_id, name, alert: alert ?? null, ...due, created_at: now, updated_at: now }
}

type Due = "bus_at" | "mail_at" | "feed_at"

/**
 * Stores announcements until they are sent. A lease's announcements go to the event bus in order, and to email and the dashboard's feed in any
 * order.
 */
export class AnnouncementStore extends Table {
  /** Claims announcements that are due for the bus; a claim expires after `ms`. Claims only each lease's first one, to keep its events in order. */
  async takeForBus({ limit, ms }: { limit: number; ms: number }): Promise<Announcement[]> {
    const isFirst = `not exists (select from lease_announcement earlier
      where earlier.lease_id = lease_announcement.lease_id and earlier.seq < lease_announcement.seq
        and earlier.bus_at is not null and earlier.deleted_at is null)`
    const where: Where = (waiting) => inOrder("bus_at")(waiting).whereRaw(isFirst)
    const rows = await this.takeDue<Announcement>("lease_announcement", "bus_at", { limit, ms, where })
    return rows.sort((a, b) => a.seq - b.seq)
  }

  take(column: "mail_at" | "feed_at", upTo: { limit: number; ms: number }): Promise<Announcement[]> {
    return this.takeDue("lease_announcement", column, { ...upTo, where: inOrder(column) })
  }

  /** Postpones emails until `at`. If `failed` is true, also counts a failed attempt. */
  async mailLater(news: readonly Announcement[], at: Date, { failed = false } = {}): Promise<void> {
    const counted = failed && { mail_failures: this.knex.raw("mail_failures + 1") }
    await this.rows(news).update({ mail_at: at, updated_at: this.now(), ...counted })
  }

  /** Drops the emails for announcements already sent to the bus. Used if the `notices` option is off. */
  async dropMails(): Promise<void> {
    const onBus = () => this.knex("lease_announcement").whereNull("bus_at").whereNotNull("mail_at")
    await onBus().whereNull("feed_at").delete()
    await onBus().update({ mail_at: null, updated_at: this.now() })
  }

  /** Drops the emails that wait, of one lease or of all. */
  async dropWaitingMails(lease_id?: string): Promise<void> {
    const rows = () => this.knex("lease_announcement").where(lease_id === undefined ? {} : { lease_id })
    await rows().whereNotNull("mail_at").update({ mail_at: null, updated_at: this.now() })
    await this.dropFinished(rows())
  }

  /**
   * Marks channels as finished and deletes rows whose channels are all finished. The update locks the rows, so processes take turns and the last one
   * deletes them.
   */
  done(news: readonly Announcement[], columns: readonly Due[]): Promise<void> {
    const done = Object.fromEntries(columns.map((column) => [column, null]))
    return this.knex.transaction(async (trx) => {
      await this.rows(news, trx).update({ ...done, updated_at: this.now() })
      await this.dropFinished(this.rows(news, trx))
    })
  }

  private async dropFinished(rows: Knex.QueryBuilder): Promise<void> {
    await rows.whereNull("bus_at").whereNull("mail_at").whereNull("feed_at").delete()
  }

  private rows(news: readonly Announcement[], knex = this.knex): Knex.QueryBuilder {
    const ids = news.map(({ id }) => id)
    return knex("lease_announcement").whereIn("id", ids)
  }
}

/** Leaves out what only a newer version can announce. Sorts in the index's order, so that PostgreSQL never sorts a full table. */
const inOrder = (column: Due) => (waiting: Knex.QueryBuilder) => waiting.whereRaw(ANNOUNCED).orderBy([column, "seq"])
