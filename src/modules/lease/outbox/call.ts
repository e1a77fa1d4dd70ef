import { type AccountDeps, claimMs, type LedgerDeps, longestCallMs, reread } from "../accounts/deps"
import { type ServiceCallKind, serviceCalls } from "../calls"
import { decideCalls } from "../decide/decide-calls"
import { refuseHeld, refuseRemoved } from "../lease-service/errors"
import { checkStatus } from "../lease-service/read-status"
import { staffParams } from "../options/operator"
import { blockingOf, evaluateAlerts, hasDifference } from "../rules/alerts"
import { awaitsFirstPayment, isCanceling, isHosted, isSigning } from "../rules/lease-predicates"
import type { CallDetail } from "../rules/pending-calls"
import type { Actor, LeaseRecord } from "../rules/records"
import { whyNot } from "../rules/state-machine"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"
import {
  type Attempt,
  actorOf,
  type CallAnswer,
  type CallOutcome,
  markAlreadyDone,
  readEarlierAttempt,
  recordOutcome,
  toOutcome,
} from "./call-outcome"
import type { MedusaSide } from "./medusa"

/** Makes a call now for the user who requested it. Returns the lease afterward. Throws LedgerRefusal worded for the merchant. */
export async function callNow(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  kind: ServiceCallKind,
  { detail = {}, actor }: { detail?: CallDetail; actor: Actor },
): Promise<LeaseRecord> {
  refuseRemoved(accountDeps)
  await refuseHeld(accountDeps, lease)
  const definition = serviceCalls[kind]
  const refusePast = (now: LeaseRecord) => {
    const reason = whyNot(definition.action, now.status)
    if (reason) throw new LedgerRefusal(reason, { ...staffParams(accountDeps, now), date: now.delivery_date ?? "…" })
  }
  refusePast(lease)
  const { taken, now } = await accountDeps.store.transaction(async (store) => {
    const taken = await store.pendingCalls.take(lease.id, kind, { detail, actor, ms: claimMs(accountDeps) })
    const now = await reread({ store }, lease)
    // Check the status again, because somebody else's call may have ended since this page was loaded. A call that was sent is read back anyway.
    if (typeof taken !== "string" && !taken.sent) refusePast(now)
    return { taken, now }
  })
  if (taken === "newer") throw new LedgerRefusal("lease_newer")
  if (taken === "busy") throw new LedgerRefusal("busy")
  if (taken === "unknown") throw new LedgerRefusal("result_unknown", {}, { kind: "unknown" })
  const answer = await attempt({ accountDeps, lease: now, call: taken, definition })
  if (answer instanceof LedgerRefusal) throw answer
  return answer
}

/** Makes a claimed call, unless the lease has moved on and no longer needs it. */
export async function makeServiceCall(one: Required<Attempt>): Promise<void> {
  refuseRemoved(one.accountDeps)
  const { lease, call } = one
  const { reached, action } = one.definition
  if (reached.includes(lease.status)) return void (await markAlreadyDone(one))
  const isWithdrawn = await isDeliveryWithdrawn(one)
  const { cause } = call.detail
  // Don't cancel a contract for lack of an order if the order has been placed since.
  const isLate = lease.placed_at !== null && (cause === "abandoned" || cause === "ordered_otherwise")
  const isPast = isWithdrawn || isLate || whyNot(action, lease.status) !== null
  if ((isPast && !call.sent) || (await isPaidAfterAll(one))) await recordOutcome(one, { kind: "dropped" })
  else await attempt(one, isWithdrawn)
}

/**
 * Whether a delivery confirmation is no longer due, because the order was edited, returned or canceled. Checked right before the call, because the
 * call can't be undone. If the delivery date has changed, a new call becomes due.
 */
