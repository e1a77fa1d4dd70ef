import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Applications are counted by network and by mailbox, each for itself; and so is what one network has the service asked about one cart. */
export class Migration20261122073000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_lease_attempt_requester";`)
    this.addSql(
      `alter table if exists "lease_attempt" drop column if exists "requester", add column if not exists "network" text not null default '', add column if not exists "mailbox" text not null default '';`,
    )
    this.addSql(
      `alter table if exists "lease_attempt" alter column "network" drop default, alter column "mailbox" drop default;`,
    )
    for (const column of ["network", "mailbox"])
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_lease_attempt_${column}" ON "lease_attempt" ("${column}", "created_at") WHERE deleted_at IS NULL;`,
      )
    this.addSql(
      `create table if not exists "lease_asking" ("id" text not null, "since" timestamptz not null, "asked" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_asking_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_asking_deleted_at" ON "lease_asking" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_asking_since" ON "lease_asking" ("since") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "lease_asking" cascade;`)
    for (const column of ["network", "mailbox"]) this.addSql(`drop index if exists "IDX_lease_attempt_${column}";`)
    this.addSql(
      `alter table if exists "lease_attempt" drop column if exists "network", drop column if exists "mailbox", add column if not exists "requester" text not null default '';`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_attempt_requester" ON "lease_attempt" ("requester", "created_at") WHERE deleted_at IS NULL;`,
    )
  }
}
