import { isDeepStrictEqual } from "node:util"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { clearedOnEntering } from "../rules/alerts"
import { LeaseEvents } from "../rules/announcements"
import { AWAITING_ORDER } from "../rules/lease-predicates"
import type { Actor, HistoryEntry, LeaseRecord, RaisedAlert } from "../rules/records"
import { type LeaseEventType, newsOf, transitions } from "../rules/state-machine"
import { Batches } from "./batches"
import { CheckStore } from "./check-store"
import { ChoiceStore } from "./choice-store"
import { OriginStore, OutageStore, RateStore, RequestCountStore } from "./counters"
import { FunnelReader } from "./funnel-reader"
import { AnnouncementStore, HistoryReader, newAnnouncement, newHistory } from "./history"
import { HELD, HoldStore } from "./hold-store"
import { ApprovalReader, LeaseReader } from "./lease-reader"
import { NEWER, NewerReader } from "./newer"
import { PayoutReader } from "./payout-reader"
import { PendingCallStore } from "./pending-call-store"
import { PersonStore } from "./person-store"
import { CodeStore, SubmissionStore } from "./requester-store"
import { Steps } from "./steps"
import { SuccessStore } from "./success-store"
import { type Guard, type LeasePatch, toColumns, type Where, whereGuard } from "./table"

/** SQL for a lease's alerts, in order, without those whose codes are bound to the placeholder. */
const withoutEntries = `(select coalesce(jsonb_agg(entry order by place), '[]')
  from jsonb_array_elements(alerts) with ordinality as entries (entry, place) where entry->>'code' <> all(?))`

/** The result of a reconciliation: when the next one is due, and how many in a row have failed. */
export type Reconciled = { lease: LeaseRecord; at: Date | null; failures: number }

type Change = { guard?: Guard; history?: HistoryEntry[]; actor: Actor }

export type Write = (store: LeaseStore) => Promise<unknown>

type NewLease = Pick<
  LeaseRecord,
  | "reference"
  | "cart_id"
  | "email"
  | "sales_channel_id"
  | "flow"
  | "test"
  | "account_id"
  | "currency_code"
  | "customer_id"
>

/**
 * The ledger's tables. Each write is a single statement that applies only if its guard is met, with its history in the same transaction. Medusa's
 * generated methods can do neither: they update by ID, so the last writer wins, and they write history in a different transaction. Unique indexes
 * allow only one open lease per cart and per order.
 */
export class LeaseStore extends LeaseReader {
  readonly announcements = new AnnouncementStore(this.knex, this.now)
  readonly approvals = new ApprovalReader(this.knex, this.now)
  readonly requestCounts = new RequestCountStore(this.knex, this.now)
  readonly submissions = new SubmissionStore(this.knex, this.now)
  readonly checks = new CheckStore(this.knex, this.now)
  readonly choices = new ChoiceStore(this.knex, this.now)
  readonly codes = new CodeStore(this.knex, this.now)
  readonly funnels = new FunnelReader(this.knex, this.now)
  readonly histories = new HistoryReader(this.knex, this.now)
  readonly holds = new HoldStore(this.knex, this.now)
  readonly newer = new NewerReader(this.knex, this.now)
  readonly origins = new OriginStore(this.knex, this.now)
  readonly outages = new OutageStore(this.knex, this.now)
  readonly payouts = new PayoutReader(this.knex, this.now)
  readonly persons = new PersonStore(this.knex, this.now)
  readonly rates = new RateStore(this.knex, this.now)
  readonly successes = new SuccessStore(this.knex, this.now)
  readonly steps: Steps
  readonly pendingCalls = new PendingCallStore(this.knex, this.now)
  private readonly readings = new Batches((ids: string[]) => this.inOrder(ids))

  constructor(
    knex: Knex,
    now: () => Date,
    /** Called after an announcement is written, shortly before the transaction ends. */
    private readonly tell: () => void = () => {},
  ) {
    super(knex, now)
    this.steps = new Steps(knex, now, tell)
  }

  /** Reads a lease as {@link byId} does, in one statement with those that other calls need at the same time. */
  latest(id: string): Promise<LeaseRecord | null> {
    return this.readings.add(id)
  }

  private async inOrder(ids: string[]): Promise<(LeaseRecord | null)[]> {
    const leases = await this.byIds(ids)
    return ids.map((id) => leases.get(id) ?? null)
  }

  /** Runs `work` in a transaction, joining the current one if there is one. Rolls back if `work` throws. */
  transaction<T>(work: (store: LeaseStore) => Promise<T>): Promise<T> {
    if (this.knex.isTransaction) return work(this)
    return this.knex.transaction((trx) => work(new LeaseStore(trx, this.now, this.tell)))
  }

