import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Since when a contract is signed whose first payment the service does not have yet. */
export class Migration20261121202500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "contracts_received_at" timestamptz null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "contracts_received_at";`)
  }
}
