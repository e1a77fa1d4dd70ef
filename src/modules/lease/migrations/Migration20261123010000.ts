import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** All processes share one rate of calls. */
export class Migration20261123010000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "lease_rate" ("id" text not null, "next_at" timestamptz not null, "slots" jsonb not null, "taken_by" text not null, "waits_rank" integer not null, "waits_until" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_rate_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_rate_deleted_at" ON "lease_rate" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "lease_rate" cascade;`)
  }
}
