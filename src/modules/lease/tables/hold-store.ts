import { isDeepStrictEqual } from "node:util"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CallKind, OPEN } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import { ENDED, UNFINISHED, WITHOUT_CONTRACT } from "../rules/state-machine"
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

/** Whether both are the same database. A system identifier is compared only if both are known, and of the same major version. */
export function isSameDatabase(one: Database, other: Database): boolean {
  if (one.oid !== other.oid || one.table !== other.table) return false
  return one.major !== other.major || !one.system || !other.system || one.system === other.system
}

/** Why the whole store is held: its database isn't the one it was, or by the option `holdCalls`. */
type HeldBy = "database" | "option"

export type StoreMark = {
  database: Database
  held_since: Date | null
  held_by: HeldBy | null
  copied_at: Date | null
  /** The last restore that staff recorded (ISO times): to when, and when that was first recorded. */
  restored: { to: string; at: string } | null
}

/** `isHeldByOption` is option `holdCalls`, and `kinds` are the kinds of calls that a copy must not make. */
type Holding = { isHeldByOption: boolean; kinds: readonly CallKind[] }

/** Enough queries to be sent to each server behind a database proxy. */
const QUERIES = 8

/** How many leases are read at a time. Each has its cart. */
const PART = 100

/** SQL for a lease in one of the first statuses, or in one of the second if no later lease has had its application. */
const USED_SINCE = `(status = any(?) or (status = any(?) and not exists (select from lease later
  where later.application_id = lease.application_id and later.account_id is not distinct from lease.account_id
    and later.deleted_at is null and later.created_at > lease.created_at)))`

/** SQL for a lease whose hold hasn't ended since this time. */
const NOT_RELEASED = `not exists (select from lease_event where lease_event.lease_id = lease.id and lease_event.deleted_at is null
  and type = 'hold_released' and lease_event.created_at >= ?)`

const STORE = { id: "store" }

/** Stores which leases are held, and the mark of the database (`outbox/hold.ts`). */
export class HoldStore extends Table {
  async read(): Promise<StoreMark | undefined> {
    return this.knex("lease_store").where(STORE).first()
  }