async function isDeliveryWithdrawn(one: Required<Attempt>): Promise<boolean> {
  const { accountDeps, lease, call, medusa } = one
  const { startsLease, readBack } = one.definition
  if (!startsLease || call.detail.send_again) return false
  if (call.actor !== "system") return !isHosted(lease) && isForbiddenNow(one)
  const facts = await factsNow(accountDeps, lease, medusa)
  // Pass only this call, because whether it is due doesn't depend on the others.
  const calls = facts ? decideCalls({ ...facts, pendingCalls: [call] }, accountDeps.options).calls : []
  const due = calls.find(({ kind }) => kind === call.kind)
  if (!due) return true
  // If the date changed, a sent call is only read back. A one-time URL can't be read back, so it is called again.
  return due.detail?.delivery_date !== call.detail.delivery_date && (!call.sent || readBack !== undefined)
}

/**
 * Whether staff wouldn't be allowed to confirm the delivery now, although they were when they requested it. Throws LedgerRefusal if Medusa's facts are
 * inconclusive; the call is then retried.
 */
async function isForbiddenNow({ accountDeps, lease, call, medusa }: Required<Attempt>): Promise<boolean> {
  const facts = await factsNow(accountDeps, lease, medusa)
  if (!facts) throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
  if (!facts.order || facts.order.canceled) return true
  const { open } = evaluateAlerts({ ...facts, pendingCalls: [call] }, accountDeps.options)
  return blockingOf(open) !== undefined || (call.detail.mark_delivered === true && hasDifference(open, "goods"))
}

/** The current facts about a lease; null if Medusa's facts are inconclusive. Reads the lease last, so that no alert is missed. */
async function factsNow(deps: LedgerDeps, lease: LeaseRecord, medusa: MedusaSide) {
  const known = (await medusa.factsOf([lease])).get(lease.id)
  return known ? { ...known, lease: (await deps.store.latest(lease.id)) ?? lease, now: deps.now() } : null
}

/** Whether the first payment arrived after all. If so, the contract stays. Throws LedgerRefusal if there is no status; the call is then retried. */
async function isPaidAfterAll({ accountDeps, lease, call: { detail, sent } }: Attempt): Promise<boolean> {
  if (detail.cause !== "abandoned" || !isSigning(lease) || sent) return false
  const { lease: after, reading } = await checkStatus(accountDeps, lease)
  if (reading.kind === "no_status") throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable" })
  return !awaitsFirstPayment(after)
}

/**
 * Makes a claimed call so that it takes effect only once: records the intent, makes the call, and records the outcome before returning. If an earlier
 * attempt got no clear response, reads it back first. If `isWithdrawn`, only reads it back. Throws only on internal errors; refusals and service
 * failures are returned.
 */
async function attempt(claimed: Attempt, isWithdrawn = false): Promise<CallAnswer> {
  const { accountDeps, lease, definition } = claimed
  // The lease's transitional status shows that an attempt was started, even if the call's row doesn't.
  const call = { ...claimed.call, sent: claimed.call.sent || lease.status === definition.entering?.status }
  let current = { ...claimed, call }
  let isBegun = false
  const since = performance.now()
  const tryOnce = async (): Promise<CallOutcome> => {
    const known = await outcomeWithoutSending(current, isWithdrawn)
    if (known) return known
    // A user's call needs no check here, because Medusa was checked earlier and the lock is still held.
    await claimed.medusa?.checkFollowUp(lease, call)
    const prepared = await definition.prepare?.(accountDeps, lease, call)
    const begun = await begin(current)
    if (!begun) return { kind: "dropped" }
    current = { ...current, lease: begun === "lost" ? await reread(accountDeps, lease) : begun }
    if (begun === "lost") return notBegun(current)
    isBegun = true
    // Writing the intent may have taken a while. Stop if the claim might end before this attempt does.
    if (call.due_at.getTime() - accountDeps.now().getTime() < longestCallMs(accountDeps))
      throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
    await definition.send(accountDeps, begun, call, prepared)
    return { kind: "done" }
  }
  const outcome = await tryOnce().catch((error) => toOutcome(error, current, isBegun))
  if (outcome.kind === "done") {
    const what = isBegun ? "done" : "had been done"
    const ms = Math.round(performance.now() - since)
    accountDeps.log.info(`lease-to-own: ${call.kind} of lease ${lease.reference}: ${what} (${ms} ms)`)
  }
  return recordOutcome(current, outcome)
}

