import { LeaseHeldBack, LeaseOverRate, LeaseServiceError } from "../../../client"
import { type AttentionCode, alertsThat } from "../rules/alerts"
import { type ServiceCallKind } from "../rules/call-kinds"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import { type Ledger, reread, SERVICE } from "../status/ledger"
import type { TaskChange } from "../tables/task-store"
import { type ClaimedTask, isReplacing, NOT_REACHED, type TaskError } from "../tables/tasks"
import type { MessageCode } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import { retryMs } from "./back-off"
import { serviceCalls } from "./calls"
import { openReplacement } from "./replacement"

/** How an attempt at a call ends (`attempt.ts`): what is written of it, and what the person who asked is told. */

/** Core's own cancel follows ours at once (ms); after this it is seen to. */
export const CORE_LAG_MS = 60_000

/** What Medusa refuses for good is tried again after this long (ms). */
const STORE_REFUSAL_MS = 3600_000

/** After so many attempts without a clear end a person is told, while the job goes on. */
const TELL_AFTER = 3

/** `refused`: a clear no. `later`: no effect, to be tried again. `unknown`: sent, to be read back. `unclear`: nothing to be read; a person decides. */
export type CallResult =
  | { is: "done"; lease: LeaseRecord }
  | { is: "refused" | "later" | "unknown" | "unclear" | "lost"; refusal: LedgerRefusal }

/** A claimed task whose call goes to the service. `withdrawn`: it is owed no more, and an earlier attempt is only read back. */
export type ServiceTask = ClaimedTask & { kind: ServiceCallKind; withdrawn?: boolean }

/** One attempt at a call: `lease` as it was when the attempt began. */
export type Attempt = { ledger: Ledger; lease: LeaseRecord; task: ServiceTask }

/** It took effect: task, lease and history at once. */
export async function done({ ledger, lease, task }: Attempt): Promise<CallResult> {
  const { done: outcome, alerts } = serviceCalls[task.kind]
  const { event, set, history } = outcome(ledger, lease, task)
  const ended = { is: "ended", state: "done", at: ledger.now() } as const
  // No status change means no scheduled look, so ask for one.
  const woken = event ? {} : { look_at: ledger.now() }
  const change = { task: ended, ...(event && { event }), set: { ...set, ...woken }, history, actor: SERVICE }
  const isAlone = !task.detail.cancel_order && !isReplacing(task)
  const after = isAlone
    ? await ledger.store.step(task, change)
    : await ledger.store.transaction(async (store) => {
        if (task.detail.cancel_order)
          await store.tasks.owe(lease.id, "cancel_order", { dueAt: inMs(ledger, CORE_LAG_MS), actor: askerOf(task) })
        const ended = await store.step(task, change)
        if (ended && isReplacing(task)) await openReplacement(store, ended, askerOf(task))
        return ended
      })
  if (!after) return elsewhere(ledger, lease, task, ended)
  return { is: "done", lease: await quiet(ledger, after, [alerts.failed, alerts.unknown]) }
}

/** Alerts of an earlier attempt are answered now, and end. */
async function quiet(ledger: Ledger, lease: LeaseRecord, codes: readonly AttentionCode[]): Promise<LeaseRecord> {
  let after = lease
  for (const code of codes) after = await ledger.store.lower(after, code)
  return after
}

/** The lease is past this already, by a person's word or another process; or the claim is lost, and its new holder reads back. */
export async function elsewhere(
  ledger: Ledger,
  lease: LeaseRecord,
  task: ServiceTask,
  ended: TaskChange,
): Promise<CallResult> {
  if (!(await ledger.store.tasks.write(task, ended))) return { is: "lost", refusal: new LedgerRefusal("busy") }
  const { failed, unknown } = serviceCalls[task.kind].alerts
  return { is: "done", lease: await quiet(ledger, await reread(ledger, lease), [failed, unknown]) }
}

/** Nothing was sent, and the facts have changed; if they ask for it again, it is owed again. */
export async function forget({ store }: Ledger, task: ClaimedTask): Promise<void> {
  await store.tasks.drop(task)
  await store.wake(task.lease_id)
}

/** A clear no: nothing was changed at the service, and nothing is owed any more until a person asks again. */
export async function refused(attempt: Attempt, refusal: LedgerRefusal, reason?: string): Promise<CallResult> {
  const { ledger, lease, task } = attempt
  const { words, alerts } = serviceCalls[task.kind]
  const detail = { reason: reason ?? refusal.params.reason ?? refusal.code }
  const ended = { is: "ended", state: "refused", at: ledger.now(), error: errorOf(ledger, refusal) } as const
  const left = await leave(attempt, ended, { type: `${words}_refused`, detail }, true)
  if (left) await quiet(ledger, lease, [alerts.unknown])
  // The caller reads the refusal. After an attempt without an answer no one waits for it now.
  if (left && (task.actor === "system" || task.sent))
    await ledger.store.raise(lease.id, linkCodeOf(refusal) ?? alerts.failed, { reason: detail.reason })
  return { is: "refused", refusal }
}

function linkCodeOf({ code }: LedgerRefusal): AttentionCode | undefined {
  return alertsThat(({ link }) => link).find((one) => one === code)
}