  /** Opens a lease for a cart, or returns the open one. Two concurrent callers get the same lease. */
  async open(lease: NewLease, actor: Actor): Promise<LeaseRecord> {
    const id = generateEntityId("", "lease")
    const fresh = { status: "open", evidence: "none", lease_key_hashes: "[]", alerts: "[]", status_at: this.now() }
    const inserted = await this.transaction(async (store) => {
      const created_at = store.afterAll("lease", "cart_id", lease.cart_id)
      const row = { ...lease, ...fresh, id, created_at }
      const [opened] = await store.insert("lease", row).onConflict().ignore().returning("*")
      if (opened) await store.append(id, actor, [{ type: "lease_opened" }])
      return opened as LeaseRecord | undefined
    })
    const open = inserted ?? (await this.ofCart(lease.cart_id))
    if (open) return open
    throw new Error(`No lease could be opened for cart ${lease.cart_id}.`)
  }

  /** Applies `event`. Returns null if the lease's status doesn't allow it or the guard isn't met. */
  move(id: string, event: LeaseEventType, change: Change & { set?: LeasePatch }): Promise<LeaseRecord | null> {
    const now = this.now()
    const guard = { status: transitions[event].from, ...change.guard }
    return this.transaction(async (store) => {
      const columns = { ...store.entering(event, now), ...toColumns(change.set) }
      const lease = await store.write(id, columns, whereGuard(guard, now), change)
      const name = newsOf(event)
      // Announce only if the lease entered this status just now.
      if (name && lease?.status_at.getTime() === now.getTime()) await store.announce(id, { name })
      return lease
    })
  }

  /** Sets columns without changing the status. Returns null if the guard isn't met. */
  set(id: string, set: LeasePatch, change: Change): Promise<LeaseRecord | null> {
    const where = whereGuard(change.guard ?? {}, this.now())
    return this.transaction((store) => store.write(id, toColumns(set), where, change))
  }

  /** Sets columns computed from the locked lease. Returns null if the lease no longer exists. */
  changeLease(id: string, change: (lease: LeaseRecord) => LeasePatch): Promise<LeaseRecord | null> {
    return this.transaction(async (store) => {
      const lease = await store.first({ id }, (leases) => leases.forUpdate())
      const set = lease ? toColumns(change(lease)) : {}
      return Object.keys(set).length ? store.write(id, set) : lease
    })
  }

  /** Raises an alert unless one with the same code is already raised. */
  async raise(id: string, code: RaisedAlertCode, params: Record<string, string> = {}): Promise<LeaseRecord | null> {
    const entry: RaisedAlert = { code, params, since: this.now().toISOString() }
    return this.transaction(async (store) => {
      const alerts = store.knex.raw("alerts || ?::jsonb", [JSON.stringify([entry])])
      const raised = await store.write(id, { alerts }, (lease) =>
        lease.whereRaw("not alerts @> ?::jsonb", [JSON.stringify([{ code }])]),
      )
      if (!raised) return store.byId(id)
      await store.append(id, { by: "system" }, [{ type: "alert_raised", detail: { code } }])
      await store.announce(id, { name: LeaseEvents.NEEDS_ATTENTION, alert: code })
      return raised
    })
  }

  /** Clears alerts. Runs no statement if none of them is raised. */
  async clear(lease: LeaseRecord, ...codes: RaisedAlertCode[]): Promise<LeaseRecord> {
    if (!lease.alerts.some(({ code }) => codes.includes(code))) return lease
    return (await this.write(lease.id, { alerts: this.knex.raw(withoutEntries, [codes]) })) ?? lease
  }

  /** Adds a lease key's hash. Returns null if the guard isn't met. The last five keys stay valid, because responses may arrive in any order. */
  addLeaseKey(id: string, hash: string, guard: Guard): Promise<LeaseRecord | null> {
    const newest = this.knex.raw(
      `(select jsonb_agg(key order by place) from (
          select key, place from jsonb_array_elements(lease_key_hashes || ?::jsonb) with ordinality as all_keys(key, place)
          order by place desc limit 5) as newest)`,
      [JSON.stringify([hash])],
    )
    return this.write(id, { lease_key_hashes: newest }, whereGuard(guard, this.now()))
  }

  async append(leaseId: string, actor: Actor, entries: HistoryEntry[]): Promise<void> {
    if (!entries.length) return
    const now = this.now()
    const rows = entries.map((entry) => newHistory(actor, entry))
    const more = { lease_id: leaseId, created_at: now, updated_at: now }
    await this.knex("lease_event").insert(rows.map((row) => ({ ...row, ...more, detail: JSON.stringify(row.detail) })))
  }

