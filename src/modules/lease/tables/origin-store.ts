import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** No more are kept: where each contract has a host of its own, so many show it. */
const KEPT = 50

/** The origins from which contracts were shown so far. */
export class OriginStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  /** Keeps the origin of an address, and nothing else of it. */
  async keep(url: string): Promise<void> {
    const now = this.now()
    await this.knex.raw(
      `insert into lease_origin (id, created_at, updated_at)
       select :origin, :now, :now where (select count(*) from lease_origin) < :kept
       on conflict (id) do nothing`,
      { origin: new URL(url).origin, now, kept: KEPT },
    )
  }

  /** In the order of the alphabet. */
  async all(): Promise<string[]> {
    return this.knex("lease_origin").whereNull("deleted_at").orderBy("id").pluck("id")
  }
}
