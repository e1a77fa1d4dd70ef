import { setTimeout as pause } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"

/** A query's conditions and order. */
export type Where = (query: Knex.QueryBuilder) => unknown

/** Reads and writes a table of the ledger; within a transaction if `knex` is one. */
export class Table {
  constructor(
    protected readonly knex: Knex,
    protected readonly now: () => Date,
  ) {}

  /** The rows that are not deleted. The indexes cover only these, so without this condition the whole table would be read. */
  protected notDeleted(table: string): Knex.QueryBuilder {
    return this.knex(table).whereNull("deleted_at")
  }

  protected insert(table: string, row: Record<string, unknown>): Knex.QueryBuilder {
    const now = this.now()
    return this.knex(table).insert({ created_at: now, updated_at: now, ...row })
  }

  /** The creation time of a new row: later than all its siblings', even if the clock was set back, because the newest row is the one that applies. */
  protected afterAll(table: string, column: string, value: string): Knex.Raw {
    const newest = "select max(created_at) + interval '1 millisecond' from ?? where ?? = ?"
    return this.knex.raw(`greatest(?::timestamptz, (${newest}))`, [this.now(), table, column, value])
  }

  /** Runs one of our own statements and returns its rows. */
  protected async sql<Row>(statement: string, bindings: Record<string, unknown>): Promise<Row[]> {
    return (await this.knex.raw(statement, bindings as never)).rows
  }

  /** The time that is as far ahead as `since` is in the past. Rows with a later time were written before the clock was set back. */
  protected asLongAfter(since: Date): Date {
    return new Date(2 * this.now().getTime() - since.getTime())
  }

  /** Selects and locks at most `limit` rows, skipping rows that another transaction has locked. */
  protected lockSkipLocked(table: string, limit: number, where: Where): Knex.QueryBuilder {
    const ids = this.notDeleted(table).select("id").modify(where).limit(limit).forUpdate().skipLocked()
    return this.notDeleted(table).whereIn("id", ids)
  }

  /** Claims due rows, unordered, by moving `column` ahead by `ms`. A crashed worker's claim expires by itself. */
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

/** The current values that a lease must have for an update. An undefined member isn't compared. */
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

/** Converts a guard to conditions of an update. */
export function whereGuard({ status, unclaimed, placingSession, ...columns }: Guard, now: Date): Where {
  return (lease) => {
    if (status) lease.whereIn("status", [...status])
    if (unclaimed) lease.where((q) => q.whereNull("claimed_until").orWhere("claimed_until", "<", now))
    if (placingSession) lease.where((q) => q.whereNot("status", "placing").orWhere("session_id", placingSession))
    for (const [column, value] of Object.entries(columns)) if (value !== undefined) lease.where(column, value)
  }
}

/** Converts a patch to what the driver needs: arrays as JSON, which it would otherwise write as PostgreSQL arrays. */
export function toColumns(patch: LeasePatch = {}): Record<string, unknown> {
  const json = ([column, value]: [string, unknown]) => [column, Array.isArray(value) ? JSON.stringify(value) : value]
  return Object.fromEntries(Object.entries(patch).map(json))
}

/** Whether a unique index refused a row because somebody else's row was first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505"
}

/** PostgreSQL's error classes and codes (connection failed, server stopping or starting, too many connections), followed by network error codes. */
const GONE = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/
const GONE_IN_WORDS = /connection (terminated|ended|error)|not queryable|timeout acquiring a connection/i

/** Whether the database was unreachable or dropped the connection: failover, restart, exhausted pool. The statement may have taken effect. */
export function isDatabaseGone(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false
  const { code, message, cause, previous } = error as Record<"code" | "message" | "cause" | "previous", unknown>
  if (typeof code === "string" && GONE.test(code)) return true
  if (typeof message === "string" && GONE_IN_WORDS.test(message)) return true
  return isDatabaseGone(cause) || isDatabaseGone(previous)
}

/** The pauses before each retry (ms). In total, they last about as long as a failover. */
const PAUSES = [250, 1000, 3000, 8000]

/** Runs `work`, and retries it while the database is unreachable. Use it for work that must survive a failover and may be done twice. */
export async function throughFailover<T>(work: () => Promise<T>, pauses: readonly number[] = PAUSES): Promise<T> {
  for (const ms of pauses) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseGone(error)) throw error
      await pause(ms)
    }
  }
  return work()
}

/** Splits column names that are separated by spaces. */
export function columns<const Text extends string>(text: Text): Words<Text>[] {
  return text.split(" ") as Words<Text>[]
}
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text
