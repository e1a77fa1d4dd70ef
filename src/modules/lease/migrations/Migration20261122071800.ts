import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Up to which sum a lease is approved, in cents. */
export class Migration20261122071800 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "approval_amount" integer null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "approval_amount";`)
  }
}
