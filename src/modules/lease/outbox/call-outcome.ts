import { LeaseRefused, LeaseServiceError } from "../../../client"
import { type AccountDeps, type LedgerDeps, reread, SERVICE } from "../accounts/deps"
import { isUsedLink } from "../calls/one-time-url"
import { applicationOf, type ServiceCall, type Verdict } from "../calls/service-call"
import { reasonOf, serviceFailure } from "../lease-service/errors"
import { alertsThat } from "../rules/alerts"
import { type CallError, type ClaimedCall, isReplacing } from "../rules/pending-calls"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseStore } from "../tables/lease-store"
import type { Left } from "../tables/pending-call-store"
import { LedgerRefusal } from "../texts/messages"
import { again, errorOf, isHeldBack } from "./back-off"
import type { MedusaSide } from "./medusa"
import { openReplacement } from "./order-to-sign"

/** How long Medusa's own cancellation may take after ours (ms) before the job repeats it. */
export const CORE_LAG_MS = 60_000

/** After this many attempts without a clear result, staff get an alert while the job goes on. */
const ALERT_AFTER = 3

/** One attempt at a call. `lease`: as it was when the attempt began. `medusa`: undefined when a person waits instead of the job. */
export type Attempt = {
  accountDeps: AccountDeps
  lease: LeaseRecord
  call: ClaimedCall
  definition: ServiceCall
  medusa?: MedusaSide
}

/** How an attempt ends. The first four are the states in which it leaves its row. `reason`: for the history. */
export type CallOutcome =
  | { kind: "done" }
  /** A clear refusal: nothing changed at the service, and no call is due until a person asks again. */
  | { kind: "refused"; refusal: LedgerRefusal; reason?: string }
  /** No effect; or `sent` without a clear answer, to be read back by the next attempt. */
  | { kind: "due"; refusal: LedgerRefusal; reason: string; sent?: true }
  /** Sent, and nothing more can be read: staff ask the operator, then enter the result or have it sent again. */
  | { kind: "unknown" }
  /** `dropped`: the facts no longer require it. `lost`: somebody else has the lease or the claim by now. */
  | { kind: "dropped" | "lost" }

/** What became of an earlier attempt, read from the service. Throws LeaseServiceError if it can't be asked. */
export async function readEarlierAttempt(one: Attempt): Promise<Verdict> {
  const { accountDeps, lease, call } = one
  const { readBack, alsoReads } = one.definition
  if (!readBack) return "not_done"
  const reading = await accountDeps.service.readStatus(applicationOf(lease))
  return readBack({ reading, ...(await alsoReads?.(accountDeps, lease, reading)) }, lease, call)
}

/** The outcome of an attempt that threw: before the call, nothing was sent; the call itself says what it did by the error's `effect`. */
export async function toOutcome(error: unknown, one: Attempt, isBegun: boolean): Promise<CallOutcome> {
  const { accountDeps, lease, call } = one
  const { refused, refusalMayBeEarlier } = one.definition
  if (error instanceof LedgerRefusal) {
    if (error.kind === "unknown") return { kind: "due", refusal: error, reason: "no answer", sent: true }
    if (error.kind === "unavailable") return { kind: "due", refusal: error, reason: error.code }
    return call.sent && refusalMayBeEarlier ? { kind: "unknown" } : { kind: "refused", refusal: error }
  }
  if (!(error instanceof LeaseServiceError)) throw error
  const refusal = serviceFailure(accountDeps, error, { reader: "merchant", refused, lease })
  const due = { kind: "due", refusal, reason: error.name } as const
  if (!isBegun) {
    if (error instanceof LeaseRefused && !call.sent) return { kind: "refused", refusal, reason: reasonOf(error) }
    // To the person, an unanswered question is a service that did not answer: nothing was sent.
    const unreachable = new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: refusal.cause })
    return refusal.kind === "unknown" ? { ...due, refusal: unreachable } : due
  }
  if (error.effect === "unknown") return { ...due, sent: true }
  if (!(error instanceof LeaseRefused)) return call.sent ? { ...due, sent: true } : due
  return toOutcomeOfRefusal(error, one, refusal)
}

