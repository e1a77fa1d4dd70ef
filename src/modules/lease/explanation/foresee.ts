import { lapseOf } from "../accounts/deps"
import { decideCalls } from "../decide/decide-calls"
import { after, type DecisionFacts, type DecisionOptions } from "../decide/decision"
import type { LeaseOptions } from "../options/options"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { clearedOnEntering, hasAlert } from "../rules/alerts"
import { DAY_MS } from "../rules/moments"
import { type CallKind, isExclusive, isOpen, type PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import { type LeaseEventType, type LeaseStatus, transitions } from "../rules/state-machine"

export type ForesightOptions = DecisionOptions & Pick<LeaseOptions, "timeoutMs" | "rate">

/** What the plugin does by itself, and from when on it is due. */
export type Act = { at: Date } & (
  | { does: CallKind | "record_order" | "release_order" | "lapse" }
  | { does: "raise_alert"; alert: RaisedAlertCode }
)

/** `readAt` is when the status is read again before that; null if it isn't. */
export type Foresight = { acts: Act[]; readAt: Date | null }

/** How far to look ahead. The last thing that a decision waits for by itself is an alert, some weeks after the signature. */
const HORIZON_MS = 90 * DAY_MS
/** Far ahead, the steps grow with the distance, because a placed order is reconciled every hour for weeks. */
const STRIDE = 4

/**
 * Returns what the plugin does next by itself, from the real decisions at each of the times at which the lease is reconciled. Presumes that nobody does
 * anything, and that each reading finds what the last one found.
 */
export function foresee(facts: DecisionFacts, options: ForesightOptions): Foresight {
  const { reconcile_at } = facts.lease
  if (!reconcile_at) return { acts: [], readAt: null }
  const start = reconcile_at > facts.now ? reconcile_at : facts.now
  let current: DecisionFacts = { ...facts, now: start }
  let readAt: Date | null = null
  while (current.now.getTime() - start.getTime() < HORIZON_MS) {
    const found = actsAt(current, options)
    if (found.reads) readAt ??= current.now
    if (found.acts.length || !found.reconcileAt) return { acts: found.acts, readAt }
    const next = later(found.reconcileAt, after(current.now, 1000))
    const far = after(current.now, (current.now.getTime() - start.getTime()) / STRIDE)
    const lease = found.lease
    const acts = far > next ? firstWithin({ ...current, lease }, { from: current.now, to: far }, options) : []
    if (acts.length) return { acts, readAt }
    current = { ...current, lease, now: later(next, far) }
  }
  return { acts: [], readAt }
}

/** The acts at the end of this time, dated to the second from which they are due. */
function firstWithin(facts: DecisionFacts, { from, to }: { from: Date; to: Date }, options: ForesightOptions): Act[] {
  const { acts } = actsAt({ ...facts, now: to }, options)
  if (!acts.length || to.getTime() - from.getTime() <= 1000) return acts
  const middle = new Date((from.getTime() + to.getTime()) / 2)
  const earlier = firstWithin(facts, { from, to: middle }, options)
  return earlier.length ? earlier : firstWithin(facts, { from: middle, to }, options)
}

type Found = { acts: Act[]; reads: boolean; lease: LeaseRecord; reconcileAt: Date | null }

/** What a reconciliation does now, and the lease afterward. */
function actsAt(facts: DecisionFacts, options: ForesightOptions): Found {
  const { pendingCalls, now: at } = facts
  const event = lapseOf(facts.lease, options, at)
  const lease = event ? entered(facts.lease, event, at) : facts.lease
  const { calls, raise, record, release, reconcileAt } = decideCalls({ ...facts, lease }, options)
  const reads = calls.some(({ kind }) => kind === "read_status")
  const acts: Act[] = [
    ...(event === "application_unanswered" ? [{ does: "lapse", at } as const] : []),
    ...(record ? [{ does: "record_order", at } as const] : []),
    ...(release ? [{ does: "release_order", at } as const] : []),
    ...calls
      .filter(({ kind }) => kind !== "read_status" && !isBarred(kind, pendingCalls))
      .map(({ kind, delayMs = 0 }) => ({ does: kind, at: after(at, delayMs) })),
    ...raise
      .filter((code) => !hasAlert(lease.alerts, code))
      .map((alert) => ({ does: "raise_alert", at, alert }) as const),
  ]
  return { acts, reads, lease: reads ? { ...lease, checked_at: at } : lease, reconcileAt }
}

/** Whether an open call keeps another one of this kind from being recorded. */
function isBarred(kind: CallKind, pendingCalls: readonly PendingCall[]): boolean {
  return pendingCalls.filter(isOpen).some((call) => {
    if (call.kind === kind) return true
    // A call that hasn't started gives way.
    return isExclusive(kind) && isExclusive(call.kind) && (call.state !== "due" || call.sent)
  })
}

/** The lease after an event, as the tables store it. */
export function entered(lease: LeaseRecord, event: LeaseEventType, now: Date): LeaseRecord {
  const { to }: { to: LeaseStatus } = transitions[event]
  const cleared = clearedOnEntering(to)
  return {
    ...lease,
    status: to,
    status_at: to === lease.status ? lease.status_at : now,
    reconcile_at: now,
    alerts: lease.alerts.filter(({ code }) => !cleared.includes(code)),
  }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
