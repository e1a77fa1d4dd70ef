import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"

/** Adds conditions or an order to a query. */
export type Where = (query: Knex.QueryBuilder) => unknown

/** Base class for the ledger's tables. Works within a transaction if `knex` is one. */
export class Table {
  constructor(
    protected readonly knex: Knex,
    protected readonly now: () => Date,
  ) {}

  /** Rows that aren't soft-deleted. Only these are indexed, so a query without this condition reads the whole table. */
  protected notDeleted(table: string): Knex.QueryBuilder {
    return this.knex(table).whereNull("deleted_at")
  }

  protected insert(table: string, row: Record<string, unknown>): Knex.QueryBuilder {
    const now = this.now()
    return this.knex(table).insert({ created_at: now, updated_at: now, ...row })
  }

  /**
   * The creation time for a new row: later than all its siblings', even if the clock was set back, because the newest row is the one that applies.
   */
  protected afterAll(table: string, column: string, value: string): Knex.Raw {
    const newest = "select max(created_at) + interval '1 millisecond' from ?? where ?? = ? and deleted_at is null"
    return this.knex.raw(`greatest(?::timestamptz, (${newest}))`, [this.now(), table, column, value])
  }

  protected async sql<Row>(statement: string, bindings: Record<string, unknown>): Promise<Row[]> {
    return (await this.knex.raw(statement, bindings as never)).rows
  }

  /** The time as far in the future as `since` is in the past. Rows with a later time were written before the clock was set back. */
  protected asLongAfter(since: Date): Date {
    return new Date(2 * this.now().getTime() - since.getTime())
  }

  /** Selects and locks at most `limit` rows, skipping rows that another transaction has locked. */
  protected lockSkipLocked(table: string, limit: number, where: Where): Knex.QueryBuilder {
    const ids = this.notDeleted(table).select("id").modify(where).limit(limit).forUpdate().skipLocked()
    return this.notDeleted(table).whereIn("id", ids)
  }

  /** Claims due rows by moving `column` ahead by `ms`. Returns them in no particular order. If a worker crashes, its claim expires. */
  protected takeDue<Row>(
    table: string,
    column: string,
    { limit, ms, where }: { limit: number; ms: number; where: Where },
  ): Promise<Row[]> {
    const now = this.now()
    return this.lockSkipLocked(table, limit, (query) => where(query.where(column, "<=", now)))
      .update({ [column]: new Date(now.getTime() + ms) })
      .returning("*")
  }
}

type Fixed = "id" | "reference" | "cart_id" | "status" | "status_at" | "created_at"
/** The columns that use cases may set. Only an event sets `status`. */
export type LeasePatch = Partial<Omit<LeaseRecord, Fixed>>

/** Values that a lease must have for an update to apply. Undefined values aren't compared. */
export type Guard = Partial<
  Record<
    "claim_token" | "fingerprint" | "session_id" | "idempotency_key_hash" | "signing_link_nonce",
    string | undefined
  >
> & {
  status?: readonly LeaseStatus[]
  success_digest?: null
  /** Requires that no process has a claim. */
  unclaimed?: boolean
  /** Requires that the lease is being placed for this session, or isn't being placed at all. */
  placingSession?: string
}

export function whereGuard({ status, unclaimed, placingSession, ...columns }: Guard, now: Date): Where {
  return (lease) => {
    if (status) lease.whereIn("status", [...status])
    if (unclaimed) lease.where((q) => q.whereNull("claimed_until").orWhere("claimed_until", "<", now))
    if (placingSession) lease.where((q) => q.whereNot("status", "placing").orWhere("session_id", placingSession))
    for (const [column, value] of Object.entries(columns)) if (value !== undefined) lease.where(column, value)
  }
}

/** Converts arrays to JSON, because the driver would write them as PostgreSQL arrays. */
export function toColumns(patch: LeasePatch = {}): Record<string, unknown> {
  const json = ([column, value]: [string, unknown]) => [column, Array.isArray(value) ? JSON.stringify(value) : value]
  return Object.fromEntries(Object.entries(patch).map(json))
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505"
}

export function columns<const Text extends string>(text: Text): Words<Text>[] {
  return text.split(" ") as Words<Text>[]
}
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text
