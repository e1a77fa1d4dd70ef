import { randomUUID } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import {
  CALL_KINDS,
  CALL_STATES,
  type CallDetail,
  type CallError,
  type CallKind,
  type ClaimedCall,
  EXCLUSIVE_KINDS,
  FINISHED,
  isExclusive,
  OPEN,
  type Outcome,
  type PendingCall,
  requestedDetail,
  UNDER_WAY,
} from "../rules/pending-calls"
import type { Actor } from "../rules/records"
import { listed } from "../rules/state-machine"
import { OF_CHECK } from "./check-store"
import { NOT_HELD } from "./newer"
import { Table } from "./table"

/** Why a call can't be claimed now: it or another one is in progress, another's outcome is unknown, or only a newer version knows another. */
type NotTaken = "busy" | "unknown" | "newer"

/** Counts of calls that are due (including those whose process died), in progress, and sent without a known outcome. */
type Backlog = { due: number; running: number; unknown: number; oldest_due_at: Date | null }

/** SQL that excludes the leases of the bound accounts. "" is the top-level account. */
const NOT_OF =
  "not exists (select from lease where lease.id = lease_pending_call.lease_id and coalesce(lease.account_id, '') = any(?))"

export type CallResult = { state: "done" | "refused" | "unknown"; error?: CallError } | CallDueAgain

/** The call is retried at `due_at`. Omit `sent` and `attempts` to keep the row's values. */
export type CallDueAgain = { state: "due"; due_at: Date; sent?: boolean; attempts?: number; error?: CallError }

export function leftColumns({ error, ...left }: CallResult, now: Date): Record<string, unknown> {
  const isFinished = left.state === "done" || left.state === "refused"
  return {
    ...left,
    ...(isFinished && { sent: false, finished_at: now }),
    claim_token: null,
    last_error: error ? JSON.stringify(error) : null,
  }
}

/** `ms` is how long the claims last. Calls of the accounts in `not` are skipped. */
type Claim = { kinds: readonly CallKind[]; limit: number; ms: number; not?: (string | null)[]; leaseId?: string }

/**
 * Stores pending calls. Only the holder of a claim's token may write the call's outcome. Once the claim expires, another process may claim the call.
 */
export class PendingCallStore extends Table {
  /** Records a pending call. Returns null if this call, or another exclusive one, is already open. */
  async enqueue(
    leaseId: string,
    kind: CallKind,
    { dueAt, detail = {}, actor }: { dueAt?: Date; detail?: CallDetail; actor: Actor },
  ): Promise<PendingCall | null> {
    const [row] = await this.add(leaseId, kind, { detail, actor, state: "due", due_at: dueAt ?? this.now() })
    return row ?? null
  }

  /** Without the calls of held leases, which wait for staff, and without the readings of checks, which wait for all other calls. */
  async backlog(): Promise<Backlog> {
    const [backlog] = await this.sql<Backlog>(
      `select count(*) filter (where state <> 'unknown' and due_at <= :now)::int as due,
         count(*) filter (where state = 'running' and due_at > :now)::int as running,
         count(*) filter (where state = 'unknown')::int as unknown,
         min(due_at) filter (where state <> 'unknown' and due_at <= :now) as oldest_due_at
       from lease_pending_call where deleted_at is null and state in (${listed(OPEN)})
         and not exists (select from lease where lease.id = lease_id and held_at is not null) and not ${OF_CHECK}`,
      { now: this.now() },
    )
    return backlog as Backlog
  }

  /** The kinds of calls that are due or were claimed by a process that died, for all leases or for one. */
  async dueKinds(leaseId?: string): Promise<ReadonlySet<CallKind>> {
    const kinds: CallKind[] = await this.due(leaseId).distinct("kind").pluck("kind")
    return new Set(kinds)
  }

