import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Which completions of a cart are in progress: the lease can be given up again only when the last of them has ended. */
export class Migration20261122070100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "completions" jsonb null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "completions";`)
  }
}
