import { LeaseRefused, LeaseServiceError } from "../../../client"
import { type ServiceCallKind } from "../rules/call-kinds"
import type { Actor, LeaseRecord } from "../rules/records"
import { awaitsFirstPayment, isSigning } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { checkStatus } from "../status/check-status"
import { claimMs, type Ledger, longestCallMs, ofLease, reread, staffParams } from "../status/ledger"
import { reasonOf, removedRefusal, serviceFailure } from "../status/service-failure"
import type { ClaimedTask } from "../tables/tasks"
import { because, serviceReason } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"
import {
  type Attempt,
  again,
  askerOf,
  type CallResult,
  done,
  elsewhere,
  forget,
  keeps,
  notSent,
  refused,
  type ServiceTask,
  unanswered,
  unclear,
} from "./call-ends"
import { serviceCalls } from "./calls"
import { isUsedLink } from "./calls/one-time-url"
import { applicationOf } from "./calls/readings"
import type { Sent, Verdict } from "./calls/service-call"
import type { Turn } from "./lanes"

/**
 * The guard for writing the intent of a call: it keeps others out no longer than the judgment and the intent, never as long as the call,
 * because the status that was entered keeps them out from then on. `not_owed`: the facts no longer ask for the call.
 */
export type Enter = (write: () => Promise<LeaseRecord | null>) => Promise<LeaseRecord | null | "not_owed">

/**
 * Makes a claimed call to the service so that it takes effect once: intent, call, outcome. An earlier attempt without a clear answer is
 * read back first. Any outcome is written down before this returns; it throws only on faults of our own.
 */
async function makeCall(
  desk: Ledger,
  lease: LeaseRecord,
  claimed: ServiceTask,
  { turn = (work) => work(), enter = (write) => write() }: { turn?: Turn; enter?: Enter | undefined } = {},
): Promise<CallResult> {
  const ledger = ofLease(desk, lease)
  const call = serviceCalls[claimed.kind]
  // A lease that stands in the in-between status has been begun by somebody, whatever this task knows of it.
  const task = { ...claimed, sent: claimed.sent || lease.status === call.entering?.status }
  const attempt = { ledger, lease, task }
  let begun = false
  try {
    const seen = task.sent ? await lookBehind(attempt) : "not_done"
    if (seen === "done") return await done(attempt)
    if (seen === "impossible") return await refused(attempt, wrongState(attempt))
    if (seen === "unclear" && !task.detail.send_again) return await unclear(attempt)
    if (task.withdrawn) return await withdrawn(attempt)
    const prepared = await call.prepare?.(ledger, lease, task)
    const started = await enter(() => begin(attempt))
    if (started === "not_owed") {
      await forget(ledger, task)
      return { is: "lost", refusal: new LedgerRefusal("busy") }
    }
    if (!started) return await notBegun(attempt)
    begun = true
    const sent = await turn(async () => (endsSoon(attempt) ? null : call.send(ledger, started, task, prepared)))
    return sent ? await judgeSent({ ...attempt, lease: started }, sent) : await givenUp(attempt)
  } catch (error) {
    return failed(attempt, error, begun)
  }
}

/** Nothing arrived, and nothing is sent; where that cannot be read, a person finds out. */
async function withdrawn(attempt: Attempt): Promise<CallResult> {
  const { ledger, task } = attempt
  if (task.sent && !serviceCalls[task.kind].judge) return unclear(attempt)
  await forget(ledger, task)
  return { is: "lost", refusal: new LedgerRefusal("state_changed") }
}

/** The outcome of an earlier attempt, from what the service says now. Throws LeaseServiceError when it cannot be asked. */
async function lookBehind({ ledger, lease, task }: Attempt): Promise<Verdict> {
  const { judge, alsoReads } = serviceCalls[task.kind]
  if (!judge) return "not_done"
  const reading = await ledger.service.readStatus(applicationOf(lease))
  return judge({ reading, ...(await alsoReads?.(ledger, lease, reading)) }, lease, task)
}

/**
 * The intent: written before the call, while claim, status and application still hold. Null when they do not. A person's word that the call did not
 * arrive counts for one attempt.
 */
