import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** One-time codes by which a guest brings an approval to another cart. */
export class Migration20261123151100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "lease_code" ("id" text not null, "cart_id" text not null, "lease_id" text null, "key_hash" text not null, "network" text not null, "mailbox" text not null, "code_hash" text null, "send_at" timestamptz null, "tries" integer not null default 0, "used_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_code_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_code_key" ON "lease_code" ("cart_id", "key_hash") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_code_network" ON "lease_code" ("network", "created_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_code_mailbox" ON "lease_code" ("mailbox", "created_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_code_lease" ON "lease_code" ("lease_id") WHERE lease_id IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_code_send" ON "lease_code" ("send_at") WHERE send_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_code_created" ON "lease_code" ("created_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_lease_code_deleted_at" ON "lease_code" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "lease_code" cascade;`)
  }
}
