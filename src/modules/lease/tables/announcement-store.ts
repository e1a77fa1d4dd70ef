import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { LeaseEventName } from "../rules/announcements"
import { MAILED } from "../rules/notices"
import type { Announcement } from "../rules/records"
import { Table, type Where } from "./table"

/** News as it is written with the change it is about. */
export function newAnnouncement(leaseId: string, { name, alert }: { name: LeaseEventName; alert?: string }, now: Date) {
  return {
    id: generateEntityId("", "leasean"),
    lease_id: leaseId,
    name,
    alert: alert ?? null,
    bus_at: now,
    mail_at: MAILED.has(name) ? now : null,
    created_at: now,
    updated_at: now,
  }
}

/** News of leases that is still to be told: on the bus in the order of each lease, by e-mail in any. */
export class AnnouncementStore extends Table {
  /** Takes what is due for the bus, for `ms`: the first news of each lease only, so that the next is not told before it. */
  async takeForBus({ limit, ms }: { limit: number; ms: number }): Promise<Announcement[]> {
    const isFirst = `not exists (select from lease_announcement earlier
      where earlier.lease_id = lease_announcement.lease_id and earlier.seq < lease_announcement.seq
        and earlier.bus_at is not null and earlier.deleted_at is null)`
    const where: Where = (waiting) => inOrder("bus_at")(waiting).whereRaw(isFirst)
    const rows = await this.takeDue<Announcement>("lease_announcement", "bus_at", { limit, ms, where })
    return rows.sort((a, b) => a.seq - b.seq)
  }

  /** These are on the bus. `mails`: e-mails are sent about them as well. */
  async onBus(ids: readonly string[], { mails }: { mails: boolean }): Promise<void> {
    if (mails) return this.end("bus_at", ids)
    await this.news(ids).delete()
  }

  /** Takes what is due for an e-mail, for `ms`. */
  takeForMail(upTo: { limit: number; ms: number }): Promise<Announcement[]> {
    return this.takeDue("lease_announcement", "mail_at", { ...upTo, where: inOrder("mail_at") })
  }

  /** The e-mail is sent, or there is none. */
  mailed(ids: readonly string[]): Promise<void> {
    return this.end("mail_at", ids)
  }

  /** The e-mail is to be sent then. `failed`: sending it failed. */
  async mailLater(ids: readonly string[], at: Date, { failed = false } = {}): Promise<void> {
    const counted = failed && { mail_failures: this.knex.raw("mail_failures + 1") }
    await this.news(ids).update({ mail_at: at, updated_at: this.now(), ...counted })
  }

  /** Nothing is sent about what is on the bus: option `notices` was taken away. */
  async dropMails(): Promise<void> {
    await this.knex("lease_announcement").whereNull("bus_at").whereNotNull("mail_at").delete()
  }

  /** Nothing is left to do in this column; a row goes when that is so of both. Two at once wait for each other at the row. */
  private end(column: "bus_at" | "mail_at", ids: readonly string[]): Promise<void> {
    return this.knex.transaction(async (trx) => {
      await this.news(ids, trx).update({ [column]: null, updated_at: this.now() })
      await this.news(ids, trx).whereNull("bus_at").whereNull("mail_at").delete()
    })
  }

  private news(ids: readonly string[], knex = this.knex): Knex.QueryBuilder {
    return knex("lease_announcement").whereIn("id", [...ids])
  }
}

/** In the order of the index, so that a table full of them is not sorted each time. */
const inOrder = (column: "bus_at" | "mail_at") => (waiting: Knex.QueryBuilder) => waiting.orderBy([column, "seq"])
