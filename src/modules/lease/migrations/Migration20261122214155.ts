import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** All processes know together whether the service answers. */
export class Migration20261122214155 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "lease_outage" ("id" text not null, "failures" integer not null, "since" timestamptz not null, "probe_at" timestamptz null, "probes" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_outage_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_outage_deleted_at" ON "lease_outage" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "lease_outage" cascade;`)
  }
}
