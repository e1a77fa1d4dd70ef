import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The operator's ids of a lease, searched by their beginnings. Over every row, as that of the e-mail addresses: by an index of a part
 * PostgreSQL would estimate wrongly how many begin so.
 */
const INDEXES: Record<string, string> = {
  IDX_lease_application_start: `(lower("application_id") text_pattern_ops)`,
  IDX_lease_hosted_start: `(lower("hosted_id") text_pattern_ops)`,
}

/** People who talk to the operator use the operator's id of a lease. */
export class Migration20261122074500 extends Migration {
  override async up(): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES))
      this.addSql(`CREATE INDEX IF NOT EXISTS "${name}" ON "lease" ${on};`)
  }

  override async down(): Promise<void> {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index if exists "${name}";`)
  }
}
