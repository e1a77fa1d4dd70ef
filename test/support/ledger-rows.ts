import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord, PendingCall } from "../../src/modules/lease/ledger"
import { LEDGER_TABLES } from "../integration/support/migrations"

export type Row = Record<string, unknown>

/** A lease's columns, as the ledger reads them, or as text for values that only the database can represent, such as microseconds. */
export type LeaseColumns = { [Column in keyof LeaseRecord]?: LeaseRecord[Column] | string | null }
export type CallColumns = Partial<PendingCall>

const AT_ONCE = 5000

/** Direct access to the ledger's tables, for columns and rows that no use case returns or writes. No other test code runs SQL on them. */
export class LedgerRows {
  constructor(private readonly knex: Knex) {}

  /** Oldest first. */
  leases(): Promise<LeaseRecord[]> {
    return this.knex("lease").orderBy(["created_at", "id"])
  }

  /** Oldest first. */
  pendingCalls(): Promise<PendingCall[]> {
    return this.knex("lease_pending_call").whereNull("deleted_at").orderBy(["created_at", "id"])
  }

  of(table: string): Promise<Row[]> {
    return this.knex(table).orderBy("id")
  }

  /** Returns the contents of these tables as text, to search for secrets. Defaults to all of the ledger's tables. */
  async text(...tables: string[]): Promise<string> {
    const named = tables.length ? tables : LEDGER_TABLES
    return JSON.stringify(await Promise.all(named.map((table) => this.of(table))))
  }

  /** Whether a statement is waiting for another transaction's lock. */
  async isAnyoneWaiting(): Promise<boolean> {
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    return (await this.knex.raw(waiting)).rows.length > 0
  }

  /** Bypasses the use cases. Generates an ID unless one is given, and returns it. */
  async addLease(columns: LeaseColumns = {}): Promise<string> {
    const id = columns.id ?? `lease_${randomUUID()}`
    await this.add("lease", [{ ...newLease(id), ...columns }])
    return id
  }

  /** Inserts the leases `lease_1`, `lease_2` and so on. `columnsOf` returns the columns for a number. */
  async addLeases(count: number, columnsOf: (n: number) => LeaseColumns): Promise<void> {
    const numbers = Array.from({ length: count }, (_, place) => place + 1)
    for (let place = 0; place < count; place += AT_ONCE)
      await this.add(
        "lease",
        numbers.slice(place, place + AT_ONCE).map((n) => ({ ...newLease(`lease_${n}`), ...columnsOf(n) })),
      )
    await this.knex.raw("analyze lease")
  }

  addCall(columns: CallColumns & Pick<PendingCall, "lease_id" | "kind">): Promise<void> {
    return this.add("lease_pending_call", [
      { id: randomUUID(), state: "due", due_at: new Date(), detail: {}, ...columns },
    ])
  }

  async addHistory(leaseId: string, count: number): Promise<void> {
    const entries = `insert into lease_event (id, lease_id, type, actor, detail)
      select 'leaseev_' || n, ?, 'status_checked', 'system', '{}' from generate_series(1, ?::int) n`
    await this.knex.raw(entries, [leaseId, count])
  }

  /** All rows must have the same columns. */
  async add(table: string, rows: Row[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const given = `select ${columns} from jsonb_populate_recordset(null::${table}, ?::jsonb)`
    await this.knex.raw(`insert into ${table} (${columns}) ${given}`, [JSON.stringify(rows)])
  }

  /** Stands in for steps that a test skips. Updates all leases unless IDs are given. */
  changeLease(columns: LeaseColumns, ...ids: string[]): Promise<void> {
    return this.change("lease", columns, ids.length ? { id: ids } : {})
  }

  /** Simulates what a crashed process leaves behind. Updates all calls unless a lease or kind is given. */
  changeCall(columns: CallColumns, of: Partial<Pick<PendingCall, "lease_id" | "kind">> = {}): Promise<void> {
    return this.change("lease_pending_call", columns, of)
  }

  /** Updates the rows that match `where`. An array in `where` matches any of its values. */
  async change(table: string, columns: Row, where: Row = {}): Promise<void> {
    const set = Object.keys(columns).map((column) => `${column} = given.${column}`)
    const wanted = Object.keys(where).map((column) => `and ${table}.${column} = any(?)`)
    await this.knex.raw(
      `update ${table} set ${set} from jsonb_populate_record(null::${table}, ?::jsonb) given where true ${wanted.join(" ")}`,
      [JSON.stringify(columns), ...Object.values(where).map((value) => [value].flat())] as Knex.RawBinding[],
    )
  }

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
