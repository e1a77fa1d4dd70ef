import { isDeepStrictEqual } from "node:util"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type AttentionCode, endedBy } from "../rules/alerts"
import { announced, LeaseEvents } from "../rules/announcements"
import type { Actor, Attention, HistoryEntry, LeaseRecord } from "../rules/records"
import { WITHOUT_APPLICATION } from "../rules/standing"
import { CLOSED, type LeaseEventType, transitions } from "../rules/state-machine"
import { AnnouncementStore, newAnnouncement } from "./announcement-store"
import { ApprovalStore } from "./approval-store"
import { AskingStore } from "./asking-store"
import { AttemptStore } from "./attempt-store"
import { applyGuard, type Guard, type LeasePatch, toColumns } from "./changes"
import { CodeStore } from "./code-store"
import { HistoryReader, newHistory } from "./history"
import { LookStore } from "./look-store"
import { OriginStore } from "./origin-store"
import { OutageStore } from "./outage-store"
import { PersonStore } from "./person-store"
import { RateStore } from "./rate-store"
import { type Step, StepWriter, withoutEntries } from "./step-writer"
import { TaskStore } from "./task-store"
import type { ClaimedTask } from "./tasks"

/** Leases to which perhaps nothing has happened, as the index for them says it. */
const UNAPPLIED =
  "deleted_at is null and status in ('open', 'superseded') and attempt_hash is null and widget_tokens is null"

const OPEN_FIRST = "(status = any(?)) asc, created_at desc"

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
  readonly histories: HistoryReader
  readonly looks: LookStore
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
    this.histories = new HistoryReader(knex)
    this.looks = new LookStore(knex, now)
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

  /** Locks leases for this transaction, in the order in which everybody locks several, and answers them as they are then. */
  lock(ids: readonly string[]): Promise<LeaseRecord[]> {
    return this.leases()
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
   * One step of a pending call: task, lease and history, whole or not at all. Takes effect only while this process holds the task and the lease
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
    if (!entries.length) return
    const now = this.now()
    const rows = entries.map((entry) => newHistory(actor, entry))
    const more = { lease_id: leaseId, created_at: now, updated_at: now }
    await this.knex("lease_event").insert(rows.map((row) => ({ ...row, ...more, detail: JSON.stringify(row.detail) })))
  }

  /** Adds an entry unless it stands there as the newest already: a failure that repeats itself is told once in a row. */
  async appendOnce(leaseId: string, actor: Actor, entry: HistoryEntry): Promise<void> {
    const last = await this.histories.last(leaseId)
    const detail = "detail" in entry ? entry.detail : {}
    // The database keeps the keys of a detail in an order of its own.
    if (last?.type === entry.type && isDeepStrictEqual(last.detail, detail)) return
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
           and evidence = 'none' and attention = '[]'::jsonb
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
    // Any event of a lease may make a call owed: the job looks.
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
