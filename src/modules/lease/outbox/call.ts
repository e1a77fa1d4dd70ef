import { LeaseRefused, LeaseServiceError } from "../../../client"
import { type ServiceCallKind, serviceCalls } from "../calls"
import type { Verdict } from "../calls/call"
import { isUsedLink } from "../calls/one-time-url"
import { applicationOf } from "../calls/readings"
import { staffParams } from "../options/operator"
import { type AttentionCode, alertsThat } from "../rules/alerts"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import { awaitsFirstPayment, isCanceling, isSigning } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { type ClaimedTask, isReplacing, type TaskError } from "../rules/tasks"
import { checkStatus } from "../status/check-status"
import { claimMs, type Desk, type Ledger, longestCallMs, ofLease, reread, SERVICE } from "../status/ledger"
import { reasonOf, removedRefusal, serviceFailure } from "../status/service-failure"
import type { Left } from "../tables/task-store"
import { because } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"
import { again, errorOf, isHeldBack } from "./back-off"
import type { MedusaSide } from "./medusa-side"
import { owedOf } from "./owed"
import { openReplacement } from "./replacement"

/** Core's own cancel follows ours at once (ms); after this it is seen to. */
export const CORE_LAG_MS = 60_000

/** After so many attempts without a clear end a person is told, while the job goes on. */
const TELL_AFTER = 3

/** A claimed call to the service. */
type ServiceTask = ClaimedTask & { kind: ServiceCallKind }

/** One attempt at it: `lease` as it was when the attempt began. `medusa`: the job makes it; undefined for a person who waits. */
type Attempt = { at: Ledger; lease: LeaseRecord; task: ServiceTask; medusa?: MedusaSide }

/** How an attempt ends. The first four are the states in which it leaves its row. `reason`: for the history. */
type End =
  /** It took effect. */
  | { is: "done" }
  /** A clear no: nothing was changed at the service, and nothing is owed any more until a person asks again. */
  | { is: "refused"; no: LedgerRefusal; reason?: string }
  /** No effect; or `sent` without a clear answer, to be read back by the next attempt. */
  | { is: "due"; no: LedgerRefusal; reason: string; sent?: true }
  /** Sent, and nothing more to be read: a person asks the operator, then says how it ended or has it sent again. */
  | { is: "unknown" }
  /** `dropped`: the facts no longer ask for it. `lost`: the lease or the claim is somebody else's by now. */
  | { is: "dropped" | "lost" }

/** The lease as it is afterward; where the call did not take effect, the words for a person who asked. */
type Told = LeaseRecord | LedgerRefusal

/** Has one call made now, for a person who asks. Answers the lease as it is afterward; throws LedgerRefusal in words for the merchant. */
export async function askFor(
  desk: Desk,
  lease: LeaseRecord,
  kind: ServiceCallKind,
  { detail = {}, actor }: { detail?: ClaimedTask["detail"]; actor: Actor },
): Promise<LeaseRecord> {
  const at = ofLease(desk, lease)
  if (at.isRemoved) throw removedRefusal(at)
  const reason = whyNot(serviceCalls[kind].action, lease.status)
  if (reason) throw new LedgerRefusal(reason, { ...staffParams(at, lease), date: lease.delivery_date ?? "…" })
  const taken = await at.store.transaction((store) =>
    store.tasks.take(lease.id, kind, { detail, actor, ms: claimMs(at) }),
  )
  if (taken === "busy") throw new LedgerRefusal("busy")
  if (taken === "unknown") throw resultUnknown()
  const told = await attempt({ at, lease: await reread(at, lease), task: { ...taken, kind } })
  if (told instanceof LedgerRefusal) throw told
  return told
}

/** Makes a claimed call that is owed. A lease that has moved on needs it no more. Throws faults of our own, and what the look before it throws. */
export async function makeOwed(owed: Attempt & { medusa: MedusaSide }): Promise<Told> {
  const { lease, task } = owed
  const { reached, action } = serviceCalls[task.kind]
  const isWithdrawn = await askWithdrawn(owed)
  if (reached.includes(lease.status)) return elsewhere(owed)
  const isPast = isWithdrawn || isLate(task, lease) || whyNot(action, lease.status) !== null
  if ((isPast && !task.sent) || (await isPaidAfterAll(owed))) return end(owed, { is: "dropped" })
  return attempt(owed, isWithdrawn)
}

/**
 * Makes a claimed call so that it takes effect once: intent, call, outcome. An earlier attempt without a clear answer is read back first. Any outcome
 * is written down before this returns; it throws only on faults of our own. `isWithdrawn`: it is owed no more, and is only read back.
 */