  /** Adds an entry unless the newest entry is the same, so a repeated failure is recorded only once. */
  async appendOnce(leaseId: string, actor: Actor, entry: HistoryEntry): Promise<void> {
    const last = await this.histories.last(leaseId)
    const { type, detail } = newHistory(actor, entry)
    // Compare deeply, because `jsonb` doesn't keep the order of keys.
    if (last?.type !== type || !isDeepStrictEqual(last.detail, detail)) await this.append(leaseId, actor, [entry])
  }

  /** Makes the lease due for reconciliation now. */
  async wake(id: string): Promise<void> {
    await this.notDeleted("lease").where({ id }).update({ reconcile_at: this.now() })
  }

  /**
   * Claims leases due for reconciliation, except held and newer ones; a claim expires after `ms`. Signed leases without an order come first: their shoppers are
   * waiting.
   */
  claimForReconcile({ limit, ms, leaseId }: { limit: number; ms: number; leaseId?: string }): Promise<LeaseRecord[]> {
    const wanted = leaseId ? { id: leaseId } : {}
    const where: Where = (leases) =>
      leases
        .where(wanted)
        .whereRaw(`not ${HELD} and not ${NEWER}`)
        .orderByRaw("(status = any(?)) desc, reconcile_at", [AWAITING_ORDER as string[]])
    return this.takeDue("lease", "reconcile_at", { limit, ms, where })
  }

  /** Schedules the next reconciliation of claimed leases, except those that have changed since the claim. */
  async scheduleReconcile(reconciled: readonly Reconciled[]): Promise<void> {
    if (!reconciled.length) return
    const values = reconciled.map(() => "(?, ?::timestamptz, ?::timestamptz, ?::int)").join(", ")
    // Lock leases in ID order, like every other writer of several leases.
    await this.knex.raw(
      `with next (id, taken, at, failures) as (values ${values}),
         locked as (select id from lease where id in (select id from next) order by id for update)
       update lease set reconcile_at = next.at, reconcile_failures = next.failures from next join locked on locked.id = next.id
       where lease.id = next.id and lease.reconcile_at = next.taken`,
      reconciled.flatMap(({ lease, at, failures }) => [lease.id, lease.reconcile_at, at, failures]) as string[],
    )
  }

  /** Writes a reconciliation's decisions, all or nothing. Returns false if the lease has changed since it was read; it is then already due again. */
  async recordReconcile(lease: LeaseRecord, writes: readonly Write[]): Promise<boolean> {
    const overtaken = new Error("Something has happened to the lease since it was claimed.")
    try {
      await this.transaction(async (store) => {
        for (const write of writes) await write(store)
        // Check last, because a call that ended while this transaction waited for the row may have changed the lease.
        const now = await store.byId(lease.id)
        if (now?.reconcile_at?.getTime() !== lease.reconcile_at?.getTime()) throw overtaken
      })
      return true
    } catch (error) {
      if (error !== overtaken) throw error
      return false
    }
  }

  /** Writes a lease's columns and history. Returns null if the row doesn't match `where`. */
  private async write(
    id: string,
    columns: Record<string, unknown>,
    where: Where = () => {},
    change?: Change,
  ): Promise<LeaseRecord | null> {
    const [lease] = await this.notDeleted("lease")
      .where({ id })
      .modify(where)
      .update({ ...columns, updated_at: this.now() })
      .returning("*")
    if (lease && change?.history) await this.append(id, change.actor, change.history)
    return lease ?? null
  }

  /**
   * Adds an announcement to send once this transaction commits. The caller holds the lease's row lock, so `seq` follows the order of the lease's
   * changes.
   */
  private async announce(id: string, news: Parameters<typeof newAnnouncement>[1]): Promise<void> {
    await this.knex("lease_announcement").insert(newAnnouncement(id, news, this.now()))
    this.tell()
  }

  /** The columns to set when a lease enters a status. The migration's `lease_step` sets the same ones. */
  private entering(event: LeaseEventType, now: Date): Record<string, unknown> {
    const { to } = transitions[event]
    const status_at = this.knex.raw("case when status = ? then status_at else ? end", [to, now])
    const ended = clearedOnEntering(to)
    const alerts = ended.length && { alerts: this.knex.raw(withoutEntries, [ended as string[]]) }
    // Any event may make a call due, so have the job reconcile the lease.
    return { status: to, status_at, reconcile_at: now, ...alerts }
  }
}
