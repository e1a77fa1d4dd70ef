import { LeaseRefused, LeaseServiceError } from "../../../client"
import { type ServiceCallKind, serviceCalls } from "../calls"
import { isUsedLink } from "../calls/one-time-url"
import { applicationOf, type Verdict } from "../calls/service-call"
import { staffParams } from "../options/operator"
import type { Actor, LeaseRecord } from "../rules/records"
import { awaitsFirstPayment, isCanceling, isSigning } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import type { TaskDetail } from "../rules/tasks"
import { claimMs, type Desk, longestCallMs, ofLease, reread } from "../status/ledger"
import { checkStatus } from "../status/read-status"
import { reasonOf, removedRefusal, serviceFailure } from "../status/service-failure"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"
import { type Attempt, askerOf, type End, elsewhere, end, type Told } from "./attempt-end"
import type { MedusaSide } from "./medusa"
import { owedOf } from "./owed"

/** Makes one call now, for a person who asks. Returns the lease afterward; throws LedgerRefusal in words for the merchant. */
export async function askFor(
  desk: Desk,
  lease: LeaseRecord,
  kind: ServiceCallKind,
  { detail = {}, actor }: { detail?: TaskDetail; actor: Actor },
): Promise<LeaseRecord> {
  const at = ofLease(desk, lease)
  if (at.isRemoved) throw removedRefusal(at)
  const refusePast = (now: LeaseRecord) => {
    const reason = whyNot(serviceCalls[kind].action, now.status)
    if (reason) throw new LedgerRefusal(reason, { ...staffParams(at, now), date: now.delivery_date ?? "…" })
  }
  refusePast(lease)
  const { taken, now } = await at.store.transaction(async (store) => {
    const taken = await store.tasks.take(lease.id, kind, { detail, actor, ms: claimMs(at) })
    const now = await reread({ store }, lease)
    // Somebody else's call may have ended since this person's page was read. A call that was sent is read back all the same.
    if (typeof taken !== "string" && !taken.sent) refusePast(now)
    return { taken, now }
  })
  if (taken === "busy") throw new LedgerRefusal("busy")
  if (taken === "unknown") throw new LedgerRefusal("result_unknown", {}, { kind: "unknown" })
  const told = await attempt({ at, lease: now, task: { ...taken, kind } })
  if (told instanceof LedgerRefusal) throw told
  return told
}

/** Makes a claimed call that the facts or a person required. A lease that has moved on no longer needs it. */
export async function makeServiceCall(one: Required<Attempt>): Promise<void> {
  const { lease, task } = one
  const { reached, action } = serviceCalls[task.kind]
  if (reached.includes(lease.status)) return void (await elsewhere(one))
  const isWithdrawn = await isDeliveryWithdrawn(one)
  const { cause } = task.detail
  // The contract was to be canceled for lack of an order, and meanwhile the order came.
  const isLate = lease.placed_at !== null && (cause === "abandoned" || cause === "ordered_otherwise")
  const isPast = isWithdrawn || isLate || whyNot(action, lease.status) !== null
  if ((isPast && !task.sent) || (await isPaidAfterAll(one))) await end(one, { is: "dropped" })
  else await attempt(one, isWithdrawn)
}

/** A delivery starts the lease for good, and the order may have changed, come back or gone since. One for another day is owed anew. */
async function isDeliveryWithdrawn({ at, lease, task, medusa }: Required<Attempt>): Promise<boolean> {
  const { startsLease, judge } = serviceCalls[task.kind]
  if (!startsLease || task.actor !== "system" || task.detail.send_again) return false
  const facts = await factsNow(at, lease, medusa)
  // Whether it is due depends on no other call.
  const calls = facts ? owedOf({ ...facts, tasks: [task] }, at.options).calls : []
  const owed = calls.find(({ kind }) => kind === task.kind)
  if (!owed) return true
  // One that may have arrived is read back first; a one-time URL can only be called again.
  return owed.detail?.delivery_date !== task.detail.delivery_date && (!task.sent || judge !== undefined)
}

/** The facts about a lease now; null if nothing may be concluded from Medusa's. The lease is read last, so that no alert is missed. */
async function factsNow(desk: Desk, lease: LeaseRecord, medusa: MedusaSide) {
  const known = (await medusa.factsOf([lease])).get(lease.id)
  return known ? { ...known, lease: await reread(desk, lease), now: desk.now() } : null
}