async function attempt(claimed: Attempt, isWithdrawn = false): Promise<Told> {
  const { at, lease } = claimed
  const call = serviceCalls[claimed.task.kind]
  // A lease that stands in the in-between status has been begun by somebody, whatever this task knows of it.
  const task = { ...claimed.task, sent: claimed.task.sent || lease.status === call.entering?.status }
  let one = { ...claimed, task }
  let isBegun = false
  const make = async (): Promise<End> => {
    const seen = task.sent ? await lookBehind(one) : "not_done"
    if (seen === "done") return { is: "done" }
    if (seen === "impossible") return { is: "refused", no: wrongState(one) }
    if (seen === "unclear" && !task.detail.send_again) return { is: "unknown" }
    // Nothing arrived, and nothing is sent; where that cannot be read, a person finds out.
    if (isWithdrawn) return { is: task.sent && !call.judge ? "unknown" : "dropped" }
    const prepared = await call.prepare?.(at, lease, task)
    const begun = await begin(one)
    if (!begun) return { is: "dropped" }
    one = { ...one, lease: begun === "lost" ? await reread(at, lease) : begun }
    if (begun === "lost") return notBegun(one)
    isBegun = true
    // The intent may have waited for the database: whoever claims the call next must not meet this one on its way.
    if (task.due_at.getTime() - at.now().getTime() < longestCallMs(at))
      throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
    await call.send(at, begun, task, prepared)
    return { is: "done" }
  }
  const how = await make().catch((error) => meaningOf(error, one, isBegun))
  return end(one, how)
}

/** The outcome of an earlier attempt, from what the service says now. Throws LeaseServiceError when it cannot be asked. */
async function lookBehind({ at, lease, task }: Attempt): Promise<Verdict> {
  const { judge, alsoReads } = serviceCalls[task.kind]
  if (!judge) return "not_done"
  const reading = await at.service.readStatus(applicationOf(lease))
  return judge({ reading, ...(await alsoReads?.(at, lease, reading)) }, lease, task)
}

/**
 * Writes the intent: `lost` when claim, lease or application are not what they were. Null when the call is owed no more: a contract without an order
 * is given up while no one can complete its cart, a look's findings are judged once more, and the lease becomes `canceling`, which alone refuses
 * completions. The cart is free again before the service is called.
 */
async function begin(one: Attempt): Promise<LeaseRecord | "lost" | null> {
  const { lease, task, medusa } = one
  const givesUp = task.kind === "cancel_contract" && !task.sent && !lease.order_id && !isCanceling(lease)
  if (!medusa || !givesUp) return (await writeIntent(one)) ?? "lost"
  return medusa.lockCart(lease.cart_id, async () =>
    (await isStillOwed(one, medusa)) ? ((await writeIntent(one)) ?? "lost") : null,
  )
}

/** Null when status or application no longer hold, or the claim might end before the call. A person's word that the call did not arrive counts for one attempt. */
function writeIntent({ at, lease, task }: Attempt): Promise<LeaseRecord | null> {
  const { entering, asked } = serviceCalls[task.kind]
  const fresh = entering && lease.status !== entering.status
  return at.store.step(task, {
    task: { sent: true, ...(task.detail.send_again && { detail: { ...task.detail, send_again: false } }) },
    lasts: longestCallMs(at),
    ...(fresh && { event: entering.event }),
    guard: {
      ...(fresh && entering.unclaimed && { unclaimed: true }),
      status: [lease.status],
      application: lease.application_id ?? "",
    },
    // Asked for once: an attempt that was begun has left its mark or its error.
    history: task.sent || task.last_error ? [] : [asked(task, lease)],
    actor: askerOf(task),
  })
}

/** The lease moved on between the claim and the call, or the claim ended: nothing was sent by this attempt. */
function notBegun({ at, lease, task }: Attempt): End {
  const reason = whyNot(serviceCalls[task.kind].action, lease.status)
  if (!reason || task.sent) return { is: "lost" }
  return { is: "refused", no: new LedgerRefusal(reason, staffParams(at, lease)) }
}

/** A failure of the look or the question before the call means nothing; one of the call means what its `effect` says. */
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
    return { ...due, no: unreachable(no) }
  }
  if (error.effect === "unknown") return { ...due, sent: true }
  if (!(error instanceof LeaseRefused)) return task.sent ? { ...due, sent: true } : due
  return meaningOfNo(error, one, no)
}