/**
 * "Wrong state" may be our own success or somebody else's, so the service is read. A one-time URL refuses a second use: after an attempt
 * without an answer, the first use was our own, otherwise somebody else's. Any other refusal after such an attempt may come from our own call,
 * unless it is about the data that was sent: then staff ask the operator.
 */
async function toOutcomeOfRefusal(error: LeaseRefused, one: Attempt, refusal: LedgerRefusal): Promise<CallOutcome> {
  const { sent } = one.call
  const refused: CallOutcome = { kind: "refused", refusal, reason: reasonOf(error) }
  if (!one.definition.readBack) {
    if (isUsedLink(one.accountDeps, error))
      return sent ? { kind: "done" } : { kind: "refused", refusal: new LedgerRefusal("link_used") }
    const isOfContent = error.httpStatus === 400 || error.errors !== undefined
    return sent && !isOfContent ? { kind: "unknown" } : refused
  }
  if (error.httpStatus !== 404 && error.httpStatus !== 409) return refused
  try {
    const verdict = await readEarlierAttempt(one)
    if (verdict === "done") return { kind: "done" }
    return verdict === "unclear" && sent ? { kind: "unknown" } : refused
  } catch (readError) {
    if (!(readError instanceof LeaseServiceError)) throw readError
    if (!sent) return refused
    // The last answer decides when to ask again, not the refusal before it.
    const due = new LedgerRefusal(refusal.code, refusal.params, { kind: refusal.kind, cause: readError })
    return { kind: "due", refusal: due, reason: error.name, sent: true }
  }
}

/** The lease afterward; if the call had no effect, also the text for the person who asked. */
export type CallAnswer = LeaseRecord | LedgerRefusal

/** Records how an attempt ended: its row, the lease, the history and the alerts. */
export async function recordOutcome(one: Attempt, outcome: CallOutcome): Promise<CallAnswer> {
  const { accountDeps, lease, call } = one
  const { historyPrefix, alerts } = one.definition
  // A person's call ends with the refusal that the person reads. A call that the facts require, or that may have taken effect, goes on.
  const goesOn = call.actor === "system" || call.sent
  switch (outcome.kind) {
    case "done":
      return recordSuccess(one)
    case "refused": {
      const reason = outcome.reason ?? outcome.refusal.params.reason ?? outcome.refusal.code
      const left: Left = { state: "refused", error: errorOf(accountDeps, outcome.refusal) }
      const linkAlert = alertsThat(({ link }) => link).find((code) => code === outcome.refusal.code)
      // The caller reads the refusal. After an attempt without an answer, nobody waits for it any more.
      const tell = (store: LeaseStore) => store.raise(lease.id, linkAlert ?? alerts.failed, { reason })
      const entry = { type: `${historyPrefix}_refused`, detail: { reason } } as const
      if (await recordNoEffect(one, left, entry, { back: true, ...(goesOn && { tell }) }))
        await accountDeps.store.clear(lease, alerts.unknown)
      return outcome.refusal
    }
    case "due": {
      const sent = call.sent || outcome.sent === true
      const error = errorOf(accountDeps, outcome.refusal)
      const left: Left =
        goesOn || sent ? { ...again(accountDeps, call, outcome.refusal), sent, error } : { state: "refused", error }
      const type = outcome.sent ? (`${historyPrefix}_unanswered` as const) : (`${historyPrefix}_not_sent` as const)
      await recordNoEffect(one, left, { type, detail: { reason: outcome.reason } }, { back: !sent })
      // During an outage, its one alert speaks for all leases.
      if (!isHeldBack(accountDeps, outcome.refusal) && call.attempts >= ALERT_AFTER && !accountDeps.breaker.outage)
        await accountDeps.store.raise(lease.id, sent ? alerts.unknown : alerts.failed)
      return outcome.sent ? resultUnknown(outcome.refusal.cause) : outcome.refusal
    }
    case "unknown":
      await accountDeps.store.transaction(async (store) => {
        await store.pendingCalls.write(call, { state: "unknown", error: errorOf(accountDeps, resultUnknown()) })
        await store.raise(lease.id, alerts.unknown)
      })
      return resultUnknown()
    case "dropped":
      await drop(accountDeps, call)
      return new LedgerRefusal("state_changed")
    case "lost":
      // The caller reads that nothing was sent, so nothing may be sent later.
      if (goesOn)
        await accountDeps.store.pendingCalls.write(call, {
          ...again(accountDeps, call),
          ...uncounted(call),
          sent: call.sent,
        })
      else await drop(accountDeps, call)
      return new LedgerRefusal("busy")
  }
}

