import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The tokens of a hosted lease have states of their own. Those that are out stay good, all as of one browser. */
export class Migration20261122071900 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "lease" add column if not exists "widget_tokens" jsonb null;`)
    this.addSql(
      `update "lease" set "widget_tokens" = (
         select jsonb_agg(jsonb_build_object('hash', key, 'line', 1, 'told_at', to_jsonb("updated_at"), 'approved_at', to_jsonb("widget_approved_at")))
         from jsonb_array_elements("lease_key_hashes") as keys(key))
       where "way" = 'widget';`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "lease" drop column if exists "widget_tokens";`)
  }
}
