import { setImmediate as nextTurn } from "node:timers/promises"
import { type LedgerDeps, leaveLapsed, ofLease, SYSTEM } from "../accounts/deps"
import { STARTING_KINDS } from "../calls"
import { decideCalls } from "../decide/decide-calls"
import { after, type Decision, type DueCall, type Facts, type Options, soonest } from "../decide/decision"
import type { RaisedAlertCode } from "../rules/alerts"
import { awaitsDelivery, isPlacing, isUnfinished } from "../rules/lease-predicates"
import { isPaidFor, type Order } from "../rules/order"
import { isUnderWay } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStore, Reconciled, Write } from "../tables/lease-store"
import { messageOf } from "../texts/messages"
import { backoffMs } from "./back-off"
import { MedusaHangs } from "./ceiling"
import type { MedusaSide } from "./medusa"
import { releaseOrder } from "./order-to-sign"
import { recordOrder } from "./record-order"

/** How long a check reserves its leases (ms). */
const RECONCILE_CLAIM_MS = 120_000
/** How many leases a check takes: so few that shoppers in this process hardly wait while Medusa reads their orders. */
export const RECONCILE_BATCH = 20
/** When to check again a lease with a call in progress, or whose cart is being ordered (ms). */
const BUSY_MS = 60_000
/** Checks that are further off than this may come earlier, so that leases of one hour don't stay together (ms). */
const SPREAD_MS = 20 * 60_000
/** When to check again a lease whose account is missing from the options, because it may be back (ms). */
const ACCOUNT_BACK_MS = 30 * 60_000
/** Staff get an alert after this many failed checks. */
const TELL_AFTER = 3

