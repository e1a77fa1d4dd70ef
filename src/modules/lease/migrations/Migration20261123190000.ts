import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const ONE = "IDX_lease_one_per_order"
const OF_ORDER = "deleted_at IS NULL AND order_id IS NOT NULL"

/** An order that was edited after signing has a new lease beside the canceled one: of those that are not closed it has one. */
export class Migration20261123190000 extends Migration {
  override async up(): Promise<void> {
    this.one(`${OF_ORDER} AND status NOT IN ('cancelled', 'expired', 'superseded')`)
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_lease_order" ON "lease" ("order_id") WHERE ${OF_ORDER};`)
  }

  /** Stops where an order has a second lease: the version before could not tell which of them counts. */
  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_lease_order";`)
    this.one(OF_ORDER)
  }

  private one(where: string): void {
    this.addSql(`drop index if exists "${ONE}";`)
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "${ONE}" ON "lease" ("order_id") WHERE ${where};`)
  }
}
