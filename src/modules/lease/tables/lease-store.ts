import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { AttentionCode } from "../rules/alerts"
import { announced, LeaseEvents } from "../rules/announcements"
import { endedBy } from "../rules/attention-ends"
import type {
  Actor,
  Attention,
  ConsentGiven,
  HistoryEntry,
  HistoryRecord,
  LeaseRecord,
  OtherMailbox,
} from "../rules/records"
import { WITHOUT_APPLICATION } from "../rules/standing"
import { CLOSED, type LeaseEventType, type LeaseStatus, transitions } from "../rules/state-machine"
import { AnnouncementStore, newAnnouncement } from "./announcement-store"
import { ApprovalStore } from "./approval-store"
import { AskingStore } from "./asking-store"
import { AttemptStore } from "./attempt-store"
import { Guard, LeasePatch } from "./changes"
import { CodeStore } from "./code-store"
import { OriginStore } from "./origin-store"
import { OutageStore } from "./outage-store"
import { PersonStore } from "./person-store"
import { RateStore } from "./rate-store"
import { type Step, StepWriter, withoutEntries } from "./step-writer"
import { TaskStore } from "./task-store"
import type { ClaimedTask } from "./tasks"

/** Columns that hold JSON: the driver would write an array as a PostgreSQL array. */
const JSON_COLUMNS = new Set([
  "snapshot",
  "sent",
  "pricing",
  "lease_key_hashes",
  "widget_tokens",
  "attention",
  "completions",
  "accepted_order",
  "reductions",
])

/** Leases to which perhaps nothing has happened, as the index for them says it. */
const UNAPPLIED =
  "deleted_at is null and status in ('open', 'superseded') and attempt_hash is null and widget_tokens is null"

const OPEN_FIRST = "(status = any(?)) asc, created_at desc"

/** How a look at a lease ended: when to look again, and how many looks in a row were in vain. */
export type Looked = { lease: LeaseRecord; at: Date | null; failures: number }

/** A change that is written together with others. */
export type Write = (store: LeaseStore) => Promise<unknown>

export type NewLease = Pick<
  LeaseRecord,
  "reference" | "cart_id" | "email" | "sales_channel_id" | "way" | "test" | "account" | "currency_code" | "customer_id"
>

/**
 * The ledger's tables. Every write is one conditional statement, with its history rows in the same transaction: it happens whole and
 * only if the guard holds, no matter who else writes at the same moment.
 */
