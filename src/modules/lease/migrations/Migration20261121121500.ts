import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The list of leases: an index for each of its filters, in the order of the list, so that no page of it reads the whole table. */
const INDEXES: Record<string, string> = {
  IDX_lease_changed: `("status_at", "id") WHERE deleted_at IS NULL AND status <> 'open'`,
  IDX_lease_status: `("status", "status_at", "id") WHERE deleted_at IS NULL`,
  IDX_lease_channel: `("sales_channel_id", "status_at", "id") WHERE deleted_at IS NULL AND status <> 'open'`,
  IDX_lease_created: `("created_at", "id") WHERE deleted_at IS NULL`,
  IDX_lease_delivered: `("delivered_at", "id") WHERE delivered_at IS NOT NULL AND deleted_at IS NULL`,
  IDX_lease_attention: `("status_at", "id") WHERE attention <> '[]' AND deleted_at IS NULL`,
  IDX_lease_to_confirm: `("status_at", "id") WHERE to_confirm_since IS NOT NULL AND deleted_at IS NULL`,
  IDX_lease_awaiting: `("status_at", "id") WHERE status = 'placed' AND evidence IN ('none', 'reported') AND deleted_at IS NULL`,
  IDX_lease_abandoned: `("status_at", "id") WHERE status = 'cancelled' AND order_id IS NULL AND deleted_at IS NULL`,
  IDX_lease_test: `("status_at", "id") WHERE test AND deleted_at IS NULL`,
  IDX_lease_widget: `("status_at", "id") WHERE way = 'widget' AND deleted_at IS NULL`,
  IDX_lease_display: `("order_display_id") WHERE order_display_id IS NOT NULL AND deleted_at IS NULL`,
  // Searched by their beginnings; the usual order of letters cannot do that. The first holds for every row: PostgreSQL
  // estimates how often an address begins so by a whole index only, and by a wrong estimate it would sort half of the table.
  IDX_lease_email: `(lower("email") text_pattern_ops)`,
  IDX_lease_reference_start: `("reference" text_pattern_ops) WHERE deleted_at IS NULL`,
}

/** A person's due confirmation and accepted order, the list's indexes, and one for the newest entry of each kind in a long history. */
export class Migration20261121121500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "lease" add column if not exists "to_confirm_since" timestamptz null, add column if not exists "accepted_order" jsonb null;`,
    )
    for (const [name, on] of Object.entries(INDEXES))
      this.addSql(`CREATE INDEX IF NOT EXISTS "${name}" ON "lease" ${on};`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_event_type" ON "lease_event" ("lease_id", "type", "seq") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_lease_event_type";`)
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index if exists "${name}";`)
    this.addSql(
      `alter table if exists "lease" drop column if exists "to_confirm_since", drop column if exists "accepted_order";`,
    )
  }
}
