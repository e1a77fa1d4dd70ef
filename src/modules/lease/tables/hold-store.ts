import { isDeepStrictEqual } from "node:util"
import { type CallKind, OPEN } from "../rules/pending-calls"
import { UNFINISHED } from "../rules/state-machine"
import { Table } from "./table"

/** SQL for a lease that is held: itself, or because it began before the whole store was held. The migration's `lease_step` has the same condition. */
export const HELD =
  "(lease.held_at is not null or coalesce(lease.created_at < (select held_since from lease_store where id = 'store'), false))"

/**
 * What tells a database from its copies, as any role may read it. A restored dump, or a copy made with `create database … template`, has another
 * `oid` for the database, the table or both. A restart, a failover or another host name changes nothing. `system` is null if the role may not read
 * it. It tells two servers that counted to the same numbers, and a major upgrade changes it.
 */
export type Database = { oid: string; table: string; major: number; system: string | null }

/** Whether both are the same database. If one of them is unknown, they count as the same. */
export function isSameDatabase(one: Database | null, other: Database | null): boolean {
  if (!one || !other) return true
  if (one.oid !== other.oid || one.table !== other.table) return false
  return one.major !== other.major || !one.system || !other.system || one.system === other.system
}

export const HELD_BY = ["database", "option"] as const
/** Why the whole store is held: its database isn't the one it was, or by the option `holdCalls`. */
export type HeldBy = (typeof HELD_BY)[number]

export type StoreMark = {
  database: Database | null
  held_since: Date | null
  held_by: HeldBy | null
  copied_at: Date | null
}

/** Enough queries to be sent to each server behind a database proxy. */
const QUERIES = 8

const STORE = { id: "store" }

/** Stores which leases are held, and the mark of the database (`outbox/hold.ts`). */
export class HoldStore extends Table {
  async read(): Promise<StoreMark | undefined> {
    return this.knex("lease_store").where(STORE).first()
  }

  /** Since when the whole store is held; null if it isn't. */
  async heldSince(): Promise<Date | null> {
    return (await this.read())?.held_since ?? null
  }

  /** This database as it is now. Not within a transaction, because a role may lack the permission to read `system`. */
  async database(): Promise<Database> {
    const [read] = await this.sql<Omit<Database, "system">>(
      `select oid::text, 'lease'::regclass::oid::text as table, current_setting('server_version_num')::int / 10000 as major
       from pg_database where datname = current_database()`,
      {},
    )
    const system = await this.sql<{ system: string }>(
      "select system_identifier::text as system from pg_control_system()",
      {},
    ).catch(() => [])
    return { ...(read as Omit<Database, "system">), system: system[0]?.system ?? null }
  }

  /** Whether any of several queries reached a standby. A database proxy may send only some of them there. */
  async isStandby(): Promise<boolean> {
    const query = () => this.sql<{ standby: boolean }>("select pg_is_in_recovery() as standby", {})
    const rows = await Promise.all(Array.from({ length: QUERIES }, query))
    return rows.flat().some(({ standby }) => standby)
  }

  /** Compares the mark with the database, or takes it if there is none, and holds the store if they differ. Returns the mark afterward. */
  async compare(database: Database | null, isHeldByOption: boolean): Promise<StoreMark> {
    await this.insert("lease_store", { ...STORE, database: JSON.stringify(database) })
      .onConflict()
      .ignore()
    const known = (await this.read()) as StoreMark
    const isSame = isSameDatabase(known.database, database)
    const held_by = isSame ? isHeldByOption && "option" : "database"
    // A store that is held stays held until staff say which database this is.
    if (held_by && !known.held_since) await this.change({ held_since: this.now(), held_by }, { held_since: null })
    else if (isSame && database && !isDeepStrictEqual(known.database, database)) await this.take(database)
    else return known
    return (await this.read()) as StoreMark
  }

  /** Takes the mark of this database. */
  async take(database: Database): Promise<void> {
    await this.change({ database: JSON.stringify(database) })
  }

  /** Ends the hold of the whole store. `copied` marks this database as a copy. */
  async end({ copied }: { copied: boolean }): Promise<void> {
    await this.change({ held_since: null, held_by: null, ...(copied && { copied_at: this.now() }) })
  }

  /** Whether the lease was held when staff said that this database is a copy. */
  async isCopied({ held_at }: { held_at: Date | null }): Promise<boolean> {
    const copied_at = (await this.read())?.copied_at
    return held_at !== null && copied_at != null && held_at <= copied_at
  }

  /** Locks the leases that aren't held and aren't over, or have an open call of these kinds. Returns their IDs. */
  unfinished(kinds: readonly CallKind[]): Promise<string[]> {
    return this.notDeleted("lease")
      .whereNull("held_at")
      .where((leases) =>
        leases.whereIn("status", [...UNFINISHED]).orWhereExists(this.open(kinds).whereRaw("lease_id = lease.id")),
      )
      .orderBy("id")
      .forUpdate()
      .pluck("id")
  }

  /** Closes every open call of these kinds without an effect, even one whose process died. Returns their leases' IDs, one for each call. */
  async close(kinds: readonly CallKind[]): Promise<string[]> {
    const now = this.now()
    const closed = { state: "resolved_by_hand", sent: false, claim_token: null, finished_at: now, updated_at: now }
    const detail = this.knex.raw("detail || ?::jsonb", [JSON.stringify({ outcome: "nothing" })])
    const rows: { lease_id: string }[] = await this.open(kinds)
      .update({ ...closed, detail })
      .returning("lease_id")
    return rows.map(({ lease_id }) => lease_id)
  }

  private open(kinds: readonly CallKind[]) {
    return this.notDeleted("lease_pending_call")
      .whereIn("kind", [...kinds])
      .whereIn("state", [...OPEN])
  }

  private async change(columns: Record<string, unknown>, where: Record<string, null> = {}): Promise<void> {
    await this.knex("lease_store")
      .where({ ...STORE, ...where })
      .update({ ...columns, updated_at: this.now() })
  }
}