export class LeaseStore {
  readonly announcements: AnnouncementStore
  readonly approvals: ApprovalStore
  readonly attempts: AttemptStore
  readonly askings: AskingStore
  readonly codes: CodeStore
  readonly origins: OriginStore
  readonly outages: OutageStore
  readonly persons: PersonStore
  readonly rates: RateStore
  readonly tasks: TaskStore
  private readonly steps: StepWriter

  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
    /** Something was written that is to be told: the transaction is about to end. */
    private readonly tell: () => void = () => {},
  ) {
    this.announcements = new AnnouncementStore(knex, now)
    this.approvals = new ApprovalStore(knex, now)
    this.attempts = new AttemptStore(knex, now)
    this.askings = new AskingStore(knex, now)
    this.codes = new CodeStore(knex, now)
    this.origins = new OriginStore(knex, now)
    this.outages = new OutageStore(knex, now)
    this.persons = new PersonStore(knex, now)
    this.rates = new RateStore(knex, now)
    this.tasks = new TaskStore(knex, now)
    this.steps = new StepWriter(knex, now, tell)
  }

  /** Runs `work` in one transaction, on a store that writes into it. Rolled back when it throws. */
  transaction<T>(work: (store: LeaseStore) => Promise<T>): Promise<T> {
    return this.knex.transaction((trx) => work(new LeaseStore(trx, this.now, this.tell)))
  }

  byId(id: string): Promise<LeaseRecord | null> {
    return this.first({ id })
  }

  /** Locks leases for this transaction, in the order in which everybody locks several. */
  async lock(ids: readonly string[]): Promise<void> {
    await this.leases()
      .select("id")
      .whereIn("id", [...ids])
      .orderBy("id")
      .forUpdate()
  }

  /** Leases by id. */
  async byIds(ids: readonly string[]): Promise<Map<string, LeaseRecord>> {
    const rows: LeaseRecord[] = ids.length ? await this.leases().whereIn("id", [...new Set(ids)]) : []
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** The lease of a cart: its open one, else the last that was closed. */
  async ofCart(cartId: string): Promise<LeaseRecord | null> {
    const row = await this.leases()
      .where({ cart_id: cartId })
      .orderByRaw(OPEN_FIRST, [CLOSED as string[]])
      .first()
    return row ?? null
  }

  /** The lease of a cart, open or closed, of which this is the hash of a key. */
  async ofLeaseKey(cartId: string, hash: string): Promise<LeaseRecord | null> {
    const row = await this.leases()
      .where({ cart_id: cartId })
      .whereRaw("lease_key_hashes @> ?::jsonb", [JSON.stringify([hash])])
      .first()
    return row ?? null
  }

  /** The hosted lease of a cart, open or closed, of which this is the hash of a widget's token. */
  async ofWidgetToken(cartId: string, hash: string): Promise<LeaseRecord | null> {
    const row = await this.leases()
      .where({ cart_id: cartId, way: "widget" })
      .whereRaw("widget_tokens @> ?::jsonb", [JSON.stringify([{ hash }])])
      .first()
    return row ?? null
  }

  /** The lease of an order: the open one, else the last that was closed. An order that was edited may have had several. */
  async ofOrder(orderId: string): Promise<LeaseRecord | null> {
    const row = await this.leases()
      .where({ order_id: orderId })
      .orderByRaw(OPEN_FIRST, [CLOSED as string[]])
      .first()
    return row ?? null
  }

  /** Every lease of an order, in the order in which they were opened. An order that was edited may have had several. */
  allOfOrder(orderId: string): Promise<LeaseRecord[]> {
    return this.leases()
      .where({ order_id: orderId })
      .orderBy([{ column: "created_at" }, { column: "id" }])
  }

  ofSession(sessionId: string): Promise<LeaseRecord | null> {
    return this.first({ session_id: sessionId })
  }

  /** The lease that holds an application id of an account now. */
  async liveOfApplication(applicationId: string, account: string | null): Promise<LeaseRecord | null> {
    const row = await this.leases()
      .where({ application_id: applicationId, account })
      .whereNotIn("status", [...WITHOUT_APPLICATION])
      .first()
    return row ?? null
  }

  /** Opens a lease for a cart, or answers the one that is open already: two at once get the same. */
  async open(lease: NewLease, actor: Actor): Promise<LeaseRecord> {
    const now = this.now()
    const id = generateEntityId("", "lease")
    const inserted = await this.transaction(async (store) => {
      const [row] = await store
        .leases()
        .insert({
          ...lease,
          id,
          status: "open",
          evidence: "none",
          lease_key_hashes: "[]",
          attention: "[]",
          status_at: now,
          created_at: now,
          updated_at: now,
        })
        .onConflict()
        .ignore()
        .returning("*")
      if (row) await store.append(id, actor, [{ type: "lease_opened" }])
      return row as LeaseRecord | undefined
    })
    const open = inserted ?? (await this.ofCart(lease.cart_id))
    if (!open) throw new Error(`No lease could be opened for cart ${lease.cart_id}.`)
    return open
  }

  /**
   * Lets `event` happen: enters its status if the lease stands where the event may happen and the guard holds.
   * Answers the lease as it is then, or null when another mover was first.
   */
  move(
    id: string,
    event: LeaseEventType,
    change: { set?: LeasePatch; guard?: Guard; history?: HistoryEntry[]; actor: Actor },
  ): Promise<LeaseRecord | null> {
    const now = this.now()
    return this.update(
      id,
      { ...this.entering(event, now), ...toColumns(change.set) },
      { status: transitions[event].from, ...change.guard },
      { ...change, entering: { event, now } },
    )
  }

  /** Sets columns without changing the status, if the guard holds; null when it does not. */
  set(
    id: string,
    set: LeasePatch,
    change: { guard?: Guard; history?: HistoryEntry[]; actor: Actor },
  ): Promise<LeaseRecord | null> {
    return this.update(id, toColumns(set), change.guard ?? {}, change)
  }

  /** Sets the columns that follow from the lease as it is now, which no one else changes meanwhile. Null when it is gone. */
  changeLease(id: string, change: (lease: LeaseRecord) => LeasePatch): Promise<LeaseRecord | null> {
    return this.transaction(async (store) => {
      const lease: LeaseRecord | undefined = await store.leases().where({ id }).forUpdate().first()
      const set = lease ? toColumns(change(lease)) : {}
      if (!lease || !Object.keys(set).length) return lease ?? null
      const [row] = await store
        .leases()
        .where({ id })
        .update({ ...set, updated_at: this.now() })
        .returning("*")
      return row ?? null
    })
  }

  /**
   * One step of an owed call: task, lease and history, whole or not at all. Takes effect only while this process holds the task and the lease
   * stands where `event` may happen; null when it does not.
   */
  step(task: ClaimedTask, step: Step): Promise<LeaseRecord | null> {
    return this.steps.write(task, step)
  }

  /** Adds an entry to what a person must look at; the same code stands there once. */
  async raise(id: string, code: AttentionCode, params: Record<string, string> = {}): Promise<LeaseRecord | null> {
    const entry: Attention = { code, params, since: this.now().toISOString() }
    return this.transaction(async (store) => {
      const [row] = await store
        .leases()
        .where({ id })
        .whereRaw("not attention @> ?::jsonb", [JSON.stringify([{ code }])])
        .update({
          attention: store.knex.raw("attention || ?::jsonb", [JSON.stringify([entry])]),
          updated_at: this.now(),
        })
        .returning("*")
      if (row) {
        await store.append(id, { by: "system" }, [{ type: "attention_raised", detail: { code } }])
        await store.announce(id, { name: LeaseEvents.NEEDS_ATTENTION, alert: code })
      }
      return (row as LeaseRecord | undefined) ?? store.byId(id)
    })
  }

  /** Takes a raised entry away, once what it stands for is over. Costs nothing when it was not raised. */
  async lower(lease: LeaseRecord, code: AttentionCode): Promise<LeaseRecord> {
    if (!lease.attention.some((entry) => entry.code === code)) return lease
    const kept = this.knex.raw(withoutEntries("attention", "?"), [[code]])
    const [row] = await this.leases()
      .where({ id: lease.id })
      .update({ attention: kept, updated_at: this.now() })
      .returning("*")
    return row ?? lease
  }

  /**
   * Adds the hash of a lease key, if the guard holds; null when it does not. The last five stay good, because the answers to one attempt may arrive
   * in any order.
   */
  async addLeaseKey(id: string, hash: string, guard: Guard = {}): Promise<LeaseRecord | null> {
    const newest = this.knex.raw(
      `(select jsonb_agg(key order by place) from (
          select key, place from jsonb_array_elements(lease_key_hashes || ?::jsonb) with ordinality as all_keys(key, place)
          order by place desc limit 5) as newest)`,
      [JSON.stringify([hash])],
    )
    const [row] = await this.leases()
      .where({ id })
      .modify((query) => applyGuard(query, guard, this.now()))
      .update({ lease_key_hashes: newest, updated_at: this.now() })
      .returning("*")
    return row ?? null
  }

  /** Adds history without any other change. */
  async append(leaseId: string, actor: Actor, entries: HistoryEntry[]): Promise<void> {
    if (entries.length) await this.knex("lease_event").insert(eventRows(leaseId, actor, entries, this.now()))
  }

  /** The history of a lease, oldest first. */
  history(leaseId: string): Promise<HistoryRecord[]> {
    return this.events().where({ lease_id: leaseId }).orderBy("seq")
  }

  /** The newest entry of the history. */
  async lastEvent(leaseId: string): Promise<HistoryRecord | null> {
    const row = await this.events().where({ lease_id: leaseId }).orderBy("seq", "desc").first()
    return row ?? null
  }

  /** The consent to the application of a lease, the newest, also where its approval came from another cart; null where there was none. */
  async consent(leaseId: string): Promise<(ConsentGiven & OtherMailbox) | null> {
    const row = await this.events()
      .where({ lease_id: leaseId })
      .whereIn("type", ["application_sent", "approval_taken", "contract_replaced"])
      .orderBy("seq", "desc")
      .first("detail")
    if (!row) return null
    const { consent_version, consent_language, consent_text, other_mailbox } = row.detail
    return { consent_version, consent_language, consent_text, ...(other_mailbox && { other_mailbox }) }
  }

  /** How many entries a history has. */
  async countEvents(leaseId: string): Promise<number> {
    const row = await this.events().where({ lease_id: leaseId }).count({ count: "*" }).first()
    return Number(row?.count ?? 0)
  }

  /** Adds an entry unless it stands there as the newest already: a failure that repeats itself is told once in a row. */
  async appendOnce(leaseId: string, actor: Actor, entry: HistoryEntry): Promise<void> {
    const last = await this.lastEvent(leaseId)
    const detail = "detail" in entry ? entry.detail : {}
    if (last?.type === entry.type && JSON.stringify(last.detail) === JSON.stringify(detail)) return
    await this.append(leaseId, actor, [entry])
  }

  /**
   * Deletes leases that were opened before `before` and to which nothing else has happened, with their history. No one holds anything of such a
   * lease: each application, token, call and alert leaves a trace that is looked for here. Answers how many were deleted.
   */
  dropUnapplied(before: Date, limit: number): Promise<number> {
    return this.transaction(async ({ knex }) => {
      const { rows } = await knex.raw(
        `select id from lease
         where ${UNAPPLIED} and created_at < ? and order_id is null and application_id is null and contract_at is null
           and evidence = 'none' and attention = '[]'::jsonb and stock_held_until is null
           and ${none("lease_attempt", "cart_id = lease.cart_id")}
           and ${none("lease_task", "lease_id = lease.id")}
           and ${none("lease_event", "lease_id = lease.id and type not in ('lease_opened', 'lease_superseded')")}
         order by created_at limit ? for update skip locked`,
        [before, limit],
      )
      const ids = rows.map(({ id }: { id: string }) => id)
      if (!ids.length) return 0
      await knex("lease_event").whereNull("deleted_at").whereIn("lease_id", ids).delete()
      return knex("lease").whereIn("id", ids).delete()
    })
  }

  /** Asks the job to look at a lease now: something may have happened to its order. */
  async wake(id: string): Promise<void> {
    await this.leases().where({ id }).update({ look_at: this.now() })
  }

  /**
   * The leases that the job must look at now, taken for `ms`: another process does not get them meanwhile, and when this one dies they
   * come up again after it.
   */
  takeToLookAt({
    limit,
    ms,
    first = [],
    leaseId,
  }: {
    limit: number
    ms: number
    /** Those in these statuses come before all others. */
    first?: readonly LeaseStatus[]
    leaseId?: string
  }): Promise<LeaseRecord[]> {
    const now = this.now()
    const waiting = this.leases()
      .select("id")
      .where("look_at", "<=", now)
      .modify((query) => leaseId && query.where({ id: leaseId }))
      .orderByRaw("(status = any(?)) desc, look_at", [first as string[]])
      .limit(limit)
      .forUpdate()
      .skipLocked()
    return this.leases()
      .whereIn("id", waiting)
      .update({ look_at: new Date(now.getTime() + ms) })
      .returning("*")
  }

  /**
   * Writes what a look at a lease has found, whole or not at all. False when something has happened to the lease since it was read: nothing
   * is written, and the writer has asked for another look.
   */
  async writeLook(lease: LeaseRecord, writes: readonly Write[]): Promise<boolean> {
    const overtaken = new Error("Something has happened to the lease since it was looked at.")
    try {
      await this.transaction(async (store) => {
        for (const write of writes) await write(store)
        // Asked last: a call that ended while its row was waited for has said so on the lease by now.
        const now = await store.byId(lease.id)
        if (now?.look_at?.getTime() !== lease.look_at?.getTime()) throw overtaken
      })
      return true
    } catch (error) {
      if (error !== overtaken) throw error
      return false
    }
  }

  /** Says when to look next at the leases that were taken, except at those to which something has happened since. */
  async lookAgain(looked: readonly Looked[]): Promise<void> {
    if (!looked.length) return
    const values = looked.map(() => "(?, ?::timestamptz, ?::timestamptz, ?::int)").join(", ")
    // Locked in the order of their ids, like every other writer of several leases at once.
    await this.knex.raw(
      `with next (id, taken, at, failures) as (values ${values}),
         locked as (select id from lease where id in (select id from next) order by id for update)
       update lease set look_at = next.at, look_failures = next.failures from next join locked on locked.id = next.id
       where lease.id = next.id and lease.look_at = next.taken`,
      looked.flatMap(({ lease, at, failures }) => [lease.id, lease.look_at, at, failures]) as string[],
    )
  }

  private async update(
    id: string,
    columns: Record<string, unknown>,
    guard: Guard,
    change: { history?: HistoryEntry[]; actor: Actor; entering?: { event: LeaseEventType; now: Date } },
  ): Promise<LeaseRecord | null> {
    return this.transaction(async (store) => {
      const [row]: LeaseRecord[] = await store
        .leases()
        .where({ id })
        .modify((query) => applyGuard(query, guard, this.now()))
        .update({ ...columns, updated_at: this.now() })
        .returning("*")
      if (!row) return null
      await store.append(id, change.actor, change.history ?? [])
      const { event, now } = change.entering ?? {}
      const name = event && announced[event]
      if (name && isEnteredAt(row, now)) await store.announce(id, { name })
      return row
    })
  }

  /** Adds news, to be told once this transaction holds. Its writer has locked the lease, so that the news of a lease is numbered in its order. */
  private async announce(id: string, news: Parameters<typeof newAnnouncement>[1]): Promise<void> {
    await this.knex("lease_announcement").insert(newAnnouncement(id, news, this.now()))
    this.tell()
  }

  private entering(event: LeaseEventType, now: Date): Record<string, unknown> {
    const { to } = transitions[event]
    const entered = this.knex.raw("case when status = ? then status_at else ? end", [to, now])
    const ended = endedBy(to)
    // Whatever happens to a lease may make a call owed: the job looks.
    return {
      status: to,
      status_at: entered,
      look_at: now,
      ...(ended.length && { attention: this.knex.raw(withoutEntries("attention", "?"), [ended as string[]]) }),
    }
  }

  private leases() {
    return this.knex("lease").whereNull("deleted_at")
  }

  /** The index on a lease's history holds for rows that are not deleted; without saying so the whole table would be read. */
  private events() {
    return this.knex("lease_event").whereNull("deleted_at")
  }

  private async first(where: Record<string, string>): Promise<LeaseRecord | null> {
    const row = await this.leases().where(where).first()
    return row ?? null
  }
}

