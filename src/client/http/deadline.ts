import { AsyncLocalStorage } from "node:async_hooks"

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

/** The order in which calls go: first those a person waits for, then pending calls, then readings. */
export type Urgency = "person" | "commitment" | "question"

const questions = new AsyncLocalStorage<boolean>()

/** Runs work whose calls give way to all others. */
export function asQuestion<T>(work: () => T): T {
  return questions.run(true, work)
}

/** The urgency of the current call. With a deadline, a person waits. */
export function urgency(): Urgency {
  if (Number.isFinite(msLeft())) return "person"
  return questions.getStore() ? "question" : "commitment"
}
