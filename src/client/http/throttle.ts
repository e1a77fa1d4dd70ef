import { AsyncLocalStorage } from "node:async_hooks"
import { isPassing, readRetryAfter } from "./should-retry"
import { type Answer, TransportError } from "./transport"

/** A place among the calls that are being made. */
export type Place = { leave(): Promise<void> }

/** Limits how many calls a client makes: asked before each one that goes out, repetitions too. Its methods never throw. */
export type Throttle = {
  /** Waits for a place, no longer than `longestMs`. `waitMs`: there is none, and none is to be expected sooner. */
  enter(longestMs: number): Promise<Place | { waitMs: number }>
}

/** The order in which calls go: first those a person waits for, then those that keep a promise, then mere questions. */
export type Urgency = "person" | "promise" | "question"

const questions = new AsyncLocalStorage<boolean>()

/** Runs work whose calls give way to all others. */
export function asQuestion<T>(work: () => T): T {
  return questions.run(true, work)
}

/** A person waits where there is a deadline. */
export function urgency(): Urgency {
  if (Number.isFinite(msLeft())) return "person"
  return questions.getStore() ? "question" : "promise"
}

/** How a call ended. `answered` false: no connection, no whole answer, or one that says no more than "not now". */
export type CallEnd = { answered: boolean; retryAfterMs?: number }

/** Stands before every call of a client and hears how each ended. Its methods never throw. */
export type Gate = {
  /** While it is closed no question is repeated. */
  readonly closed: boolean
  /** Undefined: the call may be made. Otherwise it fails at once, and its caller is told to wait so long (ms). */
  closedFor(): Promise<number | undefined>
  ended(end: CallEnd): Promise<void>
}

/** The part of an outcome that a gate is told. A refusal is an answer like another. */
export function endOf(outcome: Answer | TransportError): CallEnd {
  if (outcome instanceof TransportError) return { answered: !isPassing(outcome.fault) }
  const retryAfterMs = readRetryAfter(outcome.retryAfter, Date.now())
  return { answered: !isPassing(outcome.status), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/**
 * How much longer the caller waits for the current work. It reaches every call of the client that the work makes, however deep, through
 * Medusa's own code too, which knows nothing of it.
 */
const deadlines = new AsyncLocalStorage<number | undefined>()

/** Runs the work, all of whose calls and repetitions together get this long (ms); less where a deadline outside of it comes first. */
export function withinMs<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + Math.min(ms, msLeft()), work)
}

/** Runs work that no request waits for, although a request has set it off: pending calls. */
export function withoutDeadline<T>(work: () => T): T {
  return deadlines.run(undefined, work)
}

/** Time left of the deadline (ms), 0 when it is over; Infinity where there is none. */
export function msLeft(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - performance.now())
}
