import { randomUUID } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Actor } from "../rules/records"
import { listed } from "../rules/state-machine"
import {
  type ClaimedTask,
  EXCLUSIVE_KINDS,
  isExclusive,
  OPEN,
  type Outcome,
  type TaskDetail,
  type TaskError,
  type TaskKind,
  type TaskRecord,
  UNDER_WAY,
} from "../rules/tasks"
import { Table } from "./table"

/** Why a person can't make a call now: another one is in progress, or its outcome is unknown. */
type NotTaken = "busy" | "unknown"

/** Counts of calls that are due (also those whose process has died), in progress, and sent without a known outcome. */
type Backlog = { due: number; running: number; unknown: number; oldest_due_at: Date | null }

/** The lease is of none of these accounts; the one without a name is "". */
const NOT_OF =
  "not exists (select from lease where lease.id = lease_task.lease_id and coalesce(lease.account, '') = any(?))"

/** How an attempt leaves its row: in this state and without a claim. */
export type Left = { state: "done" | "refused" | "unknown"; error?: TaskError } | LeftDue

/** When it is retried. Leave out `sent` and `attempts` to keep the row's values. */
export type LeftDue = { state: "due"; due_at: Date; sent?: boolean; attempts?: number; error?: TaskError }

/** The columns of {@link Left}. */
export function leftColumns({ error, ...left }: Left, now: Date): Record<string, unknown> {
  const isOver = left.state === "done" || left.state === "refused"
  return {
    ...left,
    ...(isOver && { sent: false, finished_at: now }),
    claim_token: null,
    last_error: error ? JSON.stringify(error) : null,
  }
}

/** `ms`: how long the claims last. `not`: no calls for leases of these accounts. */
type Claim = { kinds: readonly TaskKind[]; limit: number; ms: number; not?: (string | null)[]; leaseId?: string }

/** The pending calls. A claim is a conditional update with a token. Its holder may write the outcome; after it ends, the next process may claim. */
export class TaskStore extends Table {
  /** Records a pending call. Null if this one, or another exclusive one, is already open. */
  async owe(
    leaseId: string,
    kind: TaskKind,
    { dueAt, detail = {}, actor }: { dueAt?: Date; detail?: TaskDetail; actor: Actor },
  ): Promise<TaskRecord | null> {
    const [row] = await this.add(leaseId, kind, { detail, actor, state: "due", due_at: dueAt ?? this.now() })
    return row ?? null
  }

  async backlog(): Promise<Backlog> {
    const [backlog] = await this.sql<Backlog>(
      `select count(*) filter (where state <> 'unknown' and due_at <= :now)::int as due,
         count(*) filter (where state = 'running' and due_at > :now)::int as running,
         count(*) filter (where state = 'unknown')::int as unknown,
         min(due_at) filter (where state <> 'unknown' and due_at <= :now) as oldest_due_at
       from lease_task where deleted_at is null and state in (${listed(OPEN)})`,
      { now: this.now() },
    )
    return backlog as Backlog
  }

  /** The kinds with a due call, or one claimed by a process that has died: of all leases, or of one. */
  async dueKinds(leaseId?: string): Promise<ReadonlySet<TaskKind>> {
    const kinds: TaskKind[] = await this.due(leaseId).distinct("kind").pluck("kind")
    return new Set(kinds)
  }