/** Cancels for lack of the first payment, which may have come since. Throws LedgerRefusal if the service can't tell; retried later. */
async function isPaidAfterAll({ at, lease, task: { detail, sent } }: Attempt): Promise<boolean> {
  if (detail.cause !== "abandoned" || !isSigning(lease) || sent) return false
  const { lease: after, reading } = await checkStatus(at, lease)
  if (reading.kind === "no_status") throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable" })
  return !awaitsFirstPayment(after)
}

/**
 * Makes a claimed call so that it takes effect once: intent, call, outcome. Reads an earlier attempt without a clear answer back first. Records
 * any outcome before it returns, and throws only on our own faults. `isWithdrawn`: the call is no longer due, and is only read back.
 */
async function attempt(claimed: Attempt, isWithdrawn = false): Promise<Told> {
  const { at, lease } = claimed
  const call = serviceCalls[claimed.task.kind]
  // A lease in the in-between status was begun by somebody, whatever this task records.
  const task = { ...claimed.task, sent: claimed.task.sent || lease.status === call.entering?.status }
  let one = { ...claimed, task }
  let isBegun = false
  const tryOnce = async (): Promise<End> => {
    const seen = task.sent ? await lookBehind(one) : "not_done"
    if (seen === "done") return { is: "done" }
    if (seen === "impossible") {
      const params = { ...staffParams(at, lease), ...because("wrong-state") }
      return { is: "refused", no: new LedgerRefusal(call.refused, params) }
    }
    if (seen === "unclear" && !task.detail.send_again) return { is: "unknown" }
    // Nothing arrived, so nothing is sent. If that can't be read, staff find out.
    if (isWithdrawn) return { is: call.judge ? "dropped" : "unknown" }
    // Who asks in person has asked Medusa before, and holds its lock.
    await claimed.medusa?.checkFollowUp(lease, task)
    const prepared = await call.prepare?.(at, lease, task)
    const begun = await begin(one)
    if (!begun) return { is: "dropped" }
    one = { ...one, lease: begun === "lost" ? await reread(at, lease) : begun }
    if (begun === "lost") return notBegun(one)
    isBegun = true
    // The intent may have waited for the database. The next process to claim the call must not meet this one in progress.
    if (task.due_at.getTime() - at.now().getTime() < longestCallMs(at))
      throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
    await call.send(at, begun, task, prepared)
    return { is: "done" }
  }
  const how = await tryOnce().catch((error) => meaningOf(error, one, isBegun))
  return end(one, how)
}

/** Judges an earlier attempt by what the service answers now. Throws LeaseServiceError if the service can't be asked. */
async function lookBehind({ at, lease, task }: Attempt): Promise<Verdict> {
  const { judge, alsoReads } = serviceCalls[task.kind]
  if (!judge) return "not_done"
  const reading = await at.service.readStatus(applicationOf(lease))
  return judge({ reading, ...(await alsoReads?.(at, lease, reading)) }, lease, task)
}

/**
 * Records the intent. Returns `lost` if claim, lease or application have changed, and null if the call is no longer due. Before a contract without
 * an order is canceled, its cart is locked, the findings are judged once more, and the lease becomes `canceling`, which alone refuses
 * completions. The cart is free again before the service is called.
 */
async function begin(one: Attempt): Promise<LeaseRecord | "lost" | null> {
  const { lease, task, medusa } = one
  const givesUp = task.kind === "cancel_contract" && !task.sent && !lease.order_id && !isCanceling(lease)
  if (!medusa || !givesUp) return writeIntent(one)
  return medusa.lockCart(lease.cart_id, async () => ((await isStillOwed(one, medusa)) ? writeIntent(one) : null))
}

/** Whether the contract must still be canceled, now that its cart can't be completed. */
async function isStillOwed({ at, lease, task }: Attempt, medusa: MedusaSide): Promise<boolean> {
  const { lease_id, kind, detail, actor } = task
  const facts = await factsNow(at, lease, medusa)
  if (!facts) return false
  // Staff's decision holds unless this lease has ordered the cart and that is not recorded yet.
  if (actor !== "system") return !facts.order || facts.order.canceled || !facts.order.sessions.length
  const tasks = await at.store.tasks.ofLease(lease_id)
  const { calls } = owedOf({ ...facts, tasks }, at.options)
  return calls.some((call) => call.kind === kind && call.detail?.cause === detail.cause)
}