/** The outcome if nothing needs to be sent, as read back from an earlier attempt. Null if the call must be sent. */
async function outcomeWithoutSending(one: Attempt, isWithdrawn: boolean): Promise<CallOutcome | null> {
  const { accountDeps, lease, call, definition } = one
  const earlier = call.sent ? await readEarlierAttempt(one) : "not_done"
  if (earlier === "done") return { kind: "done" }
  if (earlier === "impossible") {
    const params = { ...staffParams(accountDeps, lease), ...because("wrong-state") }
    return { kind: "refused", refusal: new LedgerRefusal(definition.refused, params) }
  }
  if (earlier === "unclear" && !call.detail.send_again) return { kind: "unknown" }
  // The call is no longer due. If it can't be read back, it may have arrived, so staff must find out whether it did.
  if (isWithdrawn) return { kind: definition.readBack ? "dropped" : "unknown" }
  return null
}

/**
 * Records the intent. Returns `lost` if the claim, lease or application has changed, and null if the call is no longer due. To cancel a contract
 * without an order, locks the cart, rereads the facts, decides again, and moves the lease to `canceling`. That status alone blocks completions, so
 * the cart is unlocked before the service is called.
 */
async function begin(one: Attempt): Promise<LeaseRecord | "lost" | null> {
  const { lease, call, medusa } = one
  const givesUp = call.kind === "cancel_contract" && !call.sent && !lease.order_id && !isCanceling(lease)
  if (!medusa || !givesUp) return writeIntent(one)
  return medusa.lockCart(lease.cart_id, async () => ((await isStillDue(one, medusa)) ? writeIntent(one) : null))
}

/** Whether the contract must still be canceled, now that its cart can't be completed. */
async function isStillDue({ accountDeps, lease, call }: Attempt, medusa: MedusaSide): Promise<boolean> {
  const { lease_id, kind, detail, actor } = call
  const facts = await factsNow(accountDeps, lease, medusa)
  if (!facts) return false
  // A staff decision stands unless this lease has paid for the cart's order and that order isn't recorded yet.
  if (actor !== "system") return !facts.order || facts.order.canceled || !facts.order.sessions.length
  const pendingCalls = await accountDeps.store.pendingCalls.ofLease(lease_id)
  const { calls } = decideCalls({ ...facts, pendingCalls }, accountDeps.options)
  return calls.some((call) => call.kind === kind && call.detail?.cause === detail.cause)
}

/**
 * Records the intent and resets `send_again`, which applies only once. Returns `lost` if the status or application changed or the claim ends too
 * soon.
 */
async function writeIntent({ accountDeps, lease, call, definition }: Attempt): Promise<LeaseRecord | "lost"> {
  const { entering, intentEntry } = definition
  const fresh = entering && lease.status !== entering.status
  const begun = await accountDeps.store.steps.write(call, {
    call: { sent: true, ...(call.detail.send_again && { detail: { ...call.detail, send_again: false } }) },
    lasts: longestCallMs(accountDeps),
    ...(fresh && { event: entering.event }),
    guard: {
      ...(fresh && entering.unclaimed && { unclaimed: true }),
      status: [lease.status],
      application: lease.application_id,
    },
    // Add this entry only once. An earlier attempt has left `sent` or an error on the call.
    history: call.sent || call.last_error ? [] : [intentEntry(call, lease)],
    actor: actorOf(call),
  })
  return begun ?? "lost"
}

/** The outcome of an attempt that wasn't sent, because the lease moved on between the claim and the call, or the claim expired. */
function notBegun({ accountDeps, lease, call, definition }: Attempt): CallOutcome {
  const reason = whyNot(definition.action, lease.status)
  if (!reason || call.sent) return { kind: "lost" }
  return { kind: "refused", refusal: new LedgerRefusal(reason, staffParams(accountDeps, lease)) }
}
