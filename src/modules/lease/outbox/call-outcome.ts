import { LeaseRefused, LeaseServiceError } from "../../../client"
import { type AccountDeps, type LedgerDeps, reread, SERVICE } from "../accounts/deps"
import { isUsedLink } from "../calls/one-time-url"
import { applicationOf, type ReadBackResult, type ServiceCall } from "../calls/service-call"
import { reasonOf, serviceFailure } from "../lease-service/errors"
import { alertsThat } from "../rules/alerts"
import { MINUTE_MS } from "../rules/moments"
import { type CallError, type ClaimedCall, followUpsOf, goesOn, isReplacing } from "../rules/pending-calls"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseStore } from "../tables/lease-store"
import type { CallResult } from "../tables/pending-call-store"
import { LedgerRefusal } from "../texts/messages"
import { again, errorOf, isHeldBack } from "./back-off"
import type { MedusaSide } from "./medusa"
import { openReplacement } from "./order-to-sign"

/** How long to wait for Medusa's own cancellation after ours before the job repeats it. */
export const CORE_LAG_MS = MINUTE_MS

/** After this many attempts without a clear result, staff get an alert while the job keeps trying. */
const ALERT_AFTER = 3

/** An attempt at a call. `lease` is the lease when the attempt began. `medusa` is set only if the job makes the call. */
export type Attempt = {
  accountDeps: AccountDeps
  lease: LeaseRecord
  call: ClaimedCall
  definition: ServiceCall
  medusa?: MedusaSide
}

/** How an attempt ends. The first four kinds are also states of the call's row. `reason` appears in the history. */
export type CallOutcome =
  | { kind: "done" }
  /** A clear refusal that had no effect on the service. The call isn't due again until a user requests it. */
  | { kind: "refused"; refusal: LedgerRefusal; reason?: string }
  /** The attempt had no effect. If `sent`, it got no clear response instead, so the next attempt reads it back. */
  | { kind: "due"; refusal: LedgerRefusal; reason: string; sent?: true }
  /** The call was sent and can't be read back. Staff ask the operator, then enter the outcome or have the call sent again. */
  | { kind: "unknown" }
  /** If `dropped`, the facts no longer require the call. If `lost`, somebody else now has the lease or the claim. */
  | { kind: "dropped" | "lost" }

/** Reads from the service whether an earlier attempt took effect. Throws LeaseServiceError if the service can't be read. */
export async function readEarlierAttempt(one: Attempt): Promise<ReadBackResult> {
  const { accountDeps, lease, call } = one
  const { readBack, alsoReads } = one.definition
  if (!readBack) return "not_done"
  const reading = await accountDeps.service.readStatus(applicationOf(lease))
  return readBack({ reading, ...(await alsoReads?.(accountDeps, lease, reading)) }, lease, call)
}

/**
 * The outcome of an attempt that threw. If it threw before the call, nothing was sent. Otherwise, the error's `effect` shows whether the call took
 * effect.
 */
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
    // If a read before the call went unanswered, nothing was sent, so report only that the service didn't respond.
    const unreachable = new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: refusal.cause })
    return refusal.kind === "unknown" ? { ...due, refusal: unreachable } : due
  }
  if (error.effect === "unknown") return { ...due, sent: true }
  if (!(error instanceof LeaseRefused)) return call.sent ? { ...due, sent: true } : due
  return toOutcomeOfRefusal(error, one, refusal)
}

/**
 * The outcome of a refused call. A "wrong state" refusal may mean that our own or another call already succeeded, so check the status with the
 * service. If a one-time URL says it was already used, our own unanswered attempt used it; if there was none, somebody else did. Any other refusal
 * after an unanswered attempt may have been caused by that attempt, so the outcome is unknown and staff must ask the operator, unless the refusal is
 * about the data itself.
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
    // Use the read's error as the cause, because it determines when to retry.
    const due = new LedgerRefusal(refusal.code, refusal.params, { kind: refusal.kind, cause: readError })
    return { kind: "due", refusal: due, reason: error.name, sent: true }
  }
}

/** The lease after the call, or a refusal for the user who requested it. */
export type CallAnswer = LeaseRecord | LedgerRefusal

