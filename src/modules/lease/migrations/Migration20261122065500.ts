import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Who gets the goods of a lease, as a keyed hash: bound at the offer, compared from then on. */
export class Migration20261122065500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "recipient_hash" text null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "recipient_hash";`)
  }
}
