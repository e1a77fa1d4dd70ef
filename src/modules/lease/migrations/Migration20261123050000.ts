import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The job drops leases for which no one ever applied, and finds them by this. */
export class Migration20261123050000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_unapplied" ON "lease" ("created_at") WHERE deleted_at IS NULL AND status IN ('open', 'superseded') AND attempt_hash IS NULL AND widget_tokens IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_lease_unapplied";`)
  }
}
