import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Goods are reserved for a lease from its contract to its order. */
export class Migration20261123003500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "stock_held_until" timestamptz null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "stock_held_until";`)
  }
}
