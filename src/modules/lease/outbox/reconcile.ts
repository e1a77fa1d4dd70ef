import { setImmediate as nextTurn } from "node:timers/promises"
import { isRemoved, type LedgerDeps, leaveLapsed, ofLease, SYSTEM } from "../accounts/deps"
import { STARTING_KINDS } from "../calls"
import { decideCalls } from "../decide/decide-calls"
import {
  after,
  type Decision,
  type DecisionFacts,
  type DecisionOptions,
  type DueCall,
  soonest,
} from "../decide/decision"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { alertParams } from "../rules/alerts"
import { awaitsDelivery, isPlacing, isUnfinished } from "../rules/lease-predicates"
import { MINUTE_MS } from "../rules/moments"
import { isPaidFor } from "../rules/order"
import { CALL_STATES, isUnderWay } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStore, Reconciled, Write } from "../tables/lease-store"
import { messageOf } from "../texts/messages"
import { backoffMs } from "./back-off"
import { MedusaHangs } from "./ceiling"
import { logUnknown } from "./log-newer"
import type { MedusaSide } from "./medusa"
import { releaseOrder } from "./order-to-sign"
import { recordOrder } from "./record-order"

const RECONCILE_CLAIM_MS = 120_000
/** How many leases to reconcile at a time: few enough that shoppers' requests to this process are hardly delayed while Medusa reads the orders. */
export const RECONCILE_BATCH = 20
/** The wait before a lease is reconciled again while a call is in progress or its cart is being ordered. */
const BUSY_MS = MINUTE_MS
/** Reconciliations further away than this may run earlier, to spread out leases that are due in the same hour. */
const SPREAD_MS = 20 * MINUTE_MS
/** The wait before a lease of a removed account is reconciled again, in case the account is back. */
const ACCOUNT_BACK_MS = 30 * MINUTE_MS
/** Staff get an alert after this many failed reconciliations in a row. */
const ALERT_AFTER = 3

/** Reconciles leases that are due: records their pending calls and alerts. One lease's error doesn't affect the others. Returns how many were due. */
export async function reconcile(deps: LedgerDeps, medusa: MedusaSide, leaseId?: string): Promise<number> {
  const { store } = deps
  const taken = await store.claimForReconcile({
    limit: RECONCILE_BATCH,
    ms: RECONCILE_CLAIM_MS,
    ...(leaseId && { leaseId }),
  })
  if (!taken.length) return 0
  const { answers, failed } = await fetchInHalves(taken, medusa.factsOf, (error) => !(error instanceof MedusaHangs))
  const pendingCalls = await store.pendingCalls.ofLeases(taken.map(({ id }) => id))
  const reconciled: Reconciled[] = []
  for (const lease of taken) {
    // Yield, because the same event loop serves the store's shoppers.
    await nextTurn()
    try {
      if (failed.has(lease)) throw failed.get(lease)
      const known = answers.get(lease.id)
      const own = pendingCalls.filter(({ lease_id }) => lease_id === lease.id)
      // A newer lease isn't claimed, but no index finds a call in an unknown state.
      const paused = own.find(({ state }) => !CALL_STATES.includes(state))
      if (paused) logUnknown(deps, { what: "state", value: paused.state, lease_id: lease.id })
      const next =
        known && !paused
          ? await recordFindings(deps, lease, { ...known, pendingCalls: own })
          : after(deps.now(), BUSY_MS)
      reconciled.push({ lease, at: next && spread(next, deps.now()), failures: 0 })
    } catch (error) {
      reconciled.push(await recordFailure(deps, lease, error))
    }
  }
  await store.scheduleReconcile(reconciled)
  return taken.length
}

/** Logs a failed reconciliation, raises an alert if several have failed in a row, and returns when to try again. */
async function recordFailure({ store, now, log }: LedgerDeps, lease: LeaseRecord, error: unknown): Promise<Reconciled> {
  const failures = lease.reconcile_failures + 1
  log.error(`lease-to-own: lease ${lease.reference} could not be reconciled: ${messageOf(error)}`)
  if (failures >= ALERT_AFTER)
    await store.raise(lease.id, "reconcile_failed").catch((failed) => log.error(messageOf(failed)))
  return { lease, at: after(now(), backoffMs(failures)), failures }
}

/** Shortens a long wait by up to a quarter, so that orders placed in the same minute aren't all reconciled together. */
function spread(at: Date, now: Date): Date {
  const off = at.getTime() - now.getTime()
  return off > SPREAD_MS ? after(at, -(off / 4) * Math.random()) : at
}