function begin({ ledger, lease, task }: Attempt): Promise<LeaseRecord | null> {
  const { entering, asked } = serviceCalls[task.kind]
  const fresh = entering && lease.status !== entering.status
  return ledger.store.step(task, {
    task: { is: "sent", ...(task.detail.send_again && { detail: { ...task.detail, send_again: false } }) },
    within: true,
    ...(fresh && { event: entering.event }),
    guard: { ...(fresh && entering.guard), status: [lease.status], application: lease.application_id ?? "" },
    // An attempt that an outage took back has left its error.
    history: task.attempts > 1 || task.last_error ? [] : [asked(task, lease)],
    actor: askerOf(task),
  })
}

/** The process that takes the task over when the claim expires must not find this call in progress. */
function endsSoon({ ledger, task }: Attempt): boolean {
  return task.due_at.getTime() - ledger.now().getTime() < longestCallMs(ledger)
}

/** Its turn came too late. Nothing was sent, and the next attempt starts over. */
async function givenUp({ ledger, task }: Attempt): Promise<CallResult> {
  await ledger.store.tasks.write(task, { is: "again", at: ledger.now(), sent: task.sent })
  return { is: "lost", refusal: new LedgerRefusal("busy") }
}

/** The lease moved on between the claim and the call, or the claim ended: nothing was sent by this attempt. */
async function notBegun(attempt: Attempt): Promise<CallResult> {
  const { ledger, lease, task } = attempt
  const now = await reread(ledger, lease)
  const reason = whyNot(serviceCalls[task.kind].action, now.status)
  if (reason && !task.sent)
    return refused({ ...attempt, lease: now }, new LedgerRefusal(reason, staffParams(ledger, now)))
  // The caller reads that nothing was sent, so nothing may be sent later either.
  if (keeps(task)) await ledger.store.tasks.write(task, { ...again(ledger, task), sent: task.sent })
  else await ledger.store.tasks.drop(task)
  return { is: "lost", refusal: new LedgerRefusal("busy") }
}

function judgeSent(attempt: Attempt, sent: Sent): Promise<CallResult> {
  if (sent === "done") return done(attempt)
  if (sent === "unclear") return unanswered(attempt, new LedgerRefusal("result_unknown", {}, { kind: "unknown" }))
  const { ledger, lease, task } = attempt
  const params = { ...staffParams(ledger, lease), ...because(serviceReason(sent.refused)) }
  return saidNo(attempt, new LedgerRefusal(serviceCalls[task.kind].refused, params))
}

/** A clear no, but where it may be the trace of an earlier attempt of our own. */
function saidNo(attempt: Attempt, refusal: LedgerRefusal): Promise<CallResult> {
  const { task } = attempt
  return task.sent && serviceCalls[task.kind].doubtsNo ? unclear(attempt) : refused(attempt, refusal)
}

/** A failure of the look or the question before the call means nothing; one of the call means what its `effect` says. */
async function failed(attempt: Attempt, error: unknown, begun: boolean): Promise<CallResult> {
  const { ledger, lease, task } = attempt
  if (error instanceof LedgerRefusal)
    return error.kind === "unavailable" ? notSent(attempt, error, error.code) : saidNo(attempt, error)
  if (!(error instanceof LeaseServiceError)) throw error
  const words = { reader: "merchant", refused: serviceCalls[task.kind].refused, lease } as const
  const failure = serviceFailure(ledger, error, words)
  if (!begun) {
    if (error instanceof LeaseRefused && !task.sent) return refused(attempt, failure, reasonOf(error))
    return notSent(attempt, unreachable(failure), error.name)
  }
  if (error.effect === "unknown") return unanswered(attempt, failure, error.name)
  if (!(error instanceof LeaseRefused))
    return task.sent ? unanswered(attempt, failure, error.name) : notSent(attempt, failure, error.name)
  return refusedBySending(attempt, failure, error)
}

/** A question that stayed open is, for the person, a service that did not answer: nothing was sent. */
function unreachable(failure: LedgerRefusal): LedgerRefusal {
  return failure.kind === "unknown"
    ? new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: failure.cause })
    : failure
}

/**
 * A one-time URL refuses a second time: after an attempt without an answer that was our own, else somebody else's. Any other no may be the
 * trace of our own as well, once there was such an attempt, unless it is about what was sent: then a person asks.
 */
function refusedByLink(attempt: Attempt, failure: LedgerRefusal, error: LeaseRefused): Promise<CallResult> {
  const { sent } = attempt.task
  if (isUsedLink(attempt.ledger, error)) return sent ? done(attempt) : refused(attempt, new LedgerRefusal("link_used"))
  const isOfContent = error.httpStatus === 400 || error.errors !== undefined
  return sent && !isOfContent ? unclear(attempt) : refused(attempt, failure, reasonOf(error))
}

