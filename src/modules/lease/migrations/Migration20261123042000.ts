import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** A content security policy has to name the origins of contracts. */
export class Migration20261123042000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "lease_origin" ("id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_origin_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_origin_deleted_at" ON "lease_origin" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "lease_origin" cascade;`)
  }
}
