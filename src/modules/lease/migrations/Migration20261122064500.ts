import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The owner of a lease: the customer who applied, and the attempt whose application holds. Only a hash of an attempt is kept, as with a lease key,
 * because its name is worth one. Leases and attempts are joined once: there is no index by which each lease could look up its own.
 */
export class Migration20261122064500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "lease" add column if not exists "customer_id" text null, add column if not exists "attempt_hash" text null;`,
    )
    this.addSql(`alter table if exists "lease_attempt" rename column "attempt_id" to "attempt_hash";`)
    this.addSql(
      `update "lease_attempt" set "attempt_hash" = encode(sha256(convert_to("attempt_hash", 'UTF8')), 'hex');`,
    )
    this.addSql(
      `update "lease" set "attempt_hash" = newest."attempt_hash" from (
         select distinct on ("lease_id") "lease_id", "attempt_hash" from "lease_attempt" where "deleted_at" is null order by "lease_id", "created_at" desc
       ) as newest where newest."lease_id" = "lease"."id";`,
    )
  }

  /** The names cannot be brought back: an attempt of before is told apart no more. */
  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease_attempt" rename column "attempt_hash" to "attempt_id";`)
    this.addSql(
      `alter table if exists "lease" drop column if exists "customer_id", drop column if exists "attempt_hash";`,
    )
  }
}