/** Certainly without effect, and not refused either: a person may ask again, a pending call stays owed. */
export async function notSent(attempt: Attempt, refusal: LedgerRefusal, reason: string): Promise<CallResult> {
  const { ledger, task } = attempt
  const error = errorOf(ledger, refusal)
  const change: TaskChange = keeps(task)
    ? { ...again(ledger, task, refusal), sent: task.sent, error }
    : { is: "ended", state: "refused", at: ledger.now(), error }
  const entry: HistoryEntry = { type: `${serviceCalls[task.kind].words}_not_sent`, detail: { reason } }
  await leave(attempt, change, entry, !task.sent)
  if (!isHeldBack(ledger, refusal)) await tell(attempt, task.sent ? "unknown" : "failed")
  return { is: "later", refusal }
}

/** A person's call ends with the refusal that the person reads. A call that the facts ask for, or that may have taken effect, goes on. */
export function keeps(task: ServiceTask): boolean {
  return task.actor === "system" || task.sent
}

/** Sent, and no clear answer: the next attempt reads back. */
export async function unanswered(attempt: Attempt, refusal: LedgerRefusal, reason = "no answer"): Promise<CallResult> {
  const { ledger, task } = attempt
  const entry: HistoryEntry = { type: `${serviceCalls[task.kind].words}_unanswered`, detail: { reason } }
  await leave(attempt, { ...again(ledger, task, refusal), sent: true, error: errorOf(ledger, refusal) }, entry, false)
  if (!isHeldBack(ledger, refusal)) await tell(attempt, "unknown")
  return { is: "unknown", refusal: new LedgerRefusal("result_unknown", {}, { kind: "unknown", cause: refusal.cause }) }
}

/** Nothing more to be read: a person asks the operator, then says how it ended or has it sent again. */
export async function unclear({ ledger, lease, task }: Attempt): Promise<CallResult> {
  const refusal = new LedgerRefusal("result_unknown", {}, { kind: "unknown" })
  await ledger.store.tasks.write(task, { is: "unknown", error: errorOf(ledger, refusal) })
  await ledger.store.raise(lease.id, serviceCalls[task.kind].alerts.unknown)
  return { is: "unclear", refusal }
}

/** Writes how the attempt ended without effect; `back`: the lease leaves its in-between status as well. False when the claim was lost. */
function leave(attempt: Attempt, change: TaskChange, entry: HistoryEntry, back: boolean): Promise<boolean> {
  const { ledger, lease, task } = attempt
  return ledger.store.transaction(async (store) => {
    if (!(await store.tasks.write(task, change))) return false
    const event = back ? serviceCalls[task.kind].back?.(lease) : undefined
    if (event) await store.move(lease.id, event, { actor: SERVICE })
    else if (change.is === "ended") await store.wake(lease.id)
    await store.appendOnce(lease.id, SERVICE, entry)
    return true
  })
}

/** In an outage its one alert tells it for all leases. */
async function tell({ ledger, lease, task }: Attempt, what: "failed" | "unknown"): Promise<void> {
  if (task.attempts >= TELL_AFTER && !ledger.breaker.outage)
    await ledger.store.raise(lease.id, serviceCalls[task.kind].alerts[what])
}

/**
 * How a call that came to nothing stays owed; `error` may carry how long the service asked to wait. One that was kept from the service is as if it
 * had not been tried: that attempt is not counted, and the next one comes once the service may be back, or a turn be free.
 */
export function again(ledger: Ledger, task: ClaimedTask, error?: unknown): TaskChange & { is: "again" } {
  if (!isHeldBack(ledger, error)) {
    const askedMs = isStoreRefusal(error) ? STORE_REFUSAL_MS : causeOf(error)?.retryAfterMs
    return { is: "again", at: inMs(ledger, retryMs(task.attempts, askedMs)) }
  }
  const { outage, isLikely } = ledger.breaker
  const cause = causeOf(error)
  const turnMs = cause instanceof LeaseOverRate ? (cause.retryAfterMs ?? 0) : 0
  const probeMs = outage ? outage.probe_at.getTime() - ledger.now().getTime() : 0
  const waitMs = outage || isLikely ? retryMs(1, probeMs) : turnMs
  return { is: "again", at: inMs(ledger, waitMs), attempts: task.attempts - 1 }
}

/**
 * An outage, also one that is being asked about, or the rate made the call end with this, surely without effect. Of an error that came through
 * Medusa's own code nothing but its code is left.
 */
export function isHeldBack({ breaker, isRemoved }: Ledger, error: unknown): boolean {
  if (isRemoved || causeOf(error) instanceof LeaseHeldBack) return true
  const { code } = (error ?? {}) as { code?: unknown }
  return (breaker.outage !== null || breaker.isLikely) && NOT_REACHED.some((known) => known === code)
}

/** Medusa's own "no" stays one until somebody changes something: trying each minute would change nothing. */
function isStoreRefusal(error: unknown): boolean {
  return error instanceof LedgerRefusal && error.code === "store_refused"
}

/** The failure of the client behind a refusal. */
function causeOf(error: unknown): LeaseServiceError | undefined {
  const cause = error instanceof LedgerRefusal ? error.cause : error
  return cause instanceof LeaseServiceError ? cause : undefined
}

function inMs(ledger: Ledger, ms: number): Date {
  return new Date(ledger.now().getTime() + ms)
}

function errorOf(ledger: Ledger, { code, params }: LedgerRefusal): TaskError {
  return { code: code as MessageCode, params, at: ledger.now().toISOString() }
}

/** Who asked for the call. */
export function askerOf(task: ClaimedTask): Actor {
  return task.actor_id ? { by: task.actor, id: task.actor_id } : { by: task.actor }
}