  /** Claims due calls of these kinds, oldest first, also those whose claim has ended. Two processes never get the same. */
  async claimDue({ kinds, limit, ms, not = [], leaseId }: Claim): Promise<ClaimedTask[]> {
    const now = this.now()
    const due = this.due(leaseId, now)
      .select("id")
      .whereIn("kind", [...kinds])
      .modify((query) => not.length && query.whereRaw(NOT_OF, [not.map((account) => account ?? "")]))
      .orderBy("due_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
    return this.tasks()
      .whereIn("id", due)
      .update({
        state: "running",
        claim_token: randomUUID(),
        due_at: new Date(now.getTime() + ms),
        attempts: this.knex.raw("attempts + 1"),
        updated_at: now,
      })
      .returning("*")
  }

  /** Claims one call of a lease for a person who requests it now, due or not. Exclusive calls that have not begun give way to it. */
  async take(
    leaseId: string,
    kind: TaskKind,
    { detail, actor, ms }: { detail: TaskDetail; actor: Actor; ms: number },
  ): Promise<ClaimedTask | NotTaken> {
    const rivals: readonly TaskKind[] = isExclusive(kind) ? EXCLUSIVE_KINDS : [kind]
    const open: TaskRecord[] = await this.tasks()
      .where({ lease_id: leaseId })
      .whereIn("kind", [...rivals])
      .whereIn("state", [...OPEN])
      .forUpdate()
    const now = this.now()
    if (open.some((task) => task.state === "running" && task.due_at > now)) return "busy"
    const others = open.filter((task) => task.kind !== kind)
    if (others.some((task) => task.sent)) return "unknown"
    if (others.length) await this.overtake(leaseId, kind)
    const claim = { state: "running", claim_token: randomUUID(), due_at: new Date(now.getTime() + ms) }
    const own = open.find((task) => task.kind === kind)
    if (!own) {
      const [added] = await this.add(leaseId, kind, { detail, actor, ...claim, attempts: 1 })
      return added ?? "busy"
    }
    // A call that was sent keeps its details. Only a call that has not begun takes the new ones.
    const taken = { ...own.detail, ...(own.sent ? { send_again: detail.send_again } : detail) }
    const [row] = await this.tasks()
      .where({ id: own.id })
      .update({ ...claim, attempts: own.attempts + 1, detail: JSON.stringify(taken), updated_at: now })
      .returning("*")
    return row
  }

  /** Writes how an attempt left its row. False if the claim was lost. */
  async write(task: ClaimedTask, left: Left): Promise<boolean> {
    const now = this.now()
    return (await this.held(task).update({ ...leftColumns(left, now), updated_at: now })) === 1
  }

  /** Notes an error of a call that goes on: the claim lasts until it ends. */
  async note(task: ClaimedTask, error: TaskError): Promise<void> {
    await this.held(task).update({ last_error: JSON.stringify(error), updated_at: this.now() })
  }

  /** Deletes a task with nothing worth keeping, or which the facts no longer require. */
  async drop(task: ClaimedTask): Promise<void> {
    await this.held(task).delete()
  }

  /** Ends an open task with the outcome that a person entered; false while it is running. */
  async settle(task: TaskRecord, outcome: Outcome): Promise<boolean> {
    const now = this.now()
    const changed = await this.tasks()
      .where({ id: task.id })
      .where((query) => query.whereIn("state", ["due", "unknown", "refused"]).orWhere("due_at", "<=", now))
      .update({
        state: "settled",
        sent: false,
        claim_token: null,
        detail: this.knex.raw("coalesce(detail, '{}') || ?::jsonb", [JSON.stringify({ outcome })]),
        finished_at: now,
        updated_at: now,
      })
    return changed === 1
  }

  /** Makes a failed or unknown task due now; false while it runs. A sent one is read back. `sendAgain`: and sent if reading settles nothing. */
  async again(task: TaskRecord, { sendAgain }: { sendAgain: boolean }): Promise<boolean> {
    const now = this.now()
    const changed = await this.tasks()
      .where({ id: task.id })
      .whereIn("state", ["due", "unknown", "refused"])
      .update({
        state: "due",
        due_at: now,
        finished_at: null,
        ...(sendAgain && { detail: JSON.stringify({ ...task.detail, send_again: true }) }),
        updated_at: now,
      })
    return changed === 1
  }

  /** Newest first. */
  ofLease(leaseId: string): Promise<TaskRecord[]> {
    return this.ofLeases([leaseId])
  }

  /** Newest first. */
  ofLeases(leaseIds: string[]): Promise<TaskRecord[]> {
    return this.tasks().whereIn("lease_id", leaseIds).orderBy("created_at", "desc").orderBy("id", "desc")
  }

  /** Drops exclusive calls that are due and never begun, in favor of what the facts require now. */
  async overtake(leaseId: string, kind: TaskKind): Promise<void> {
    if (!isExclusive(kind)) return
    const rivals = EXCLUSIVE_KINDS.filter((rival) => rival !== kind)
    const now = this.now()
    await this.tasks()
      .where({ lease_id: leaseId, state: "due", sent: false })
      .whereIn("kind", rivals)
      .update({ deleted_at: now, updated_at: now })
  }

  /** Adds a row unless this call, or another exclusive one, is already open. */
  private add(
    lease_id: string,
    kind: TaskKind,
    { detail, actor, ...columns }: { detail: TaskDetail; actor: Actor } & Record<string, unknown>,
  ): Promise<ClaimedTask[]> {
    const id = generateEntityId("", "leasetk")
    const given = { detail: JSON.stringify(detail), actor: actor.by, actor_id: actor.id ?? null }
    const created_at = this.afterAll("lease_task", "lease_id", lease_id)
    const row = { id, lease_id, kind, attempts: 0, sent: false, created_at, ...given, ...columns }
    return this.insert("lease_task", row).onConflict().ignore().returning("*")
  }

  private held({ id, claim_token }: ClaimedTask) {
    return this.tasks().where({ id, claim_token, state: "running" })
  }

  /** Due, or claimed by a process that has died. */
  private due(leaseId: string | undefined, now = this.now()) {
    return this.tasks()
      .whereIn("state", [...UNDER_WAY])
      .where("due_at", "<=", now)
      .modify((query) => leaseId && query.where("lease_id", leaseId))
  }

  private tasks() {
    return this.live("lease_task")
  }
}