/** Checks leases that may owe something and records what they owe. One lease's error ends with it. Returns how many were checked. */
export async function reconcile(deps: LedgerDeps, medusa: MedusaSide, leaseId?: string): Promise<number> {
  const { store } = deps
  const taken = await store.claimForReconcile({
    limit: RECONCILE_BATCH,
    ms: RECONCILE_CLAIM_MS,
    ...(leaseId && { leaseId }),
  })
  if (!taken.length) return 0
  const { answers, failed } = await askApart(taken, medusa.factsOf, (error) => !(error instanceof MedusaHangs))
  const pendingCalls = await store.pendingCalls.ofLeases(taken.map(({ id }) => id))
  const reconciled: Reconciled[] = []
  for (const lease of taken) {
    // This event loop also serves the store's shoppers.
    await nextTurn()
    try {
      if (failed.has(lease)) throw failed.get(lease)
      const known = answers.get(lease.id)
      const own = pendingCalls.filter(({ lease_id }) => lease_id === lease.id)
      const next = known
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

async function recordFailure({ store, now, log }: LedgerDeps, lease: LeaseRecord, error: unknown): Promise<Reconciled> {
  const failures = lease.reconcile_failures + 1
  log.error(`lease-to-own: lease ${lease.reference} could not be reconciled: ${messageOf(error)}`)
  if (failures >= TELL_AFTER)
    await store.raise(lease.id, "reconcile_failed").catch((failed) => log.error(messageOf(failed)))
  return { lease, at: after(now(), backoffMs(failures)), failures }
}

/** Brings checks that nothing waits for forward by up to a quarter, so that orders of one minute aren't all checked in one minute. */
function spread(at: Date, now: Date): Date {
  const off = at.getTime() - now.getTime()
  return off > SPREAD_MS ? after(at, -(off / 4) * Math.random()) : at
}

/** Records what was found about a lease. Returns when to check it again; null: not without an event. */
async function recordFindings(
  deps: LedgerDeps,
  taken: LeaseRecord,
  known: Omit<Facts, "lease" | "now">,
): Promise<Date | null> {
  // A paid order is about to be recorded on its lease. An order without a payment is left over.
  const stands = isPlacing(taken) && known.order !== null && isPaidFor(known.order)
  const lease = stands ? taken : await leaveLapsed(deps, taken)
  const { options, isRemoved } = ofLease(deps, lease)
  const facts: Facts = { lease, ...known, now: deps.now() }
  const found = decideCalls(facts, options)
  const decision = isRemoved ? withoutAccount(facts, found) : found
  if (decision.record && known.order) await recordOrder(deps, known.order)
  // Not with the others, which are written only if nothing moves the lease meanwhile.
  if (decision.release) await releaseOrder(deps.store, lease, SYSTEM)
  const writes = writesOf(facts, decision, options)
  // This creates the rows of pending calls. If it fails, another check is due already and finds what holds by then.
  if (writes.length && !(await deps.store.recordReconcile(lease, writes))) return null
  // A call in progress may keep another one out, and may end without moving the lease.
  const busy = decision.calls.length > 0 && known.pendingCalls.some(({ state }) => state === "running")
  return busy ? soonest(decision.reconcileAt, after(deps.now(), BUSY_MS)) : decision.reconcileAt
}

/** A removed account's operator can't be reached, so staff get an alert for a lease that the operator knows. */
function withoutAccount({ lease, now }: Facts, decision: Decision): Decision {
  if (!isUnfinished(lease)) return decision
  const reconcileAt = soonest(decision.reconcileAt, after(now, ACCOUNT_BACK_MS))
  return { ...decision, raise: [...decision.raise, "account_removed"], reconcileAt }
}

/** The findings that aren't recorded yet. Calls come first, because the code that ends a call writes its row before the lease's. */
function writesOf(facts: Facts, decision: Decision, options: Options): Write[] {
  const { lease, order, pendingCalls, now } = facts
  const isEnqueued = ({ kind }: DueCall) => pendingCalls.some((call) => call.kind === kind && isUnderWay(call))
  const isRaised = (code: RaisedAlertCode) => lease.alerts.some((entry) => entry.code === code)
  const to_confirm_since = toConfirmSince(facts, decision, options)
  const writes: Write[] = []
  for (const call of decision.calls) if (!isEnqueued(call)) writes.push((store) => enqueue(store, lease, call, now))
  for (const code of decision.raise)
    if (!isRaised(code)) writes.push((store) => store.raise(lease.id, code, alertParams(code, order)))
  const over: RaisedAlertCode[] = [...decision.lower, "reconcile_failed"]
  if (!decision.raise.includes("account_removed")) over.push("account_removed")
  if (over.some(isRaised)) writes.push((store) => store.clear(lease, ...over))
  if (to_confirm_since?.getTime() !== lease.to_confirm_since?.getTime())
    writes.push((store) => store.set(lease.id, { to_confirm_since }, { actor: SYSTEM }))
  return writes
}

/** The order an alert is about, if it isn't the lease's own. */
function alertParams(code: RaisedAlertCode, order: Order | null): Record<string, string> {
  return (code === "paid_otherwise" || code === "lease_dead") && order ? { order_id: order.id } : {}
}

/** Records a pending call. An exclusive call that has not begun gives way to it. */
async function enqueue({ pendingCalls }: LeaseStore, { id }: LeaseRecord, call: DueCall, now: Date): Promise<void> {
  const { kind, detail, waits = 0 } = call
  const change = { ...(detail && { detail }), dueAt: after(now, waits), actor: SYSTEM }
  if (await pendingCalls.enqueue(id, kind, change)) return
  await pendingCalls.overtake(id, kind)
  await pendingCalls.enqueue(id, kind, change)
}

/** Since when staff must confirm a complete delivery that isn't confirmed automatically; for the list of leases. */
function toConfirmSince({ lease, order }: Facts, decision: Decision, options: Options): Date | null {
  const waits = awaitsDelivery(lease) && !decision.calls.some(({ kind }) => STARTING_KINDS.includes(kind))
  if (!waits || !order || order.canceled) return null
  if (order.pieces === 0) return order.createdAt
  return order.deliveredAt ?? (options.confirmDeliveryOn === "shipped" ? order.shippedAt : null)
}

/**
 * Asks for all at once. If that fails, asks for each half separately, and so on, so that only the items without an answer stay open.
 * `tells`: whether an error may be about one item. If it is about all, nothing is asked again.
 */
export async function askApart<T, A>(
  all: readonly T[],
  ask: (some: T[]) => Promise<Map<string, A>>,
  tells: (error: unknown) => boolean = () => true,
): Promise<{ answers: Map<string, A>; failed: Map<T, unknown> }> {
  try {
    return { answers: await ask([...all]), failed: new Map() }
  } catch (error) {
    if (all.length < 2 || !tells(error)) return { answers: new Map(), failed: new Map(all.map((one) => [one, error])) }
    const middle = all.length >> 1
    const first = await askApart(all.slice(0, middle), ask, tells)
    const second = await askApart(all.slice(middle), ask, tells)
    return {
      answers: new Map([...first.answers, ...second.answers]),
      failed: new Map([...first.failed, ...second.failed]),
    }
  }
}
