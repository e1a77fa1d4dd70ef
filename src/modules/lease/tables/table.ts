import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Which rows: conditions of a query, and their order. */
export type Where = (query: Knex.QueryBuilder) => unknown

/** What reads and writes a table of the ledger; within a transaction where `knex` is one. */
export class Table {
  constructor(
    protected readonly knex: Knex,
    protected readonly now: () => Date,
  ) {}

  /** The rows that are not deleted. The indexes hold for these; without saying so the whole table would be read. */
  protected live(table: string): Knex.QueryBuilder {
    return this.knex(table).whereNull("deleted_at")
  }

  protected insert(table: string, row: Record<string, unknown>): Knex.QueryBuilder {
    const now = this.now()
    return this.knex(table).insert({ ...row, created_at: now, updated_at: now })
  }

  /** The rows that a statement of our own answers. */
  protected async sql<Row>(statement: string, bindings: Record<string, unknown>): Promise<Row[]> {
    return (await this.knex.raw(statement, bindings as never)).rows
  }

  /** At most `limit` rows at which no other transaction is at work. */
  protected unlocked(table: string, limit: number, where: Where): Knex.QueryBuilder {
    const ids = this.live(table)
      .select("id")
      .modify((query) => void where(query))
    return this.live(table).whereIn("id", ids.limit(limit).forUpdate().skipLocked())
  }

  /**
   * Takes rows that are due by `column`, for `ms`: another process does not get them meanwhile, and when this one dies they come up again after it.
   * They are answered in no order.
   */
  protected takeDue<Row>(
    table: string,
    column: string,
    { limit, ms, where }: { limit: number; ms: number; where: Where },
  ): Promise<Row[]> {
    const now = this.now()
    return this.unlocked(table, limit, (query) => where(query.where(column, "<=", now)))
      .update({ [column]: new Date(now.getTime() + ms) })
      .returning("*")
  }
}
