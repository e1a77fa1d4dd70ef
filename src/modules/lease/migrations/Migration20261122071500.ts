import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** How many looks in a row at a lease were in vain. */
export class Migration20261122071500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "look_failures" integer not null default 0;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "look_failures";`)
  }
}
