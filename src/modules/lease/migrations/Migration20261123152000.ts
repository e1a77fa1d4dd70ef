import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const INDEX = "IDX_lease_task_one_open_exclusive"
const KINDS = "'place_order', 'cancel_contract', 'confirm_delivery', 'return_lease', 'send_delivery_date'"

/** Parts of a lease go back: those that the service took, and a call for it that excludes the others. */
export class Migration20261123152000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "reductions" jsonb null;`)
    this.index(KINDS.replace("'return_lease'", "'return_lease', 'return_lines'"))
  }

  /** The parts that the service took are forgotten: the books of such leases differ from then on, and a person is told. */
  override async down(): Promise<void> {
    this.index(KINDS)
    this.addSql(`alter table if exists "lease" drop column if exists "reductions";`)
  }

  private index(kinds: string): void {
    this.addSql(`drop index if exists "${INDEX}";`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "${INDEX}" ON "lease_task" ("lease_id") WHERE deleted_at IS NULL AND state IN ('due', 'running', 'unknown') AND kind IN (${kinds});`,
    )
  }
}
