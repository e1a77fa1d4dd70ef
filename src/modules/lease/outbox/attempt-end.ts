import { type ServiceCallKind, serviceCalls } from "../calls"
import { alertsThat } from "../rules/alerts"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import { type ClaimedTask, isReplacing, type TaskError } from "../rules/tasks"
import { type Desk, type Ledger, reread, SERVICE } from "../status/ledger"
import type { LeaseStore } from "../tables/lease-store"
import type { Left } from "../tables/task-store"
import { LedgerRefusal } from "../texts/messages"
import { again, errorOf, isHeldBack } from "./back-off"
import type { MedusaSide } from "./medusa"
import { openReplacement } from "./order-to-sign"

/** How long Medusa's own cancellation may take after ours (ms) before the job repeats it. */
export const CORE_LAG_MS = 60_000

/** After this many attempts without a clear result, staff get an alert while the job goes on. */
const TELL_AFTER = 3

type ServiceTask = ClaimedTask & { kind: ServiceCallKind }

/** One attempt at a call. `lease`: as it was when the attempt began. `medusa`: undefined when a person waits instead of the job. */
export type Attempt = { at: Ledger; lease: LeaseRecord; task: ServiceTask; medusa?: MedusaSide }

/** How an attempt ends. The first four are the states in which it leaves its row. `reason`: for the history. */
export type End =
  | { is: "done" }
  /** A clear refusal: nothing changed at the service, and nothing is owed until a person asks again. */
  | { is: "refused"; no: LedgerRefusal; reason?: string }
  /** No effect; or `sent` without a clear answer, to be read back by the next attempt. */
  | { is: "due"; no: LedgerRefusal; reason: string; sent?: true }
  /** Sent, and nothing more can be read: staff ask the operator, then enter the result or have it sent again. */
  | { is: "unknown" }
  /** `dropped`: the facts no longer require it. `lost`: somebody else has the lease or the claim by now. */
  | { is: "dropped" | "lost" }

/** The lease afterward; if the call had no effect, also the text for the person who asked. */
export type Told = LeaseRecord | LedgerRefusal

/** Records how an attempt ended: its row, the lease, the history and the alerts. */
export async function end(one: Attempt, how: End): Promise<Told> {
  const { at, lease, task } = one
  const { words, alerts } = serviceCalls[task.kind]
  // A person's call ends with the refusal that the person reads. A call that the facts require, or that may have taken effect, goes on.
  const goesOn = task.actor === "system" || task.sent
  switch (how.is) {
    case "done":
      return took(one)
    case "refused": {
      const reason = how.reason ?? how.no.params.reason ?? how.no.code
      const left: Left = { state: "refused", error: errorOf(at, how.no) }
      const linkAlert = alertsThat(({ link }) => link).find((code) => code === how.no.code)
      // The caller reads the refusal. After an attempt without an answer, nobody waits for it any more.
      const tell = (store: LeaseStore) => store.raise(lease.id, linkAlert ?? alerts.failed, { reason })
      const entry = { type: `${words}_refused`, detail: { reason } } as const
      if (await leave(one, left, entry, { back: true, ...(goesOn && { tell }) }))
        await at.store.lower(lease, alerts.unknown)
      return how.no
    }
    case "due": {
      const sent = task.sent || how.sent === true
      const error = errorOf(at, how.no)
      const left: Left = goesOn || sent ? { ...again(at, task, how.no), sent, error } : { state: "refused", error }
      const type = how.sent ? (`${words}_unanswered` as const) : (`${words}_not_sent` as const)
      await leave(one, left, { type, detail: { reason: how.reason } }, { back: !sent })
      // During an outage, its one alert speaks for all leases.
      if (!isHeldBack(at, how.no) && task.attempts >= TELL_AFTER && !at.breaker.outage)
        await at.store.raise(lease.id, sent ? alerts.unknown : alerts.failed)
      return how.sent ? resultUnknown(how.no.cause) : how.no
    }
    case "unknown":
      await at.store.transaction(async (store) => {
        await store.tasks.write(task, { state: "unknown", error: errorOf(at, resultUnknown()) })
        await store.raise(lease.id, alerts.unknown)
      })
      return resultUnknown()
    case "dropped":
      await forget(at, task)
      return new LedgerRefusal("state_changed")
    case "lost":
      // The caller reads that nothing was sent, so nothing may be sent later.
      if (goesOn) await at.store.tasks.write(task, { ...again(at, task), ...untried(task), sent: task.sent })
      else await forget(at, task)
      return new LedgerRefusal("busy")
  }
}