/** "Wrong state" may be our own success, or somebody else's: the service is asked what holds. */
async function refusedBySending(attempt: Attempt, failure: LedgerRefusal, error: LeaseRefused): Promise<CallResult> {
  if (!serviceCalls[attempt.task.kind].judge) return refusedByLink(attempt, failure, error)
  if (error.httpStatus !== 404 && error.httpStatus !== 409) return refused(attempt, failure, reasonOf(error))
  let seen: Verdict
  try {
    seen = await lookBehind(attempt)
  } catch (lookError) {
    if (!(lookError instanceof LeaseServiceError)) throw lookError
    if (!attempt.task.sent) return refused(attempt, failure, reasonOf(error))
    // The answer to the question tells when to ask again, not the refusal before it.
    const { code, params, kind } = failure
    return unanswered(attempt, new LedgerRefusal(code, params, { kind, cause: lookError }), error.name)
  }
  if (seen === "done") return done(attempt)
  if (seen === "unclear" && attempt.task.sent) return unclear(attempt)
  return refused(attempt, failure, reasonOf(error))
}

function wrongState({ ledger, lease, task }: Attempt): LedgerRefusal {
  const params = { ...staffParams(ledger, lease), ...because("wrong-state") }
  return new LedgerRefusal(serviceCalls[task.kind].refused, params)
}

/** Has one call made now, for a person who asks. Answers the lease as it is afterward; throws LedgerRefusal in words for the merchant. */
export async function askFor(
  desk: Ledger,
  lease: LeaseRecord,
  kind: ServiceCallKind,
  { detail = {}, actor }: { detail?: ClaimedTask["detail"]; actor: Actor },
): Promise<LeaseRecord> {
  const ledger = ofLease(desk, lease)
  if (ledger.isRemoved) throw removedRefusal(ledger)
  const reason = whyNot(serviceCalls[kind].action, lease.status)
  if (reason) throw new LedgerRefusal(reason, { ...staffParams(ledger, lease), date: lease.delivery_date ?? "…" })
  const taken = await ledger.store.transaction((store) =>
    store.tasks.take(lease.id, kind, { detail, actor, ms: claimMs(ledger) }),
  )
  if (taken === "busy") throw new LedgerRefusal("busy")
  if (taken === "unknown") throw new LedgerRefusal("result_unknown", {}, { kind: "unknown" })
  const result = await makeCall(ledger, await reread(ledger, lease), { ...taken, kind })
  if (result.is === "done") return result.lease
  throw result.refusal
}

/** The contract was to be given up for want of an order, and meanwhile the order came. */
function isLate({ detail: { cause } }: ServiceTask, { placed_at }: LeaseRecord): boolean {
  return placed_at !== null && (cause === "abandoned" || cause === "ordered_otherwise")
}

/**
 * Given up because its first payment never came: it may have come since the last reading, and then nothing is given up. Throws LedgerRefusal
 * where the service does not say; it is asked again later.
 */
async function isPaidAfterAll(ledger: Ledger, { detail, sent }: ServiceTask, lease: LeaseRecord): Promise<boolean> {
  if (detail.cause !== "abandoned" || !isSigning(lease) || sent) return false
  const { lease: after, reading } = await checkStatus(ledger, lease)
  if (reading.kind === "no_status") throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable" })
  return !awaitsFirstPayment(after)
}

/**
 * Makes a claimed call that is owed. A lease that has moved on needs it no more. `turn` is for whatever talks to the service; the intent of a
 * call that asks nothing first is written before its turn comes, together with those of others.
 */
export async function makePendingCall(
  ledger: Ledger,
  task: ServiceTask,
  lease: LeaseRecord,
  { turn, enter }: { turn: Turn; enter?: Enter | undefined },
): Promise<void> {
  const call = serviceCalls[task.kind]
  if (call.reached.includes(lease.status)) {
    await elsewhere(ledger, lease, task, { is: "ended", state: "done", at: ledger.now() })
    return
  }
  const past = task.withdrawn || isLate(task, lease) || whyNot(call.action, lease.status) !== null
  if ((past && !task.sent) || (await isPaidAfterAll(ledger, task, lease))) return forget(ledger, task)
  const ahead = !task.sent && !call.entering && !call.prepare
  await (ahead ? makeCall(ledger, lease, task, { turn }) : turn(() => makeCall(ledger, lease, task, { enter })))
}