/** It entered its status by the write of this moment, and did not only stay there. */
function isEnteredAt({ status_at }: LeaseRecord, now: Date | undefined): boolean {
  return status_at.getTime() === now?.getTime()
}

/** No such row. Written so that PostgreSQL looks each up by its index, and never reads a whole table to join it. */
function none(table: string, where: string): string {
  return `(select 1 from ${table} where ${where} and deleted_at is null limit 1) is null`
}

function applyGuard(query: Knex.QueryBuilder, guard: Guard, now: Date): void {
  if (guard.status) query.whereIn("status", [...guard.status])
  if (guard.claim) query.where("claim_token", guard.claim)
  if (guard.unclaimed) query.where((q) => q.whereNull("claimed_until").orWhere("claimed_until", "<", now))
  if (guard.fingerprint) query.where("fingerprint", guard.fingerprint)
  if (guard.session) query.where("session_id", guard.session)
  if (guard.application) query.where("application_id", guard.application)
  if (guard.heldUntil) query.where("stock_held_until", guard.heldUntil)
  if (guard.attempt) query.where("attempt_hash", guard.attempt)
  if (guard.withoutSuccess) query.whereNull("success_digest")
  if (guard.placingSession)
    query.where((q) => q.whereNot("status", "placing").orWhere("session_id", guard.placingSession as string))
}

function eventRows(leaseId: string, actor: Actor, entries: HistoryEntry[], now: Date) {
  return entries.map((entry) => ({
    id: generateEntityId("", "leaseev"),
    lease_id: leaseId,
    type: entry.type,
    actor: actor.by,
    actor_id: actor.id ?? null,
    detail: JSON.stringify("detail" in entry ? entry.detail : {}),
    created_at: now,
    updated_at: now,
  }))
}

function toColumns(patch: LeasePatch = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patch).map(([key, value]) => [
      key,
      JSON_COLUMNS.has(key) && value !== null && value !== undefined ? JSON.stringify(value) : value,
    ]),
  )
}
