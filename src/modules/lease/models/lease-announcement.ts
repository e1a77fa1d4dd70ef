import { model } from "@medusajs/framework/utils"

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
