import { model } from "@medusajs/framework/utils"
import { ACTORS } from "../rules/columns"

/** Append-only history of a lease: who did what and when. `detail` holds only what the types of `rules/records.ts` name. */
export const LeaseEvent = model
  .define("lease_event", {
    id: model.id({ prefix: "leaseev" }).primaryKey(),
    lease_id: model.text(),
    /** Counts up over all leases: two events of the same millisecond keep their order. */
    seq: model.autoincrement(),
    type: model.text(),
    actor: model.enum([...ACTORS]),
    /** The dashboard user, when a merchant acted. */
    actor_id: model.text().nullable(),
    detail: model.json(),
  })
  .indexes([
    { name: "IDX_lease_event_lease", on: ["lease_id", "seq"] },
    // The newest entry of each kind in a long history.
    { name: "IDX_lease_event_type", on: ["lease_id", "type", "seq"] },
  ])

/** News of a lease that is not told everywhere yet, written with the change it is about. Gone once it is told. */
export const LeaseAnnouncement = model
  .define("lease_announcement", {
    id: model.id({ prefix: "leasean" }).primaryKey(),
    lease_id: model.text(),
    /** Counts up over all leases. */
    seq: model.autoincrement(),
    name: model.text(),
    /** The code of an alert. */
    alert: model.text().nullable(),
    /** When to put it on Medusa's event bus; while that is being done, when to do it again. Null: it is on it. */
    bus_at: model.dateTime().nullable(),
    /** The same of the e-mail about it. Null: there is none, or it is sent. */
    mail_at: model.dateTime().nullable(),
    /** How often the e-mail has failed. */
    mail_failures: model.number().default(0),
  })
  .indexes([
    { name: "IDX_lease_announcement_bus", on: ["bus_at"], where: "bus_at IS NOT NULL" },
    { name: "IDX_lease_announcement_mail", on: ["mail_at"], where: "mail_at IS NOT NULL" },
    { name: "IDX_lease_announcement_lease", on: ["lease_id", "seq"] },
  ])
