import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121060508 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "lease" ("id" text not null, "reference" text not null, "cart_id" text not null, "session_id" text null, "order_id" text null, "order_display_id" integer null, "email" text null, "sales_channel_id" text null, "way" text check ("way" in ('application', 'widget')) not null default 'application', "test" boolean not null default false, "application_id" text null, "status" text check ("status" in ('open', 'submitting', 'approved', 'denied', 'pending', 'undecided', 'offered', 'signing', 'signed', 'placing', 'placed', 'delivered', 'returning', 'returned', 'cancelling', 'cancelled', 'expired', 'superseded')) not null default 'open', "evidence" text check ("evidence" in ('none', 'reported', 'verified', 'attested')) not null default 'none', "service_status" text null, "checked_at" timestamptz null, "verified_at" timestamptz null, "amount" integer null, "currency_code" text not null, "fingerprint" text null, "snapshot" jsonb null, "sent" jsonb null, "pricing" jsonb null, "priced_at" timestamptz null, "lease_key_hashes" jsonb not null, "attention" jsonb not null, "contract_at" timestamptz null, "signed_at" timestamptz null, "placed_at" timestamptz null, "cancelled_at" timestamptz null, "status_at" timestamptz not null, "claim_token" text null, "claimed_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_reference" ON "lease" ("reference") WHERE deleted_at IS NULL;`,
    )
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_lease_deleted_at" ON "lease" ("deleted_at") WHERE deleted_at IS NULL;`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_open_per_cart" ON "lease" ("cart_id") WHERE deleted_at IS NULL AND status NOT IN ('cancelled', 'expired', 'superseded');`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_live_per_application" ON "lease" ("application_id") WHERE deleted_at IS NULL AND application_id IS NOT NULL AND status NOT IN ('denied', 'cancelled', 'expired', 'superseded', 'returned');`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_per_order" ON "lease" ("order_id") WHERE deleted_at IS NULL AND order_id IS NOT NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_cart" ON "lease" ("cart_id", "created_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_session" ON "lease" ("session_id") WHERE session_id IS NOT NULL AND deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "lease_attempt" ("id" text not null, "lease_id" text not null, "cart_id" text not null, "attempt_id" text not null, "requester" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_attempt_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_attempt_deleted_at" ON "lease_attempt" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_attempt_once" ON "lease_attempt" ("cart_id", "attempt_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_attempt_requester" ON "lease_attempt" ("requester", "created_at") WHERE deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "lease_event" ("id" text not null, "lease_id" text not null, "seq" serial, "type" text not null, "actor" text check ("actor" in ('shopper', 'merchant', 'service', 'system')) not null, "actor_id" text null, "detail" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_event_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_event_deleted_at" ON "lease_event" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_event_lease" ON "lease_event" ("lease_id", "seq") WHERE deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "lease_task" ("id" text not null, "lease_id" text not null, "kind" text not null, "state" text check ("state" in ('due', 'running', 'done', 'refused', 'unknown', 'settled')) not null default 'due', "attempts" integer not null default 0, "due_at" timestamptz not null, "claim_token" text null, "claimed_until" timestamptz null, "last_error" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_task_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_task_deleted_at" ON "lease_task" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_task_one_open_per_kind" ON "lease_task" ("lease_id", "kind") WHERE deleted_at IS NULL AND state IN ('due', 'running', 'unknown');`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_task_one_open_exclusive" ON "lease_task" ("lease_id") WHERE deleted_at IS NULL AND state IN ('due', 'running', 'unknown') AND kind IN ('place_order', 'cancel_contract', 'confirm_delivery', 'return_lease');`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_task_due" ON "lease_task" ("due_at") WHERE state = 'due' AND deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "lease" cascade;`)

    this.addSql(`drop table if exists "lease_attempt" cascade;`)

    this.addSql(`drop table if exists "lease_event" cascade;`)

    this.addSql(`drop table if exists "lease_task" cascade;`)
  }
}