/** A question that stayed open is, for the person, a service that did not answer: nothing was sent. */
function unreachable(no: LedgerRefusal): LedgerRefusal {
  return no.kind === "unknown"
    ? new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: no.cause })
    : no
}

/**
 * "Wrong state" may be our own success, or somebody else's: the service is asked what holds. A one-time URL refuses a second time: after an attempt
 * without an answer that was our own, else somebody else's. Any other no of one may be the trace of our own as well, once there was such an attempt,
 * unless it is about what was sent: then a person asks.
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
    // The answer to the question tells when to ask again, not the refusal before it.
    const { code, params, kind } = no
    return {
      is: "due",
      no: new LedgerRefusal(code, params, { kind, cause: lookError }),
      reason: error.name,
      sent: true,
    }
  }
}

function wrongState({ at, lease, task }: Attempt): LedgerRefusal {
  return new LedgerRefusal(serviceCalls[task.kind].refused, { ...staffParams(at, lease), ...because("wrong-state") })
}

function resultUnknown(cause?: unknown): LedgerRefusal {
  return new LedgerRefusal("result_unknown", {}, { kind: "unknown", cause })
}

/** Writes down how an attempt ended: its row, the lease, the history, and what people are told. */
async function end(one: Attempt, how: End): Promise<Told> {
  const { at, lease, task } = one
  const { tasks } = at.store
  const { words, alerts } = serviceCalls[task.kind]
  // A person's call ends with the refusal that the person reads. A call that the facts ask for, or that may have taken effect, goes on.
  const goesOn = task.actor === "system" || task.sent
  switch (how.is) {
    case "done":
      return took(one)
    case "refused": {
      const reason = how.reason ?? how.no.params.reason ?? how.no.code
      const left: Left = { state: "refused", error: errorOf(at, how.no) }
      const isLeft = await leave(one, left, { type: `${words}_refused`, detail: { reason } }, true)
      if (isLeft) await quiet(at, lease, [alerts.unknown])
      // The caller reads the refusal. After an attempt without an answer no one waits for it now.
      if (isLeft && goesOn) await at.store.raise(lease.id, linkAlert(how.no) ?? alerts.failed, { reason })
      return how.no
    }
    case "due": {
      const sent = task.sent || how.sent === true
      const error = errorOf(at, how.no)
      const left: Left = goesOn || sent ? { ...again(at, task, how.no), sent, error } : { state: "refused", error }
      const type = how.sent ? (`${words}_unanswered` as const) : (`${words}_not_sent` as const)
      await leave(one, left, { type, detail: { reason: how.reason } }, !sent)
      // In an outage its one alert tells it for all leases.
      if (!isHeldBack(at, how.no) && task.attempts >= TELL_AFTER && !at.breaker.outage)
        await at.store.raise(lease.id, sent ? alerts.unknown : alerts.failed)
      return how.sent ? resultUnknown(how.no.cause) : how.no
    }
    case "unknown":
      await tasks.write(task, { state: "unknown", error: errorOf(at, resultUnknown()) })
      await at.store.raise(lease.id, alerts.unknown)
      return resultUnknown()
    case "dropped":
      await forget(at, task)
      return new LedgerRefusal("state_changed")
    case "lost":
      // The caller reads that nothing was sent, so nothing may be sent later either.
      if (goesOn) await tasks.write(task, { ...again(at, task), ...untried(task), sent: task.sent })
      else await tasks.drop(task)
      return new LedgerRefusal("busy")
  }
}

/** It took effect: task, lease and history at once. */
async function took(one: Attempt): Promise<Told> {
  const { at, lease, task } = one
  const { done, alerts } = serviceCalls[task.kind]
  const { event, set, history } = done(at, lease, task)
  // No status change means no scheduled look, so ask for one.
  const woken = event ? {} : { look_at: at.now() }
  const change = {
    task: { state: "done" as const },
    ...(event && { event }),
    set: { ...set, ...woken },
    history,
    actor: SERVICE,
  }
  const isAlone = !task.detail.cancel_order && !isReplacing(task)
  const after = isAlone
    ? await at.store.step(task, change)
    : await at.store.transaction(async (store) => {
        if (task.detail.cancel_order)
          await store.tasks.owe(lease.id, "cancel_order", {
            dueAt: new Date(at.now().getTime() + CORE_LAG_MS),
            actor: askerOf(task),
          })
        const ended = await store.step(task, change)
        if (ended && isReplacing(task)) await openReplacement(store, ended, askerOf(task))
        return ended
      })
  return after ? quiet(at, after, [alerts.failed, alerts.unknown]) : elsewhere(one)
}

