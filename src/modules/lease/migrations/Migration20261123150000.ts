import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const LIVE =
  "deleted_at IS NULL AND application_id IS NOT NULL AND status NOT IN ('denied', 'cancelled', 'expired', 'superseded', 'returned')"

/** A store may have several accounts, whose operators may give the same id to two applications. */
export class Migration20261123150000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "account" text null;`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_live_per_account_application" ON "lease" ("account", "application_id") WHERE account IS NOT NULL AND ${LIVE};`,
    )
    this.addSql(`drop index if exists "IDX_lease_one_live_per_application";`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_live_per_application" ON "lease" ("application_id") WHERE account IS NULL AND ${LIVE};`,
    )
  }

  /** Stops where two accounts gave the same id to leases that both still run: without accounts they could not be told apart. */
  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_lease_one_live_per_application";`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_live_per_application" ON "lease" ("application_id") WHERE ${LIVE};`,
    )
    this.addSql(`drop index if exists "IDX_lease_one_live_per_account_application";`)
    this.addSql(`alter table if exists "lease" drop column if exists "account";`)
  }
}