/** Decides from a lease's facts and records the decision. Returns when to reconcile the lease again, or null if only an event can require that. */
async function recordFindings(
  deps: LedgerDeps,
  taken: LeaseRecord,
  known: Omit<DecisionFacts, "lease" | "now">,
): Promise<Date | null> {
  // A paid order is about to be recorded on its lease, so don't let the lease lapse. An order without a payment was never completed.
  const isPlaced = isPlacing(taken) && known.order !== null && isPaidFor(known.order)
  const lease = isPlaced ? taken : await leaveLapsed(deps, taken)
  const accountDeps = ofLease(deps, lease)
  const { options } = accountDeps
  const facts: DecisionFacts = { lease, ...known, now: deps.now() }
  const found = decideCalls(facts, options)
  const decision = isRemoved(accountDeps) ? withoutAccount(facts, found) : found
  if (decision.record && known.order) await recordOrder(deps, known.order)
  // Release the order outside the writes below, because those are discarded if the lease has changed.
  if (decision.release) await releaseOrder(deps.store, lease, SYSTEM)
  const writes = writesOf(facts, decision, options)
  // If the lease has changed, another reconciliation is already due.
  if (writes.length && !(await deps.store.recordReconcile(lease, writes))) return null
  // A call in progress may block another one, and may end without changing the lease's status, so reconcile again soon.
  const busy = decision.calls.length > 0 && known.pendingCalls.some(({ state }) => state === "running")
  return busy ? soonest(decision.reconcileAt, after(deps.now(), BUSY_MS)) : decision.reconcileAt
}

/** The decision for a lease of a removed account. Its operator can't be reached, so staff get an alert if the lease is unfinished. */
function withoutAccount({ lease, now }: DecisionFacts, decision: Decision): Decision {
  if (!isUnfinished(lease)) return decision
  const reconcileAt = soonest(decision.reconcileAt, after(now, ACCOUNT_BACK_MS))
  return { ...decision, raise: [...decision.raise, "account_removed"], reconcileAt }
}

/**
 * The parts of the decision that aren't recorded yet. Calls come first, because the code that ends a call also locks the call's row before the
 * lease's.
 */
function writesOf(facts: DecisionFacts, decision: Decision, options: DecisionOptions): Write[] {
  const { lease, pendingCalls, now } = facts
  // A waiting reading of a check doesn't stand in for one that is due now.
  const isEnqueued = ({ kind }: DueCall) =>
    pendingCalls.some((call) => call.kind === kind && isUnderWay(call) && !(call.detail.check && call.state === "due"))
  const isRaised = (code: RaisedAlertCode) => lease.alerts.some((entry) => entry.code === code)
  const to_confirm_since = toConfirmSince(facts, decision, options)
  const writes: Write[] = []
  for (const call of decision.calls) if (!isEnqueued(call)) writes.push((store) => enqueue(store, lease, call, now))
  for (const code of decision.raise)
    if (!isRaised(code)) writes.push((store) => store.raise(lease.id, code, alertParams(code, facts)))
  const cleared: RaisedAlertCode[] = [...decision.clear, "reconcile_failed"]
  if (!decision.raise.includes("account_removed")) cleared.push("account_removed")
  if (cleared.some(isRaised)) writes.push((store) => store.clear(lease, ...cleared))
  if (to_confirm_since?.getTime() !== lease.to_confirm_since?.getTime())
    writes.push((store) => store.set(lease.id, { to_confirm_since }, { actor: SYSTEM }))
  return writes
}

/** Records a pending call, replacing an exclusive call, or the reading of a check, that hasn't started. */
async function enqueue({ pendingCalls }: LeaseStore, { id }: LeaseRecord, call: DueCall, now: Date): Promise<void> {
  const { kind, detail, delayMs = 0 } = call
  const change = { ...(detail && { detail }), dueAt: after(now, delayMs), actor: SYSTEM }
  if (await pendingCalls.enqueue(id, kind, change)) return
  await pendingCalls.overtake(id, kind)
  await pendingCalls.enqueue(id, kind, change)
}

/** When a complete delivery began waiting for staff to confirm it by hand, as shown in the list of leases. */
function toConfirmSince({ lease, order }: DecisionFacts, decision: Decision, options: DecisionOptions): Date | null {
  const waits = awaitsDelivery(lease) && !decision.calls.some(({ kind }) => STARTING_KINDS.includes(kind))
  if (!waits || !order || order.canceled) return null
  if (order.pieces === 0) return order.createdAt
  return order.deliveredAt ?? (options.confirmDeliveryOn === "shipped" ? order.shippedAt : null)
}

/**
 * Requests all items at once. If that fails, requests each half separately, and so on, so that only the failing items stay unanswered. `isOfOne`
 * returns whether an error may concern a single item. If not, no request is repeated.
 */
export async function fetchInHalves<T, A>(
  all: readonly T[],
  ask: (some: T[]) => Promise<Map<string, A>>,
  isOfOne: (error: unknown) => boolean = () => true,
): Promise<{ answers: Map<string, A>; failed: Map<T, unknown> }> {
  try {
    return { answers: await ask([...all]), failed: new Map() }
  } catch (error) {
    if (all.length < 2 || !isOfOne(error))
      return { answers: new Map(), failed: new Map(all.map((one) => [one, error])) }
    const middle = all.length >> 1
    const first = await fetchInHalves(all.slice(0, middle), ask, isOfOne)
    const second = await fetchInHalves(all.slice(middle), ask, isOfOne)
    return {
      answers: new Map([...first.answers, ...second.answers]),
      failed: new Map([...first.failed, ...second.failed]),
    }
  }
}
