import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"

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
    const ids = this.live(table).select("id").modify(where).limit(limit).forUpdate().skipLocked()
    return this.live(table).whereIn("id", ids)
  }

  /** Takes rows that are due by `column`, for `ms`, in no order: another process gets them after that, where this one has died. */
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

type Fixed = "id" | "reference" | "cart_id" | "status" | "status_at" | "created_at"
/** The columns that use cases set. `status` is set by an event only. */
export type LeasePatch = Partial<Omit<LeaseRecord, Fixed>>

/** Which lease an update takes effect on: what its columns hold now. A column that is undefined or empty is not asked about. */
export type Guard = Partial<Record<"claim_token" | "fingerprint" | "session_id" | "attempt_hash", string>> & {
  status?: readonly LeaseStatus[]
  success_digest?: null
  /** There is no claim. */
  unclaimed?: boolean
  /** It is placing for this session, or not placing at all. */
  placingSession?: string
}

/** A guard as conditions of an update. */
export function holding({ status, unclaimed, placingSession, ...columns }: Guard, now: Date): Where {
  return (lease) => {
    if (status) lease.whereIn("status", [...status])
    if (unclaimed) lease.where((q) => q.whereNull("claimed_until").orWhere("claimed_until", "<", now))
    if (placingSession) lease.where((q) => q.whereNot("status", "placing").orWhere("session_id", placingSession))
    for (const [column, value] of Object.entries(columns)) if (value || value === null) lease.where(column, value)
  }
}

/** A patch as the driver writes it, which would make an array one of PostgreSQL's; in a lease each is JSON. */
export function toColumns(patch: LeasePatch = {}): Record<string, unknown> {
  const json = ([column, value]: [string, unknown]) => [column, Array.isArray(value) ? JSON.stringify(value) : value]
  return Object.fromEntries(Object.entries(patch).map(json))
}

/** Names of columns, one after the other. */
export function words<const Text extends string>(text: Text): Words<Text>[] {
  return text.split(" ") as Words<Text>[]
}
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text
