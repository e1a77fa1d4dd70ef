import { setImmediate as nextTurn } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { endedBy } from "../rules/alerts"
import { announced } from "../rules/announcements"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import { type LeaseEventType, type LeaseStatus, transitions } from "../rules/state-machine"
import { newAnnouncement } from "./announcement-store"
import type { Guard, LeasePatch } from "./changes"
import { newHistory } from "./history"
import { type TaskChange, taskColumns } from "./task-store"
import type { ClaimedTask } from "./tasks"

const NOW = "cast(:now as timestamptz)"

/** SQL: what was raised, in its order, without the codes that are bound at `codes`. */
export function withoutEntries(attention: string, codes: "?" | ":ended"): string {
  return `(select coalesce(jsonb_agg(entry order by place), '[]')
    from jsonb_array_elements(${attention}) with ordinality as entries (entry, place) where entry->>'code' <> all(${codes}))`
}

/** Changes in one step of a pending call. `within`: the claim must not have ended either. */
export type Step = {
  task: Extract<TaskChange, { is: "sent" | "ended" }> & { error?: never }
  within?: boolean
  event?: LeaseEventType
  guard?: Pick<Guard, "status" | "unclaimed" | "application">
  set?: LeasePatch
  history?: HistoryEntry[]
  actor: Actor
}

/** The common part of the steps that one statement writes. */
type Shape = {
  event: LeaseEventType | undefined
  statuses: readonly LeaseStatus[] | undefined
  within: boolean
  unclaimed: boolean
  taskColumns: readonly string[]
  leaseColumns: readonly string[]
}

type Waiting = {
  row: { task_id: string; token: string; lease_id: string } & Record<string, unknown>
  resolve(lease: LeaseRecord | null): void
  reject(error: unknown): void
}

/** Steps of one shape that wait for the statement before theirs. */
type Line = { shape: Shape; sql: string; waiting: Waiting[]; writing: boolean }

/**
 * Writes the steps of pending calls: task, lease and history in one statement, whole or not at all. Steps that are asked for while another is
 * being written go together in the next statement, each judged separately, so that they share fixed costs such as planning.
 */
export class StepWriter {
  private readonly lines = new Map<string, Line>()

  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
    /** Something was written that is to be told. */
    private readonly tell: () => void,
  ) {}

  /** Answers the lease as it is afterward; null when the claim was lost, or the lease stands elsewhere. */
  write(task: ClaimedTask, step: Step): Promise<LeaseRecord | null> {
    const columns = taskColumns(step.task)
    const line = this.lineOf(step, Object.keys(columns))
    const row = {
      task_id: task.id,
      token: task.claim_token,
      lease_id: task.lease_id,
      application: step.guard?.application || null,
      task: columns,
      lease: step.set ?? {},
      events: eventsOf(step),
      news: newsOf(task.lease_id, step, this.now()),
    }
    return new Promise((resolve, reject) => {
      line.waiting.push({ row, resolve, reject })
      if (!line.writing) void this.writeAll(line)
    })
  }

  private lineOf({ event, guard = {}, set = {}, within = false }: Step, columns: string[]): Line {
    const shape: Shape = {
      event,
      statuses: event
        ? transitions[event].from.filter((status) => guard.status?.includes(status) ?? true)
        : guard.status,
      within,
      unclaimed: guard.unclaimed ?? false,
      taskColumns: columns,
      leaseColumns: Object.keys(set),
    }
    const key = JSON.stringify(shape)
    const line = this.lines.get(key) ?? { shape, sql: statementOf(shape), waiting: [], writing: false }
    this.lines.set(key, line)
    return line
  }

  private async writeAll(line: Line): Promise<void> {
    line.writing = true
    // Callers in the same turn of the event loop join this statement.
    await nextTurn()
    while (line.waiting.length) {
      const together = onePerLease(line)
      try {
        await this.writeTogether(line, together)
      } catch (error) {
        if (together.length === 1) together[0]?.reject(error)
        // One of them may be what the database will not have: the others must not fail with it.
        else for (const step of together) await this.writeTogether(line, [step]).catch(step.reject)
      }
    }
    line.writing = false
  }

  private async writeTogether({ shape, sql }: Line, steps: Waiting[]): Promise<void> {
    const now = this.now()
    const bindings = {
      steps: JSON.stringify(steps.map(({ row }) => row)),
      count: steps.length,
      now,
      statuses: shape.statuses ?? [],
      to: shape.event ? transitions[shape.event].to : "",
      ended: shape.event ? endedBy(transitions[shape.event].to) : [],
    }
    const { rows }: { rows: LeaseRecord[] } = await this.knex.raw(sql, bindings as unknown as Knex.RawBinding[])
    const moved = new Map(rows.map((lease) => [lease.id, lease]))
    if (shape.event && announced[shape.event]) this.tell()
    for (const { row, resolve } of steps) resolve(moved.get(row.lease_id) ?? null)
  }
}