/** The lease is past this already, by a person's word or another process; or the claim is lost, and its new holder reads back. */
async function elsewhere({ at, lease, task }: Attempt): Promise<Told> {
  if (!(await at.store.tasks.write(task, { state: "done" }))) return new LedgerRefusal("busy")
  const { failed, unknown } = serviceCalls[task.kind].alerts
  return quiet(at, await reread(at, lease), [failed, unknown])
}

/** Alerts of an earlier attempt are answered now, and end. */
async function quiet(at: Desk, lease: LeaseRecord, codes: readonly AttentionCode[]): Promise<LeaseRecord> {
  let after = lease
  for (const code of codes) after = await at.store.lower(after, code)
  return after
}

/** Writes how the attempt ended without effect; `back`: the lease leaves its in-between status as well. False when the claim was lost. */
function leave({ at, lease, task }: Attempt, left: Left, entry: HistoryEntry, back: boolean): Promise<boolean> {
  return at.store.transaction(async (store) => {
    if (!(await store.tasks.write(task, left))) return false
    const event = back ? serviceCalls[task.kind].back?.(lease) : undefined
    if (event) await store.move(lease.id, event, { actor: SERVICE })
    else if (left.state === "refused") await store.wake(lease.id)
    await store.appendOnce(lease.id, SERVICE, entry)
    return true
  })
}

function linkAlert({ code }: LedgerRefusal): AttentionCode | undefined {
  return alertsThat(({ link }) => link).find((one) => one === code)
}

/** Nothing was sent, and the facts have changed; if they ask for it again, it is owed again. */
export async function forget({ store }: Desk, task: ClaimedTask): Promise<void> {
  await store.tasks.drop(task)
  await store.wake(task.lease_id)
}

/** The contract was to be given up for want of an order, and meanwhile the order came. */
function isLate({ detail: { cause } }: ServiceTask, { placed_at }: LeaseRecord): boolean {
  return placed_at !== null && (cause === "abandoned" || cause === "ordered_otherwise")
}

/**
 * Given up because its first payment never came: it may have come since the last reading, and then nothing is given up. Throws LedgerRefusal
 * where the service does not say; it is asked again later.
 */
async function isPaidAfterAll({ at, lease, task: { detail, sent } }: Attempt): Promise<boolean> {
  if (detail.cause !== "abandoned" || !isSigning(lease) || sent) return false
  const { lease: after, reading } = await checkStatus(at, lease)
  if (reading.kind === "no_status") throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable" })
  return !awaitsFirstPayment(after)
}

/** A delivery starts the lease for good: the order may have changed, or come back, since its confirmation was owed. */
async function askWithdrawn({ at, lease, task, medusa }: Attempt & { medusa: MedusaSide }): Promise<boolean> {
  if (!serviceCalls[task.kind].startsLease || task.actor !== "system" || task.detail.send_again) return false
  const facts = (await medusa.factsOf([lease])).get(lease.id)
  if (!facts?.order) return false
  const { calls } = owedOf({ ...facts, lease: await reread(at, lease), tasks: [] }, at.options, at.now())
  return calls.every(({ kind }) => kind !== task.kind)
}

/** A contract without an order, once its cart cannot be completed any more. */
async function isStillOwed({ at, task }: Attempt, medusa: MedusaSide): Promise<boolean> {
  const { lease_id, kind, detail, actor } = task
  const lease = await at.store.byId(lease_id)
  const facts = lease && (await medusa.factsOf([lease])).get(lease_id)
  if (!facts) return false
  // A person's word holds unless the cart was ordered by this lease, and that is not recorded yet.
  if (actor !== "system") return !facts.order || facts.order.canceled || !facts.order.sessions.length
  const tasks = await at.store.tasks.ofLease(lease_id)
  const { calls } = owedOf({ ...facts, lease, tasks }, at.options, at.now())
  return calls.some((call) => call.kind === kind && call.detail?.cause === detail.cause)
}

/** The columns of a claim under which nothing was begun: it counts as no attempt, and the error of the one before stays. */
export function untried({ attempts, last_error }: ClaimedTask): { attempts: number; error?: TaskError } {
  return { attempts: attempts - 1, ...(last_error && { error: last_error }) }
}

/** Who asked for the call. */
function askerOf(task: ClaimedTask): Actor {
  return task.actor_id ? { by: task.actor, id: task.actor_id } : { by: task.actor }
}
