import { AsyncLocalStorage } from "node:async_hooks"
import { isPassing, readRetryAfter } from "./should-retry"
import { type Answer, TransportError } from "./transport"

/** A place among the calls in progress. */
export type Place = { leave(): Promise<void> }

/** Limits how many calls a client makes. Called before each outgoing call, retries too. Its methods never throw. */
export type Throttle = {
  /** Waits for a place, up to `longestMs`. `waitMs`: there is none, and none is expected sooner. */
  enter(longestMs: number): Promise<Place | { waitMs: number }>
}

/** The order in which calls go: first those a person waits for, then pending calls, then readings. */
export type Urgency = "person" | "promise" | "question"

const questions = new AsyncLocalStorage<boolean>()

/** Runs work whose calls give way to all others. */
export function asQuestion<T>(work: () => T): T {
  return questions.run(true, work)
}

/** The urgency of the current call. With a deadline, a person waits. */
export function urgency(): Urgency {
  if (Number.isFinite(msLeft())) return "person"
  return questions.getStore() ? "question" : "promise"
}

/** How a call ended. `answered` false: no connection, no whole answer, or one that says no more than "not now". */
export type CallEnd = { answered: boolean; retryAfterMs?: number }

/** Checked before every call of a client and informed of each result. Its methods never throw. */
export type Gate = {
  /** While it is closed, no read is retried. */
  readonly closed: boolean
  /** Undefined: the call may be made. Otherwise it fails at once, and the caller should wait this long (ms). */
  closedFor(): Promise<number | undefined>
  ended(end: CallEnd): Promise<void>
}

/** The part of an outcome that a gate needs. A refusal is an answer like any other. */
export function endOf(outcome: Answer | TransportError): CallEnd {
  if (outcome instanceof TransportError) return { answered: !isPassing(outcome.fault) }
  const retryAfterMs = readRetryAfter(outcome.retryAfter, Date.now())
  return { answered: !isPassing(outcome.status), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/**
 * How much longer the caller of the current work waits. It reaches every call that the work makes, however deep, even through Medusa's own
 * code, which knows nothing of it.
 */
const deadlines = new AsyncLocalStorage<number | undefined>()

/** Runs work whose calls and retries together get this long (ms), or less if an outer deadline comes first. */
export function withinMs<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + Math.min(ms, msLeft()), work)
}

/** Runs work that no request waits for, although a request has started it: pending calls. */
export function withoutDeadline<T>(work: () => T): T {
  return deadlines.run(undefined, work)
}

/** The time left until the deadline (ms), 0 after it; Infinity without one. */
export function msLeft(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - performance.now())
}