/** Records success: call, lease and history at once. */
async function recordSuccess(one: Attempt): Promise<CallAnswer> {
  const { accountDeps, lease, call } = one
  const { event, set, history } = one.definition.done(accountDeps, lease, call)
  const change = {
    call: { state: "done" as const },
    ...(event && { event }),
    // Without a status change no check is scheduled, so ask for one.
    set: event ? { ...set } : { ...set, reconcile_at: accountDeps.now() },
    history,
    actor: SERVICE,
  }
  const isAlone = !call.detail.cancel_order && !isReplacing(call)
  const after = isAlone
    ? await accountDeps.store.steps.write(call, change)
    : await accountDeps.store.transaction(async (store) => {
        const dueAt = new Date(accountDeps.now().getTime() + CORE_LAG_MS)
        if (call.detail.cancel_order)
          await store.pendingCalls.enqueue(lease.id, "cancel_order", { dueAt, actor: askerOf(call) })
        const ended = await store.steps.write(call, change)
        if (ended && isReplacing(call)) await openReplacement(store, ended, askerOf(call))
        return ended
      })
  return after ? clearCallAlerts(one, after) : markAlreadyDone(one)
}

/** The lease is past this already, by staff or another process; or the claim is lost, and its new holder reads back. */
export async function markAlreadyDone(one: Attempt): Promise<CallAnswer> {
  const { accountDeps, lease, call } = one
  if (!(await accountDeps.store.pendingCalls.write(call, { state: "done" }))) return new LedgerRefusal("busy")
  return clearCallAlerts(one, await reread(accountDeps, lease))
}

/** Clears the alerts that earlier attempts raised. */
async function clearCallAlerts({ accountDeps, definition }: Attempt, lease: LeaseRecord): Promise<LeaseRecord> {
  const { failed, unknown } = definition.alerts
  return accountDeps.store.clear(lease, failed, unknown, "mixed_up_answer")
}

/**
 * Records an attempt without effect. `back`: the lease also leaves its in-between status. `tell`: raises the alert of a call that nothing makes
 * again, in the same transaction. Returns false if the claim was lost.
 */
function recordNoEffect(
  { accountDeps, lease, call, definition }: Attempt,
  left: Left,
  entry: HistoryEntry,
  { back, tell }: { back: boolean; tell?: (store: LeaseStore) => Promise<unknown> },
): Promise<boolean> {
  return accountDeps.store.transaction(async (store) => {
    if (!(await store.pendingCalls.write(call, left))) return false
    const event = back ? definition.back?.(lease) : undefined
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
export function drop({ store }: LedgerDeps, call: ClaimedCall): Promise<void> {
  return store.transaction(async (store) => {
    await store.pendingCalls.drop(call)
    await store.wake(call.lease_id)
  })
}

/** The columns of a claim that began nothing: it counts as no attempt, and the earlier error stays. */
export function uncounted({ attempts, last_error }: ClaimedCall): { attempts: number; error?: CallError } {
  return { attempts: attempts - 1, ...(last_error && { error: last_error }) }
}

/** Who asked for the call. */
export function askerOf({ actor: by, actor_id: id }: ClaimedCall): Actor {
  return id ? { by, id } : { by }
}
