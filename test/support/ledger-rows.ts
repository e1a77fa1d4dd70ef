import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LEDGER_TABLES } from "../integration/support/migrations"
import type { LeaseRecord, PendingCall } from "./ledger"

export type Row = Record<string, unknown>

/** Columns of a lease: what the ledger reads of them, or text for what only the database has, such as microseconds. */
export type LeaseColumns = { [Column in keyof LeaseRecord]?: LeaseRecord[Column] | string | null }
export type CallColumns = Partial<PendingCall>

/** So many rows are written by one statement. */
const AT_ONCE = 5000

/**
 * The ledger's tables, read and written beside the ledger: for what is in a row and no use case tells, and for rows as no use case leaves
 * them. No other test speaks SQL to these tables.
 */
export class LedgerRows {
  constructor(private readonly knex: Knex) {}

  /** Every lease, oldest first. */
  leases(): Promise<LeaseRecord[]> {
    return this.knex("lease").orderBy(["created_at", "id"])
  }

  /** Every pending call, oldest first. */
  pendingCalls(): Promise<PendingCall[]> {
    return this.knex("lease_pending_call").whereNull("deleted_at").orderBy(["created_at", "id"])
  }

  /** Every row of a table, by its id. */
  of(table: string): Promise<Row[]> {
    return this.knex(table).orderBy("id")
  }

  /** All that tables hold, as text: where a secret would be found. Every table of the ledger, unless some are named. */
  async text(...tables: string[]): Promise<string> {
    const named = tables.length ? tables : LEDGER_TABLES
    return JSON.stringify(await Promise.all(named.map((table) => this.of(table))))
  }

  /** Whether a statement waits for a lock of another transaction. */
  async isAnyoneWaiting(): Promise<boolean> {
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    return (await this.knex.raw(waiting)).rows.length > 0
  }

  /** A lease that no use case has opened, with an id of its own unless it is given one. Answers its id. */
  async addLease(columns: LeaseColumns = {}): Promise<string> {
    const id = columns.id ?? `lease_${randomUUID()}`
    await this.add("lease", [{ ...newLease(id), ...columns }])
    return id
  }

  /** So many of them: `lease_1`, `lease_2` and so on, with what is said of each number. */
  async addLeases(count: number, columnsOf: (n: number) => LeaseColumns): Promise<void> {
    const numbers = Array.from({ length: count }, (_, place) => place + 1)
    for (let place = 0; place < count; place += AT_ONCE)
      await this.add(
        "lease",
        numbers.slice(place, place + AT_ONCE).map((n) => ({ ...newLease(`lease_${n}`), ...columnsOf(n) })),
      )
    await this.knex.raw("analyze lease")
  }

  /** A pending call that no use case has written down. */
  addCall(columns: CallColumns & Pick<PendingCall, "lease_id" | "kind">): Promise<void> {
    return this.add("lease_pending_call", [
      { id: randomUUID(), state: "due", due_at: new Date(), detail: {}, ...columns },
    ])
  }

  /** A long history: so many times, the service was asked. */
  async addHistory(leaseId: string, count: number): Promise<void> {
    const entries = `insert into lease_event (id, lease_id, type, actor, detail)
      select 'leaseev_' || n, ?, 'status_checked', 'system', '{}' from generate_series(1, ?::int) n`
    await this.knex.raw(entries, [leaseId, count])
  }

  /** Rows of any table, as they are given. All have the same columns. */
  async add(table: string, rows: Row[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const given = `select ${columns} from jsonb_populate_recordset(null::${table}, ?::jsonb)`
    await this.knex.raw(`insert into ${table} (${columns}) ${given}`, [JSON.stringify(rows)])
  }

  /** A lease is as it would be after something that the test leaves out: every lease, unless some are named. */
  changeLease(columns: LeaseColumns, ...ids: string[]): Promise<void> {
    return this.change("lease", columns, ids.length ? { id: ids } : {})
  }

  /** The pending calls of a lease are as a process has left them that is gone: of every lease and kind, unless these are named. */
  changeCall(columns: CallColumns, of: Partial<Pick<PendingCall, "lease_id" | "kind">> = {}): Promise<void> {
    return this.change("lease_pending_call", columns, of)
  }

  /** The rows of any table in which these columns have these values, or one of them, get others. */
  async change(table: string, columns: Row, where: Row = {}): Promise<void> {
    const set = Object.keys(columns).map((column) => `${column} = given.${column}`)
    const wanted = Object.keys(where).map((column) => `and ${table}.${column} = any(?)`)
    await this.knex.raw(
      `update ${table} set ${set} from jsonb_populate_record(null::${table}, ?::jsonb) given where true ${wanted.join(" ")}`,
      [JSON.stringify(columns), ...Object.values(where).map((value) => [value].flat())] as Knex.RawBinding[],
    )
  }

  /** A table holds these rows and no others. */
  async putBack(table: string, rows: Row[]): Promise<void> {
    await this.knex(table).delete()
    if (rows.length) await this.add(table, rows)
  }
}

function newLease(id: string): LeaseColumns {
  return {
    id,
    reference: `L-${id}`,
    cart_id: `cart_${id}`,
    currency_code: "usd",
    status: "open",
    evidence: "none",
    lease_key_hashes: [],
    alerts: [],
    status_at: new Date(),
  }
}
