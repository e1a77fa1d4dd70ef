import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const ERASABLE =
  "'cancelled', 'expired', 'superseded', 'returned', 'delivered', 'open', 'approved', 'denied', 'pending', 'undecided', 'offered'"

/** A lease can be erased, on request and by age: since when it is, and how the next ones are found. */
export class Migration20261123130000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "erased_at" timestamptz null;`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_customer" ON "lease" ("customer_id") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_unerased" ON "lease" ("status_at") WHERE erased_at IS NULL AND status IN (${ERASABLE}) AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_attempt_lease" ON "lease_attempt" ("lease_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_attempt_counted" ON "lease_attempt" ("created_at") WHERE network <> '' AND deleted_at IS NULL;`,
    )
  }

  /** The erased data does not come back. The record that it was erased is lost. */
  override async down(): Promise<void> {
    for (const name of ["attempt_counted", "attempt_lease", "unerased", "customer"])
      this.addSql(`drop index if exists "IDX_lease_${name}";`)
    this.addSql(`alter table if exists "lease" drop column if exists "erased_at";`)
  }
}