  /**
   * Claims calls of these kinds that are due or whose claim has expired, oldest first, except those of held and newer leases. Two processes never get the same
   * call. The readings of checks come last.
   */
  async claimDue(claim: Claim): Promise<ClaimedCall[]> {
    const claimed = await this.claimThat(`not ${OF_CHECK}`, claim)
    const limit = claim.limit - claimed.length
    if (!limit || !claim.kinds.includes("read_status")) return claimed
    return [...claimed, ...(await this.claimThat(OF_CHECK, { ...claim, limit }))]
  }

  private async claimThat(where: string, { kinds, limit, ms, not = [], leaseId }: Claim): Promise<ClaimedCall[]> {
    const now = this.now()
    const due = this.due(leaseId, now)
      .select("id")
      .whereIn("kind", [...kinds])
      .whereRaw(`${where} and ${NOT_HELD}`)
      .modify((query) => not.length && query.whereRaw(NOT_OF, [not.map((account_id) => account_id ?? "")]))
      .orderBy("due_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
    return this.pendingCalls()
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

  /** For a user's request, claims a lease's call of this kind, due or not, or adds one. Drops other exclusive calls that haven't started. */
  async take(
    leaseId: string,
    kind: CallKind,
    { detail, actor, ms }: { detail: CallDetail; actor: Actor; ms: number },
  ): Promise<ClaimedCall | NotTaken> {
    const rivals: readonly CallKind[] = isExclusive(kind) ? EXCLUSIVE_KINDS : [kind]
    const open: PendingCall[] = await this.pendingCalls()
      .where({ lease_id: leaseId })
      .where((calls) => calls.whereIn("kind", [...rivals]).orWhereNotIn("kind", [...CALL_KINDS]))
      .whereNotIn("state", [...FINISHED])
      .forUpdate()
    const now = this.now()
    if (open.some((call) => !CALL_KINDS.includes(call.kind) || !CALL_STATES.includes(call.state))) return "newer"
    if (open.some((call) => call.state === "running" && call.due_at > now)) return "busy"
    const others = open.filter((call) => call.kind !== kind)
    if (others.some((call) => call.sent)) return "unknown"
    if (others.length) await this.overtake(leaseId, kind)
    const claim = { state: "running", claim_token: randomUUID(), due_at: new Date(now.getTime() + ms) }
    const own = open.find((call) => call.kind === kind)
    if (!own) {
      const [added] = await this.add(leaseId, kind, { detail, actor, ...claim, attempts: 1 })
      return added ?? "busy"
    }
    const taken = requestedDetail(own, detail)
    const [row] = await this.pendingCalls()
      .where({ id: own.id })
      .update({ ...claim, attempts: own.attempts + 1, detail: JSON.stringify(taken), updated_at: now })
      .returning("*")
    return row
  }

  /** Records how an attempt ended. Returns false if the claim was lost. */
  async write(call: ClaimedCall, left: CallResult): Promise<boolean> {
    const now = this.now()
    return (await this.held(call).update({ ...leftColumns(left, now), updated_at: now })) === 1
  }

  /** Records an error and keeps the claim, because the call may still be running. */
  async note(call: ClaimedCall, error: CallError): Promise<void> {
    await this.held(call).update({ last_error: JSON.stringify(error), updated_at: this.now() })
  }

  async drop(call: ClaimedCall): Promise<void> {
    await this.held(call).delete()
  }

  /** Ends an open call with the outcome that staff entered. Returns false while the call is running. */
  async resolveByHand(call: PendingCall, outcome: Outcome): Promise<boolean> {
    const now = this.now()
    const changed = await this.pendingCalls()
      .where({ id: call.id })
      .where((query) => query.whereIn("state", ["due", "unknown", "refused"]).orWhere("due_at", "<=", now))
      .update({
        state: "resolved_by_hand",
        sent: false,
        claim_token: null,
        detail: this.knex.raw("coalesce(detail, '{}') || ?::jsonb", [JSON.stringify({ outcome })]),
        finished_at: now,
        updated_at: now,
      })
    return changed === 1
  }

  /**
   * Marks a call that failed or whose outcome is unknown as due now. Returns false while it runs. A sent call is read back first. If that's
   * inconclusive, `sendAgain` has it sent again.
   */
  async again(call: PendingCall, { sendAgain }: { sendAgain: boolean }): Promise<boolean> {
    const now = this.now()
    const changed = await this.pendingCalls()
      .where({ id: call.id })
      .whereIn("state", ["due", "unknown", "refused"])
      .update({
        state: "due",
        due_at: now,
        finished_at: null,
        ...(sendAgain && { detail: JSON.stringify({ ...call.detail, send_again: true }) }),
        updated_at: now,
      })
    return changed === 1
  }

  /**
   * Marks a held lease's open calls of these kinds as possibly sent, so that each is read back before it is sent, and those that wait as due now. After
   * somebody else's release, there are none, because calls that were added since are known to be unsent.
   */
  async doubt(leaseId: string, kinds: readonly CallKind[]): Promise<PendingCall[]> {
    const now = this.now()
    return this.pendingCalls()
      .whereExists(this.notDeleted("lease").where({ id: leaseId }).whereNotNull("held_at"))
      .where({ lease_id: leaseId })
      .whereIn("kind", [...kinds])
      .whereIn("state", [...UNDER_WAY])
      .update({
        sent: true,
        due_at: this.knex.raw("case when state = 'due' then ? else due_at end", [now]),
        updated_at: now,
      })
      .returning("*")
  }

  /** Leaves an open call to staff, who find out whether to send it. `error` says why. */
  async leaveToStaff(call: PendingCall, error: CallError): Promise<void> {
    await this.pendingCalls()
      .where({ id: call.id })
      .whereIn("state", [...UNDER_WAY])
      .update({ state: "unknown", claim_token: null, last_error: JSON.stringify(error), updated_at: this.now() })
  }

  ofLease(leaseId: string): Promise<PendingCall[]> {
    return this.ofLeases([leaseId])
  }

  /** Newest first. */
  ofLeases(leaseIds: string[]): Promise<PendingCall[]> {
    return this.pendingCalls().whereIn("lease_id", leaseIds).orderBy("created_at", "desc").orderBy("id", "desc")
  }

  /**
   * Drops exclusive calls of other kinds that haven't started. Also deletes their details, because an erasure would no longer find them. For a
   * reading, drops the lease's reading of a check, which may be due much later.
   */
  async overtake(leaseId: string, kind: CallKind): Promise<void> {
    if (kind === "read_status")
      await this.pendingCalls().where({ lease_id: leaseId, state: "due" }).whereRaw(OF_CHECK).delete()
    if (!isExclusive(kind)) return
    const rivals = EXCLUSIVE_KINDS.filter((rival) => rival !== kind)
    const now = this.now()
    await this.pendingCalls()
      .where({ lease_id: leaseId, state: "due", sent: false })
      .whereIn("kind", rivals)
      .update({ deleted_at: now, updated_at: now, detail: "{}" })
  }

  private add(
    lease_id: string,
    kind: CallKind,
    { detail, actor, ...columns }: { detail: CallDetail; actor: Actor } & Record<string, unknown>,
  ): Promise<ClaimedCall[]> {
    const id = generateEntityId("", "leasecall")
    const given = { detail: JSON.stringify(detail), actor: actor.by, actor_id: actor.id ?? null }
    const created_at = this.afterAll("lease_pending_call", "lease_id", lease_id)
    const row = { id, lease_id, kind, attempts: 0, sent: false, created_at, ...given, ...columns }
    return this.insert("lease_pending_call", row).onConflict().ignore().returning("*")
  }

  private held({ id, claim_token }: ClaimedCall) {
    return this.pendingCalls().where({ id, claim_token, state: "running" })
  }

  /** Calls that are due, or claimed by a process that died. */
  private due(leaseId: string | undefined, now = this.now()) {
    return this.pendingCalls()
      .whereIn("state", [...UNDER_WAY])
      .where("due_at", "<=", now)
      .modify((query) => leaseId && query.where("lease_id", leaseId))
  }

  private pendingCalls() {
    return this.notDeleted("lease_pending_call")
  }
}