/** Records success: task, lease and history at once. */
async function took(one: Attempt): Promise<Told> {
  const { at, lease, task } = one
  const { event, set, history } = serviceCalls[task.kind].done(at, lease, task)
  const change = {
    task: { state: "done" as const },
    ...(event && { event }),
    // Without a status change no check is scheduled, so ask for one.
    set: event ? { ...set } : { ...set, look_at: at.now() },
    history,
    actor: SERVICE,
  }
  const isAlone = !task.detail.cancel_order && !isReplacing(task)
  const after = isAlone
    ? await at.store.steps.write(task, change)
    : await at.store.transaction(async (store) => {
        const dueAt = new Date(at.now().getTime() + CORE_LAG_MS)
        if (task.detail.cancel_order) await store.tasks.owe(lease.id, "cancel_order", { dueAt, actor: askerOf(task) })
        const ended = await store.steps.write(task, change)
        if (ended && isReplacing(task)) await openReplacement(store, ended, askerOf(task))
        return ended
      })
  return after ? quiet(at, after, task) : elsewhere(one)
}

/** The lease is past this already, by staff or another process; or the claim is lost, and its new holder reads back. */
export async function elsewhere({ at, lease, task }: Attempt): Promise<Told> {
  if (!(await at.store.tasks.write(task, { state: "done" }))) return new LedgerRefusal("busy")
  return quiet(at, await reread(at, lease), task)
}

/** Closes the alerts that earlier attempts raised. */
async function quiet({ store }: Desk, lease: LeaseRecord, { kind }: ServiceTask): Promise<LeaseRecord> {
  const { failed, unknown } = serviceCalls[kind].alerts
  return store.lower(lease, failed, unknown, "mixed_up_answer")
}

/**
 * Records an attempt without effect. `back`: the lease also leaves its in-between status. `tell`: raises the alert of a call that nothing makes
 * again, in the same transaction. Returns false if the claim was lost.
 */
function leave(
  { at, lease, task }: Attempt,
  left: Left,
  entry: HistoryEntry,
  { back, tell }: { back: boolean; tell?: (store: LeaseStore) => Promise<unknown> },
): Promise<boolean> {
  return at.store.transaction(async (store) => {
    if (!(await store.tasks.write(task, left))) return false
    const event = back ? serviceCalls[task.kind].back?.(lease) : undefined
    const moved = event && (await store.move(lease.id, event, { actor: SERVICE }))
    // A call that gave way to this one may be due again.
    if (!moved && left.state === "refused") await store.wake(lease.id)
    await store.appendOnce(lease.id, SERVICE, entry)
    await tell?.(store)
    return true
  })
}

function resultUnknown(cause?: unknown): LedgerRefusal {
  return new LedgerRefusal("result_unknown", {}, { kind: "unknown", cause })
}

/** Nothing was sent, and the facts have changed. If they require the call again, or one that gave way to it, that becomes due again. */
export function forget({ store }: Desk, task: ClaimedTask): Promise<void> {
  return store.transaction(async (store) => {
    await store.tasks.drop(task)
    await store.wake(task.lease_id)
  })
}

/** The columns of a claim that began nothing: it counts as no attempt, and the earlier error stays. */
export function untried({ attempts, last_error }: ClaimedTask): { attempts: number; error?: TaskError } {
  return { attempts: attempts - 1, ...(last_error && { error: last_error }) }
}

/** Who asked for the call. */
export function askerOf({ actor: by, actor_id: id }: ClaimedTask): Actor {
  return id ? { by, id } : { by }
}