/** Takes the waiting steps, but only the first of each lease: a statement writes a row once. */
function onePerLease(line: Line): Waiting[] {
  const seen = new Set<string>()
  const together: Waiting[] = []
  const later: Waiting[] = []
  for (const step of line.waiting) {
    ;(seen.has(step.row.lease_id) ? later : together).push(step)
    seen.add(step.row.lease_id)
  }
  line.waiting = later
  return together
}

/** SQL: the news of leases that have entered a status now. */
const NEWS = `, announced as (
      insert into lease_announcement (id, lease_id, name, bus_at, mail_at, created_at, updated_at)
      select news.id, news.lease_id, news.name, news.bus_at, news.mail_at, ${NOW}, ${NOW}
      from fitting join moved on moved.id = fitting.lease_id,
        jsonb_populate_record(cast(null as lease_announcement), fitting.news) as news
      where moved.status_at = ${NOW} order by fitting.lease_id
    )`

/**
 * Tasks and leases are locked in the order of their ids, so that two statements never wait for each other. The values of columns come as JSON
 * and are read by the tables' own types.
 */
function statementOf({ event, statuses, within, unclaimed, taskColumns, leaseColumns }: Shape): string {
  const entering = event
    ? [
        "status = :to",
        `status_at = case when lease.status = :to then lease.status_at else ${NOW} end`,
        `look_at = ${NOW}`,
        ...(endedBy(transitions[event].to).length && !leaseColumns.includes("attention")
          ? [`attention = ${withoutEntries("lease.attention", ":ended")}`]
          : []),
      ]
    : []
  const set = [...entering, ...leaseColumns.map((column) => `${column} = change.${column}`)]
  const moved = set.length
    ? `update lease set ${set.join(", ")}, updated_at = ${NOW}
       from fitting, jsonb_populate_record(cast(null as lease), fitting.lease) as change
       where lease.id = fitting.lease_id returning lease.*`
    : "select lease.* from lease join fitting on lease.id = fitting.lease_id"
  return `
    with given as materialized (
      select * from jsonb_to_recordset(cast(:steps as jsonb))
        as step (task_id text, token text, lease_id text, application text, task jsonb, lease jsonb, events jsonb, news jsonb)
      limit :count
    ), held as materialized (
      select given.* from lease_task join given on lease_task.id = given.task_id
      where lease_task.claim_token = given.token and lease_task.state = 'running' and lease_task.deleted_at is null
        ${within ? `and lease_task.due_at > ${NOW}` : ""}
      order by lease_task.id for update of lease_task
    ), fitting as materialized (
      select held.* from lease join held on lease.id = held.lease_id
      where lease.deleted_at is null and (held.application is null or lease.application_id = held.application)
        ${statuses ? "and lease.status = any(:statuses)" : ""}
        ${unclaimed ? `and (lease.claimed_until is null or lease.claimed_until < ${NOW})` : ""}
      order by lease.id for update of lease
    ), moved as (
      ${moved}
    ), written as (
      update lease_task set ${taskColumns.map((column) => `${column} = change.${column}, `).join("")}updated_at = ${NOW}
      from fitting, jsonb_populate_record(cast(null as lease_task), fitting.task) as change
      where lease_task.id = fitting.task_id
    ), told as (
      insert into lease_event (id, lease_id, type, actor, actor_id, detail, created_at, updated_at)
      select event.id, fitting.lease_id, event.type, event.actor, event.actor_id, event.detail, ${NOW}, ${NOW}
      from fitting, jsonb_to_recordset(fitting.events)
        as event (place int, id text, type text, actor text, actor_id text, detail jsonb)
      order by fitting.lease_id, event.place
    )${event && announced[event] ? NEWS : ""}
    select * from moved`
}

function newsOf(leaseId: string, { event }: Step, now: Date) {
  const name = event && announced[event]
  return name ? newAnnouncement(leaseId, { name }, now) : null
}

function eventsOf({ history = [], actor }: Step) {
  return history.map((entry, place) => ({ place, ...newHistory(actor, entry) }))
}
