import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord, PendingCall } from "../../src/modules/lease/ledger"
import { LEDGER_TABLES } from "../integration/support/migrations"

export type Row = Record<string, unknown>

/** A lease's columns. Values are as the ledger reads them, or text if only the database can represent them, as with microseconds. */
export type LeaseColumns = { [Column in keyof LeaseRecord]?: LeaseRecord[Column] | string | null }
export type CallColumns = Partial<PendingCall>

/** How many rows one statement writes. */
const AT_ONCE = 5000

/** Direct access to the ledger's tables, for columns and rows that no use case returns or writes. No other test runs SQL on these tables. */
export class LedgerRows {
  constructor(private readonly knex: Knex) {}

  /** Returns every lease, oldest first. */
  leases(): Promise<LeaseRecord[]> {
    return this.knex("lease").orderBy(["created_at", "id"])
  }

  /** Returns every pending call, oldest first. */
  pendingCalls(): Promise<PendingCall[]> {
    return this.knex("lease_pending_call").whereNull("deleted_at").orderBy(["created_at", "id"])
  }

  /** Returns every row of a table, ordered by ID. */
  of(table: string): Promise<Row[]> {
    return this.knex(table).orderBy("id")
  }

  /** Returns the contents of these tables as text, to search for secrets. By default, includes all of the ledger's tables. */
  async text(...tables: string[]): Promise<string> {
    const named = tables.length ? tables : LEDGER_TABLES
    return JSON.stringify(await Promise.all(named.map((table) => this.of(table))))
  }

  /** Whether a statement is waiting for another transaction's lock. */
  async isAnyoneWaiting(): Promise<boolean> {
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    return (await this.knex.raw(waiting)).rows.length > 0
  }

  /** Inserts a lease without a use case. Generates an ID unless one is given. Returns the ID. */
  async addLease(columns: LeaseColumns = {}): Promise<string> {
    const id = columns.id ?? `lease_${randomUUID()}`
    await this.add("lease", [{ ...newLease(id), ...columns }])
    return id
  }

  /** Inserts the leases `lease_1`, `lease_2` and so on, each with the columns for its number. */
  async addLeases(count: number, columnsOf: (n: number) => LeaseColumns): Promise<void> {
    const numbers = Array.from({ length: count }, (_, place) => place + 1)
    for (let place = 0; place < count; place += AT_ONCE)
      await this.add(
        "lease",
        numbers.slice(place, place + AT_ONCE).map((n) => ({ ...newLease(`lease_${n}`), ...columnsOf(n) })),
      )
    await this.knex.raw("analyze lease")
  }

  /** Inserts a pending call without a use case. */
  addCall(columns: CallColumns & Pick<PendingCall, "lease_id" | "kind">): Promise<void> {
    return this.add("lease_pending_call", [
      { id: randomUUID(), state: "due", due_at: new Date(), detail: {}, ...columns },
    ])
  }

  /** Inserts a long history of status checks. */
  async addHistory(leaseId: string, count: number): Promise<void> {
    const entries = `insert into lease_event (id, lease_id, type, actor, detail)
      select 'leaseev_' || n, ?, 'status_checked', 'system', '{}' from generate_series(1, ?::int) n`
    await this.knex.raw(entries, [leaseId, count])
  }

  /** Inserts rows into any table. All rows must have the same columns. */
  async add(table: string, rows: Row[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const given = `select ${columns} from jsonb_populate_recordset(null::${table}, ?::jsonb)`
    await this.knex.raw(`insert into ${table} (${columns}) ${given}`, [JSON.stringify(rows)])
  }

  /** Updates leases without a use case, to stand in for steps that a test skips. Updates all leases unless IDs are given. */
  changeLease(columns: LeaseColumns, ...ids: string[]): Promise<void> {
    return this.change("lease", columns, ids.length ? { id: ids } : {})
  }

  /** Sets columns of pending calls to what a dead process would leave behind. Updates the calls of every lease and kind unless these are given. */
  changeCall(columns: CallColumns, of: Partial<Pick<PendingCall, "lease_id" | "kind">> = {}): Promise<void> {
    return this.change("lease_pending_call", columns, of)
  }

  /** Updates the rows of a table whose columns have the values in `where`. In `where`, an array matches any of its values. */
  async change(table: string, columns: Row, where: Row = {}): Promise<void> {
    const set = Object.keys(columns).map((column) => `${column} = given.${column}`)
    const wanted = Object.keys(where).map((column) => `and ${table}.${column} = any(?)`)
    await this.knex.raw(
      `update ${table} set ${set} from jsonb_populate_record(null::${table}, ?::jsonb) given where true ${wanted.join(" ")}`,
      [JSON.stringify(columns), ...Object.values(where).map((value) => [value].flat())] as Knex.RawBinding[],
    )
  }

  /** Replaces the rows of a table. */
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
