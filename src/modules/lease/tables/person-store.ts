import { FINISHED } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import { ERASABLE, listed, WITHOUT_CONTRACT } from "../rules/state-machine"
import { OF_CHECK } from "./check-store"
import { NEWER } from "./newer"
import { columns, Table, type Where } from "./table"

/** A person, identified by their carts' email address (case-insensitive), by customer ID, or by both. */
export type Person = { email?: string | undefined; customerId?: string | undefined }

export type LeaseWithOpenCalls = { lease: LeaseRecord; openCalls: number }

export type HeldCounts = { leases: number; history: number; calls: number; applications: number }

/** The next `limit` rows ordered by column `by`, after the row with the value `after`. */
export type ExportPart = { by: string; after: string | number; limit: number }

/** A row of an export: its table, and the columns that the person may see. */
export type ExportedRow = { table: keyof typeof EXPORTED } & Record<string, unknown>

/** The exported columns, as listed in `docs/personal-data.csv`. Excludes hashes, keys, one-time URLs, claims and the identity of staff. */
export const EXPORTED = {
  lease: [
    ...columns(
      "id reference cart_id session_id order_id order_display_id linked_at email customer_id sales_channel_id flow test account_id",
    ),
    ...columns(
      "application_id hosted_id status status_at evidence service_status checked_at verified_at amount currency_code",
    ),
    ...columns(
      "approval_amount approved_until snapshot sent pricing priced_at alerts contract_at contracts_received_at",
    ),
    ...columns(
      "signed_at placed_at canceled_at delivery_date delivered_at returned_at to_confirm_since accepted_order",
    ),
    ...columns("widget_approved_at erased_at reductions created_at updated_at"),
  ],
  lease_event: columns("id lease_id seq type actor detail created_at"),
  lease_pending_call: columns(
    "id lease_id kind state attempts due_at sent detail actor last_error finished_at created_at",
  ),
  lease_submission: columns("id lease_id cart_id created_at"),
}

/** Keys of history details that contain free text. */
const OWN_WORDS = ["note", "words"]

export class PersonStore extends Table {
  async count(person: Person): Promise<HeldCounts> {
    const of = (table: string) =>
      `(select count(*) from ${table} where deleted_at is null and lease_id in (select id from theirs))::int`
    const [held] = await this.sql<HeldCounts>(
      `with theirs as materialized (select id from lease where deleted_at is null and ${theirs(person)})
       select (select count(*) from theirs)::int as leases, ${of("lease_event")} as history, ${of("lease_pending_call")} as calls,
         ${of("lease_submission")} as applications`,
      names(person),
    )
    return held as HeldCounts
  }

  leases(person: Person, part: ExportPart): Promise<ExportedRow[]> {
    return this.rowsOf("lease", part, (leases) => leases.whereRaw(theirs(person), names(person)))
  }

  rows(table: Exclude<keyof typeof EXPORTED, "lease">, leaseId: string, part: ExportPart): Promise<ExportedRow[]> {
    return this.rowsOf(table, part, (rows) => rows.where({ lease_id: leaseId }))
  }

  /** Locks a person's leases for this transaction, in ID order, like every writer of several leases. */
  lock(person: Person): Promise<LeaseWithOpenCalls[]> {
    return this.withCalls(`deleted_at is null and ${theirs(person)} order by id for update`, names(person))
  }

  /** Locks erasable leases that entered their status before `before`, oldest first. Skips those that another transaction has locked. */
  lockAged(before: Date, limit: number): Promise<LeaseWithOpenCalls[]> {
    const oldest = `${AGED} order by status_at limit :limit for update skip locked`
    return this.withCalls(oldest, { before, now: this.now(), limit })
  }

  /** How many leases `lockAged` would return without its limit. */
  async countAged(before: Date): Promise<number> {
    const aged = this.knex("lease").whereRaw(AGED, { before, now: this.now() })
    return Number((await aged.count({ count: "id" }).first())?.count)
  }