  /** Whether the lease is held: itself, or because it began before the whole store was held. */
  async isHeld({ held_at, created_at }: Pick<LeaseRecord, "held_at" | "created_at">): Promise<boolean> {
    if (held_at) return true
    const since = (await this.read())?.held_since
    return since != null && created_at < since
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

  /**
   * Compares the mark with the database, or takes it if there is none. If they differ, holds the store, or takes the new mark if no lease could be
   * harmed. `isHeldByOption` holds any store that isn't a known copy. Returns the mark afterward.
   */
  async compare(database: Database, { isHeldByOption, kinds }: Holding): Promise<StoreMark> {
    const known = (await this.read()) ?? (await this.begin(database))
    // A store that is held stays held until staff say which database this is.
    if (known.held_since) return known
    const isSame = isSameDatabase(known.database, database)
    if (!isSame && (await this.couldBeHarmed(known, kinds))) return this.replace(known, this.heldBy("database"))
    if (isHeldByOption && !known.copied_at) return this.replace(known, this.heldBy("option"))
    // A role that may not read `system` leaves it as it is.
    const system = database.system ?? (isSame && database.major === known.database.major ? known.database.system : null)
    const mark = { ...database, system }
    return isDeepStrictEqual(mark, known.database) ? known : this.replace(known, { database: JSON.stringify(mark) })
  }

  /** Takes the mark of this database and ends the hold of the whole store. `copied` marks the database as a copy. */
  async take(database: Database, { copied }: { copied: boolean }): Promise<void> {
    const mark = { database: JSON.stringify(database), held_since: null, held_by: null }
    await this.insert("lease_store", { ...STORE, ...mark, ...(copied && { copied_at: this.now() }) })
      .onConflict("id")
      .merge()
  }

  /** Whether the lease was held when staff said that this database is a copy. */
  async isCopied({ held_at }: Pick<LeaseRecord, "held_at">): Promise<boolean> {
    const copied_at = (await this.read())?.copied_at
    return held_at !== null && copied_at != null && held_at <= copied_at
  }

  async recordRestore(to: Date): Promise<void> {
    const restored = JSON.stringify({ to: to.toISOString(), at: this.now().toISOString() })
    await this.knex("lease_store").where(STORE).update({ restored, updated_at: this.now() })
  }

  /** Locks the leases of `notOver` that aren't held and began before this time; null for all. Returns their IDs. */
  unfinished(kinds: readonly CallKind[], before: Date | null): Promise<string[]> {
    return this.notOver(kinds)
      .whereNull("held_at")
      .modify((leases) => before && leases.where("created_at", "<", before))
      .orderBy("id")
      .forUpdate()
      .pluck("id")
  }

  /**
   * Leases to read back after a restore, in parts. Those that are held come back until they are released. Of the others, those from `after` until the
   * restore was recorded, which have an application that may have been used since: not signed, delivered, or ended as the last with that application.
   * Leases whose hold has ended since are left out, because staff know what the operator has.
   */
  async *toReadBack(after: Date): AsyncGenerator<LeaseRecord> {
    const { restored, copied_at } = (await this.read()) ?? {}
    let last: LeaseRecord | undefined
    do {
      const part: LeaseRecord[] = await this.notDeleted("lease")
        .where("id", ">", last?.id ?? "")
        .where((leases) =>
          leases
            .where((held) => this.notCopied(held, copied_at))
            .orWhere((others) =>
              others
                .where({ flow: "api", held_at: null })
                .whereNotNull("application_id")
                .whereBetween("status_at", [after, new Date(restored?.at ?? 0)])
                .whereRaw(USED_SINCE, [[...WITHOUT_CONTRACT, "delivered"], ENDED as string[]])
                .whereRaw(NOT_RELEASED, [new Date(restored?.at ?? 0)]),
            ),
        )
        .orderBy("id")
        .limit(PART)
      yield* part
      last = part.at(-1)
    } while (last)
  }

  /** How many leases are held until staff check them. */
  async count(): Promise<number> {
    const { copied_at } = (await this.read()) ?? {}
    const [row] = await this.notDeleted("lease")
      .where((held) => this.notCopied(held, copied_at))
      .count({ held: "*" })
    return Number(row?.held)
  }

  private notCopied(held: Knex.QueryBuilder, copied_at: Date | null = null): void {
    held.whereNotNull("held_at").modify((leases) => copied_at && leases.where("held_at", ">", copied_at))
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

  /** Whether another database has a lease for which something may be sent, even if only after staff have released it. */
  private async couldBeHarmed({ copied_at }: StoreMark, kinds: readonly CallKind[]): Promise<boolean> {
    const found = await this.notOver(kinds)
      .where((leases) => leases.whereNull("held_at").orWhere((held) => this.notCopied(held, copied_at)))
      .first("id")
    return found !== undefined
  }

  /** Leases that aren't over, whose contract was handed out, or that have an open call of these kinds. */
  private notOver(kinds: readonly CallKind[]): Knex.QueryBuilder {
    const called = this.open(kinds).whereRaw("lease_id = lease.id")
    return this.notDeleted("lease").where((leases) =>
      leases
        .whereIn("status", [...UNFINISHED])
        .orWhere((offered) => offered.where({ status: "offered" }).whereNotNull("contract_at"))
        .orWhereExists(called),
    )
  }

  /** The columns of a hold that covers every lease so far, even one that was created by a clock that is ahead of this one. */
  private heldBy(held_by: HeldBy) {
    const newest = "select max(created_at) + interval '1 millisecond' from lease where deleted_at is null"
    return { held_since: this.knex.raw(`greatest(?::timestamptz, (${newest}))`, [this.now()]), held_by }
  }

  private async begin(database: Database): Promise<StoreMark> {
    await this.insert("lease_store", { ...STORE, database: JSON.stringify(database) })
      .onConflict()
      .ignore()
    return (await this.read()) as StoreMark
  }

  /** Changes the mark, unless another process has changed it since it was read. Returns the mark afterward. */
  private async replace({ database, copied_at }: StoreMark, columns: Record<string, unknown>): Promise<StoreMark> {
    await this.knex("lease_store")
      .where({ ...STORE, held_since: null, copied_at })
      .whereRaw("database = ?::jsonb", [JSON.stringify(database)])
      .update({ ...columns, updated_at: this.now() })
    return (await this.read()) as StoreMark
  }
}
