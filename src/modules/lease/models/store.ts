import { model } from "@medusajs/framework/utils"

/** The database that the ledger's rows belong to, and whether calls are held because it may be another one. One row, `store`. */
export const LeaseStoreMark = model.define("lease_store", {
  id: model.text().primaryKey(),
  /** What tells this database from its copies (`Database` in `hold-store.ts`). */
  database: model.json(),
  /** Since when nothing is sent for leases that began earlier; null unless the store is held. */
  held_since: model.dateTime().nullable(),
  /** Why: `database` if it isn't the one it was, or `option`. */
  held_by: model.text().nullable(),
  /** When staff said that this database is a copy. Leases held by then are never released. */
  copied_at: model.dateTime().nullable(),
  /** The last restore that staff recorded: `{ to, at }`, to when the database was set back, and when that was first recorded. */
  restored: model.json().nullable(),
})
