import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What happens to a lease is told on Medusa's event bus and by e-mail, from a table that is written with it. */
export class Migration20261123111020 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "lease_announcement" ("id" text not null, "lease_id" text not null, "seq" serial, "name" text not null, "alert" text null, "bus_at" timestamptz null, "mail_at" timestamptz null, "mail_failures" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_announcement_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_deleted_at" ON "lease_announcement" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_bus" ON "lease_announcement" ("bus_at") WHERE bus_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_mail" ON "lease_announcement" ("mail_at") WHERE mail_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_lease" ON "lease_announcement" ("lease_id", "seq") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "lease_announcement" cascade;`)
  }
}
