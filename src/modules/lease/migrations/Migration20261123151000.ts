import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Until when an approval holds. Of approvals from before this it is not known. */
export class Migration20261123151000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "approved_until" timestamptz null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "approved_until";`)
  }
}
