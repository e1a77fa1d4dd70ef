import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Calls owed after the order: when a lease is looked at, what a task says, and how a delivery or return ended. */
export class Migration20261121094301 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "lease" add column if not exists "delivery_date" text null, add column if not exists "delivered_at" timestamptz null, add column if not exists "returned_at" timestamptz null, add column if not exists "look_at" timestamptz null;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_look" ON "lease" ("look_at") WHERE look_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    // Leases of before: the job looks at each once.
    this.addSql(`update "lease" set "look_at" = now() where "look_at" is null;`)

    this.addSql(
      `alter table if exists "lease_task" add column if not exists "sent" boolean not null default false, add column if not exists "detail" jsonb not null default '{}', add column if not exists "actor" text check ("actor" in ('shopper', 'merchant', 'service', 'system')) not null default 'system', add column if not exists "actor_id" text null;`,
    )
    // Calls of before, where this migration was taken back.
    this.addSql(`alter table if exists "lease_task" alter column "detail" drop default;`)
    this.addSql(`alter table if exists "lease_task" rename column "claimed_until" to "finished_at";`)
    this.addSql(`drop index if exists "IDX_lease_task_due";`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_task_due" ON "lease_task" ("due_at") WHERE state IN ('due', 'running') AND deleted_at IS NULL;`,
    )
    this.addSql(`drop index if exists "IDX_lease_task_one_open_exclusive";`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_task_one_open_exclusive" ON "lease_task" ("lease_id") WHERE deleted_at IS NULL AND state IN ('due', 'running', 'unknown') AND kind IN ('place_order', 'cancel_contract', 'confirm_delivery', 'return_lease', 'send_delivery_date');`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_task_lease" ON "lease_task" ("lease_id", "created_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_lease_look";`)
    this.addSql(
      `alter table if exists "lease" drop column if exists "delivery_date", drop column if exists "delivered_at", drop column if exists "returned_at", drop column if exists "look_at";`,
    )
    this.addSql(`drop index if exists "IDX_lease_task_lease";`)
    this.addSql(
      `alter table if exists "lease_task" drop column if exists "sent", drop column if exists "detail", drop column if exists "actor", drop column if exists "actor_id";`,
    )
    this.addSql(`alter table if exists "lease_task" rename column "finished_at" to "claimed_until";`)
  }
}