  /** Clears whatever identifies a person in these leases' other rows: free text, parcels, the origin of applications, and codes. */
  async emptyRest(leaseIds: readonly string[]): Promise<void> {
    await this.sql(
      `update lease_event set detail = detail || (
           select jsonb_object_agg(key, '') from jsonb_object_keys(detail) as keys (key) where key = any(:words)
         ), updated_at = :now
       where deleted_at is null and lease_id = any(:leaseIds) and jsonb_exists_any(detail, :words)`,
      { leaseIds: [...leaseIds], words: OWN_WORDS, now: this.now() },
    )
    const of = (table: string) => this.knex(table).whereIn("lease_id", [...leaseIds])
    const detail = this.knex.raw("detail - 'tracking_id' - 'carrier'")
    await of("lease_pending_call")
      .whereNull("deleted_at")
      .whereRaw("jsonb_exists_any(detail, array['tracking_id', 'carrier'])")
      .update({ detail, updated_at: this.now() })
    await of("lease_submission").whereNull("deleted_at").update(this.nowhere())
    await of("lease_code").delete()
  }

  /** Clears the network and mailbox of applications sent before `before`. Returns how many were cleared. */
  forgetRequesters(before: Date, limit: number): Promise<number> {
    return this.lockSkipLocked("lease_submission", limit, (submissions) =>
      submissions.whereNot("network", "").where("created_at", "<", before).orderBy("created_at"),
    ).update(this.nowhere())
  }

  private nowhere() {
    return { network: "", mailbox: "", updated_at: this.now() }
  }

  private async rowsOf(
    table: keyof typeof EXPORTED,
    { by, after, limit }: ExportPart,
    where: Where,
  ): Promise<ExportedRow[]> {
    const columns = table === "lease" ? EXPORTED.lease.map(withoutHash) : EXPORTED[table]
    const found = this.notDeleted(table)
      .select(this.knex.raw(columns.join(", ")))
      .where(by, ">", after)
      .orderBy(by)
      .limit(limit)
    const rows: Record<string, unknown>[] = await found.modify(where)
    return rows.map((row) => ({ table, ...row }))
  }

  private async withCalls(where: string, bindings: Record<string, unknown>) {
    const leases = await this.sql<LeaseRecord>(`select * from lease where ${where}`, bindings)
    const calls = await this.sql<{ lease_id: string; open: number }>(
      `select lease_id, count(*)::int as open from lease_pending_call where lease_id = any(:ids) and ${OPEN_CALL} group by lease_id`,
      { ids: leases.map(({ id }) => id) },
    )
    const open = new Map(calls.map((row) => [row.lease_id, row.open]))
    return leases.map((lease) => ({ lease, openCalls: open.get(lease.id) ?? 0 }))
  }
}

/**
 * SQL for a call that may still be made. A state that only a newer version knows counts as open. The readings of a check don't count, because one may
 * wait for hours.
 */
const OPEN_CALL = `deleted_at is null and state not in (${listed(FINISHED)}) and not ${OF_CHECK}`

/** The index's condition, plus conditions that skip leases that can't be erased yet. These would otherwise come first in every batch. */
const AGED = `deleted_at is null and erased_at is null and status in (${listed(ERASABLE)}) and status_at < :before
  and not ${NEWER}
  and (contract_at is null or status not in (${listed(WITHOUT_CONTRACT)})) and (claimed_until is null or claimed_until < :now)
  and not exists (select 1 from lease_pending_call where lease_id = lease.id and ${OPEN_CALL})`

/** SQL that matches a person's leases. */
function theirs({ email, customerId }: Person): string {
  const either = [
    ...(email ? ["lower(email) = lower(:email)"] : []),
    ...(customerId ? ["customer_id = :customerId"] : []),
  ]
  if (!either.length) throw new Error("Name the person by email address or customer id.")
  return `(${either.join(" or ")})`
}

function names({ email, customerId }: Person): Record<string, string> {
  return { ...(email && { email }), ...(customerId && { customerId }) }
}

/** SQL for an exported column. Removes the fingerprint from stored carts. */
function withoutHash(column: string): string {
  return column === "snapshot" || column === "sent" ? `${column} - 'fingerprint' as ${column}` : column
}