/** `lost`: status or application have changed, or the claim might end before the call. Staff's "not arrived" counts for one attempt. */
async function writeIntent({ at, lease, task }: Attempt): Promise<LeaseRecord | "lost"> {
  const { entering, asked } = serviceCalls[task.kind]
  const fresh = entering && lease.status !== entering.status
  const begun = await at.store.steps.write(task, {
    task: { sent: true, ...(task.detail.send_again && { detail: { ...task.detail, send_again: false } }) },
    lasts: longestCallMs(at),
    ...(fresh && { event: entering.event }),
    guard: {
      ...(fresh && entering.unclaimed && { unclaimed: true }),
      status: [lease.status],
      application: lease.application_id,
    },
    // The history gets this once: an earlier attempt has left its mark or its error.
    history: task.sent || task.last_error ? [] : [asked(task, lease)],
    actor: askerOf(task),
  })
  return begun ?? "lost"
}

/** The lease moved on between the claim and the call, or the claim ended: this attempt sent nothing. */
function notBegun({ at, lease, task }: Attempt): End {
  const reason = whyNot(serviceCalls[task.kind].action, lease.status)
  if (!reason || task.sent) return { is: "lost" }
  return { is: "refused", no: new LedgerRefusal(reason, staffParams(at, lease)) }
}

/** An error before the call means nothing was sent. An error of the call means what its `effect` says. */
async function meaningOf(error: unknown, one: Attempt, isBegun: boolean): Promise<End> {
  const { at, lease, task } = one
  const { refused, doubtsNo } = serviceCalls[task.kind]
  if (error instanceof LedgerRefusal) {
    if (error.kind === "unknown") return { is: "due", no: error, reason: "no answer", sent: true }
    if (error.kind === "unavailable") return { is: "due", no: error, reason: error.code }
    return task.sent && doubtsNo ? { is: "unknown" } : { is: "refused", no: error }
  }
  if (!(error instanceof LeaseServiceError)) throw error
  const no = serviceFailure(at, error, { reader: "merchant", refused, lease })
  const due = { is: "due", no, reason: error.name } as const
  if (!isBegun) {
    if (error instanceof LeaseRefused && !task.sent) return { is: "refused", no, reason: reasonOf(error) }
    // To the person, an unanswered question is a service that did not answer: nothing was sent.
    const unreachable = new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: no.cause })
    return no.kind === "unknown" ? { ...due, no: unreachable } : due
  }
  if (error.effect === "unknown") return { ...due, sent: true }
  if (!(error instanceof LeaseRefused)) return task.sent ? { ...due, sent: true } : due
  return meaningOfNo(error, one, no)
}

/**
 * "Wrong state" may be our own success or somebody else's, so the service is read. A one-time URL refuses a second use: after an attempt
 * without an answer, the first use was our own, otherwise somebody else's. Any other refusal after such an attempt may come from our own call,
 * unless it is about the data that was sent: then staff ask the operator.
 */
async function meaningOfNo(error: LeaseRefused, one: Attempt, no: LedgerRefusal): Promise<End> {
  const { sent, kind } = one.task
  const refused: End = { is: "refused", no, reason: reasonOf(error) }
  if (!serviceCalls[kind].judge) {
    if (isUsedLink(one.at, error)) return sent ? { is: "done" } : { is: "refused", no: new LedgerRefusal("link_used") }
    const isOfContent = error.httpStatus === 400 || error.errors !== undefined
    return sent && !isOfContent ? { is: "unknown" } : refused
  }
  if (error.httpStatus !== 404 && error.httpStatus !== 409) return refused
  try {
    const seen = await lookBehind(one)
    if (seen === "done") return { is: "done" }
    return seen === "unclear" && sent ? { is: "unknown" } : refused
  } catch (lookError) {
    if (!(lookError instanceof LeaseServiceError)) throw lookError
    if (!sent) return refused
    // The last answer decides when to ask again, not the refusal before it.
    const due = new LedgerRefusal(no.code, no.params, { kind: no.kind, cause: lookError })
    return { is: "due", no: due, reason: error.name, sent: true }
  }
}