/** Records how an attempt ended in the call's row, the lease, the history and the alerts. */
export async function recordOutcome(one: Attempt, outcome: CallOutcome): Promise<CallAnswer> {
  const { accountDeps, lease, call } = one
  const { historyPrefix, alerts } = one.definition
  switch (outcome.kind) {
    case "done":
      return recordSuccess(one)
    case "refused": {
      const reason = outcome.reason ?? outcome.refusal.params.reason ?? outcome.refusal.code
      const left: CallResult = { state: "refused", error: errorOf(accountDeps, outcome.refusal) }
      const linkAlert = alertsThat(({ link }) => link).find((code) => code === outcome.refusal.code)
      // Raise an alert if nobody is waiting for the refusal, as after an unanswered attempt.
      const tell = (store: LeaseStore) => store.raise(lease.id, linkAlert ?? alerts.failed, { reason })
      const entry = { type: `${historyPrefix}_refused`, detail: { reason } } as const
      if (await recordNoEffect(one, left, entry, { back: true, ...(goesOn(call) && { tell }) }))
        await accountDeps.store.clear(lease, alerts.unknown)
      return outcome.refusal
    }
    case "due": {
      const sent = call.sent || outcome.sent === true
      const error = errorOf(accountDeps, outcome.refusal)
      const left: CallResult =
        goesOn(call) || sent
          ? { ...again(accountDeps, call, outcome.refusal), sent, error }
          : { state: "refused", error }
      const type = outcome.sent ? (`${historyPrefix}_unanswered` as const) : (`${historyPrefix}_not_sent` as const)
      await recordNoEffect(one, left, { type, detail: { reason: outcome.reason } }, { back: !sent })
      // During an outage, a single alert covers all leases, so don't raise one for this lease.
      if (!isHeldBack(accountDeps, outcome.refusal) && call.attempts >= ALERT_AFTER && !accountDeps.breaker?.outage)
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
      // `busy` tells the user that the call wasn't sent, so it must not be sent later.
      if (goesOn(call))
        await accountDeps.store.pendingCalls.write(call, {
          ...again(accountDeps, call),
          ...uncounted(call),
          sent: call.sent,
        })
      else await drop(accountDeps, call)
      return new LedgerRefusal("busy")
  }
}

async function recordSuccess(one: Attempt): Promise<CallAnswer> {
  const { accountDeps, lease, call } = one
  const { event, set, history } = one.definition.done(accountDeps, lease, call)
  const change = {
    call: { state: "done" as const },
    ...(event && { event }),
    // Only an event makes the lease due for reconciliation. Without one, do so here.
    set: event ? { ...set } : { ...set, reconcile_at: accountDeps.now() },
    history,
    actor: SERVICE,
  }
  const followUps = followUpsOf(call)
  const isAlone = !followUps.length && !isReplacing(call)
  const after = isAlone
    ? await accountDeps.store.steps.write(call, change)
    : await accountDeps.store.transaction(async (store) => {
        const dueAt = new Date(accountDeps.now().getTime() + CORE_LAG_MS)
        for (const kind of followUps)
          await store.pendingCalls.enqueue(lease.id, kind, {
            actor: actorOf(call),
            ...(kind === "cancel_order" && { dueAt }),
          })
        const ended = await store.steps.write(call, change)
        if (ended && isReplacing(call)) await openReplacement(store, ended, actorOf(call))
        return ended
      })
  return after ? clearCallAlerts(one, after) : markAlreadyDone(one)
}

/**
 * Marks a call as done if staff or another process has already moved the lease past it. If the claim was lost, its new holder reads the call back.
 */
export async function markAlreadyDone(one: Attempt): Promise<CallAnswer> {
  const { accountDeps, lease, call } = one
  if (!(await accountDeps.store.pendingCalls.write(call, { state: "done" }))) return new LedgerRefusal("busy")
  return clearCallAlerts(one, await reread(accountDeps, lease))
}

async function clearCallAlerts({ accountDeps, definition }: Attempt, lease: LeaseRecord): Promise<LeaseRecord> {
  const { failed, unknown } = definition.alerts
  return accountDeps.store.clear(lease, failed, unknown, "mixed_up_answer")
}

/**
 * Records an attempt without effect. If `back` is true, the lease also leaves its transitional status. `tell` raises an alert in the same
 * transaction. Returns false if the claim was lost.
 */
function recordNoEffect(
  { accountDeps, lease, call, definition }: Attempt,
  left: CallResult,
  entry: HistoryEntry,
  { back, tell }: { back: boolean; tell?: (store: LeaseStore) => Promise<unknown> },
): Promise<boolean> {
  return accountDeps.store.transaction(async (store) => {
    if (!(await store.pendingCalls.write(call, left))) return false
    const event = back ? definition.back?.(lease) : undefined
    const moved = event && (await store.move(lease.id, event, { actor: SERVICE }))
    // A call that gave way to this one may be due again, so reconcile now.
    if (!moved && left.state === "refused") await store.wake(lease.id)
    await store.appendOnce(lease.id, SERVICE, entry)
    await tell?.(store)
    return true
  })
}

function resultUnknown(cause?: unknown): LedgerRefusal {
  return new LedgerRefusal("result_unknown", {}, { kind: "unknown", cause })
}

/**
 * Drops an unsent call that the facts no longer require. Also makes the lease due for reconciliation, because a call that gave way to this one may be
 * due again.
 */
export function drop({ store }: LedgerDeps, call: ClaimedCall): Promise<void> {
  return store.transaction(async (store) => {
    await store.pendingCalls.drop(call)
    await store.wake(call.lease_id)
  })
}

/** Columns for a claimed call that wasn't started: the claim doesn't count as an attempt, and the last error stays. */
export function uncounted({ attempts, last_error }: ClaimedCall): { attempts: number; error?: CallError } {
  return { attempts: attempts - 1, ...(last_error && { error: last_error }) }
}

export function actorOf({ actor: by, actor_id: id }: ClaimedCall): Actor {
  return id ? { by, id } : { by }
}
