import { isServiceCall, serviceCalls } from "../calls"
import type { CallSuccess, ServiceCall } from "../calls/service-call"
import type { DecisionFacts } from "../decide/decision"
import { hasAlert } from "../rules/alerts"
import { isEnded, isHosted, isOffered, isPlaced, isSigned, isSure } from "../rules/lease-predicates"
import {
  type CallKind,
  followUpsOf,
  goesOn,
  isExclusive,
  isOpen,
  isReplacing,
  type PendingCall,
} from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import { type LeaseEventType, type LeaseStatus, transitions } from "../rules/state-machine"
import type { ExplanationCode } from "../texts/explanation"
import { entered } from "./foresee"

/** What may happen next without the plugin's doing. */
export type Condition = Extract<ExplanationCode, `if_${string}`>

/** The facts afterward. `sentences` tell what happens at once, in addition to what the decisions then do. */
type WhatIf = { facts: DecisionFacts; sentences: ExplanationCode[]; alert?: string }

/** For each condition, the facts if it comes true now. Null if it can't. */
export const outcomes: Record<Condition, (facts: DecisionFacts) => WhatIf | null> = {
  if_approved: (facts) =>
    afterEvent(facts, "application_approved", { application_id: facts.lease.application_id ?? "" }),
  if_signed: (facts) => {
    const { lease, now } = facts
    if (isHosted(lease) || !isOffered(lease) || !lease.contract_at) return null
    return afterEvent(facts, "signature_verified", { ...verified(now), signed_at: lease.signed_at ?? now })
  },
  if_confirmed: (facts) => {
    const { lease, now } = facts
    if (isHosted(lease) || isSure(lease) || !(isSigned(lease) || isPlaced(lease))) return null
    return changed(facts, {
      ...lease,
      ...verified(now),
      alerts: lease.alerts.filter(({ code }) => code !== "lease_dead"),
    })
  },
  if_accepted: (facts) => {
    const call = callToService(facts)
    return call && accepted(facts, call)
  },
  if_refused: (facts) => {
    const call = callToService(facts)
    return call && refused(facts, call)
  },
  if_order_canceled: (facts) => {
    const { order, lease, now } = facts
    if (!order || order.canceled || isEnded(lease)) return null
    if (!order.cancelable) return order.shipped && !isHosted(lease) ? { facts, sentences: ["shipped_first"] } : null
    const canceled = { ...order, canceled: true, cancelable: false, canceledAt: now }
    return changed({ ...facts, order: canceled }, lease)
  },
}
export const CONDITIONS = Object.keys(outcomes) as Condition[]

function verified(now: Date) {
  return { evidence: "verified", verified_at: now, checked_at: now } as const
}

/** The facts with this lease, which is reconciled at once. */
function changed(facts: DecisionFacts, lease: LeaseRecord, sentences: ExplanationCode[] = []): WhatIf {
  return { facts: { ...facts, lease: { ...lease, reconcile_at: facts.now } }, sentences }
}

function afterEvent(facts: DecisionFacts, event: LeaseEventType, set: Partial<LeaseRecord> = {}): WhatIf | null {
  const { lease, now } = facts
  const { from }: { from: readonly LeaseStatus[] } = transitions[event]
  return from.includes(lease.status) ? changed(facts, { ...entered(lease, event, now), ...set }) : null
}

type CallToService = PendingCall & { definition: ServiceCall }

/** The open call to the service that has to take effect once. */
function callToService({ pendingCalls }: DecisionFacts): CallToService | null {
  const open = pendingCalls.filter((call) => isOpen(call) && isServiceCall(call.kind))
  const call = open.find(({ kind }) => isExclusive(kind)) ?? open[0]
  return call && isServiceCall(call.kind) ? { ...call, definition: serviceCalls[call.kind] } : null
}

function ended(facts: DecisionFacts, { id }: PendingCall, change: Partial<PendingCall>): DecisionFacts {
  const pendingCalls = facts.pendingCalls.map((call) =>
    call.id === id ? { ...call, finished_at: facts.now, ...change } : call,
  )
  return { ...facts, pendingCalls }
}

/** A call of the job that is due now. */
export function dueCall(kind: CallKind, { lease, now }: DecisionFacts): PendingCall {
  return {
    ...{ id: kind, lease_id: lease.id, kind, state: "due", attempts: 0, due_at: now, claim_token: null, sent: false },
    ...{ detail: {}, actor: "system", actor_id: null, last_error: null, created_at: now, finished_at: null },
  }
}

const BECOMES: Partial<Record<LeaseStatus, ExplanationCode>> = {
  canceled: "lease_canceled",
  returned: "lease_returned",
  delivered: "lease_begins",
}

function accepted(facts: DecisionFacts, call: CallToService): WhatIf | null {
  const { now } = facts
  const { entering } = call.definition
  // The call may not have been sent yet.
  const lease =
    entering && facts.lease.status !== entering.status ? entered(facts.lease, entering.event, now) : facts.lease
  const { event, set = {} }: CallSuccess = call.definition.done({ now: () => now }, lease, call)
  const after = ended({ ...facts, lease }, call, { state: "done" })
  const becomes = event && BECOMES[transitions[event].to]
  const sentences: ExplanationCode[] = [
    ...(becomes ? [becomes] : []),
    ...(call.kind === "return_lines" ? (["lease_reduced"] as const) : []),
    ...followUpsOf(call),
    ...(isReplacing(call) ? (["customer_signs_anew"] as const) : []),
  ]
  const known = {
    ...after,
    pendingCalls: [...followUpsOf(call).map((kind) => dueCall(kind, after)), ...after.pendingCalls],
  }
  const outcome = event ? afterEvent(known, event, set) : changed(known, { ...lease, ...set })
  return outcome && { ...outcome, sentences }
}

function refused(facts: DecisionFacts, call: CallToService): WhatIf | null {
  const { lease } = facts
  const { entering, back, alerts } = call.definition
  const after = ended(facts, call, { state: "refused" })
  const isBack = back && lease.status === entering?.status
  const outcome = isBack ? afterEvent(after, back(lease)) : changed(after, lease)
  if (!outcome) return null
  const { lease: left } = outcome.facts
  const clear = left.alerts.filter(({ code }) => code !== alerts.unknown)
  const isRaised = goesOn(call) && !hasAlert(clear, alerts.failed)
  const raised = isRaised ? [{ code: alerts.failed, params: {}, since: facts.now.toISOString() }] : []
  const known = { ...outcome.facts, lease: { ...left, alerts: [...clear, ...raised] } }
  return { facts: known, sentences: ["lease_continues"], ...(isRaised && { alert: alerts.failed }) }
}
