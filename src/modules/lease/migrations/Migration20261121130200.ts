import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const COLUMNS: Record<string, string> = {
  hosted_id: "text",
  order_link: "text",
  delivery_link: "text",
  success_digest: "text",
  widget_approved_at: "timestamptz",
}

/** Leases that wait for the service's word on their signature; those of the operator's widget have none to wait for. */
const AWAITING = `("status_at", "id") WHERE status = 'placed' AND evidence IN ('none', 'reported') AND deleted_at IS NULL`

/** Leases that the operator's widget made: the operator's name for them, and the one-time URLs, encrypted. */
export class Migration20261121130200 extends Migration {
  override async up(): Promise<void> {
    const added = Object.entries(COLUMNS).map(([name, type]) => `add column if not exists "${name}" ${type} null`)
    this.addSql(`alter table if exists "lease" ${added.join(", ")};`)
    this.addSql(`drop index if exists "IDX_lease_awaiting";`)
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_lease_awaiting" ON "lease" ${AWAITING} AND way = 'application';`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_lease_awaiting";`)
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_lease_awaiting" ON "lease" ${AWAITING};`)
    const dropped = Object.keys(COLUMNS).map((name) => `drop column if exists "${name}"`)
    this.addSql(`alter table if exists "lease" ${dropped.join(", ")};`)
  }
}
