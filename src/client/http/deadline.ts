import { AsyncLocalStorage } from "node:async_hooks"

/**
 * The time at which the caller of the current work stops waiting. It applies to every call that the work makes, even through Medusa's own code, which
 * has no way to pass a deadline on.
 */
const deadlines = new AsyncLocalStorage<number | undefined>()

/** Runs work whose calls and retries may take this long in total (ms), or less if an outer deadline comes first. */
export function withinMs<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + Math.min(ms, msLeft()), work)
}

/** Runs work without a deadline, such as pending calls. A request may have started this work, but doesn't wait for it. */
export function withoutDeadline<T>(work: () => T): T {
  return deadlines.run(undefined, work)
}

/** Returns the time left until the deadline (ms): 0 if the deadline has passed, and Infinity if there is none. */
export function msLeft(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - performance.now())
}

/** The priority of a call, highest first: a call for which a person is waiting, a pending call, or a call that only reads something. */
export type Urgency = "person" | "commitment" | "question"

const questions = new AsyncLocalStorage<boolean>()

/** Runs work whose calls have the lowest priority. */
export function asQuestion<T>(work: () => T): T {
  return questions.run(true, work)
}

/** Returns the urgency of the current call. A deadline means that a person is waiting. */
export function urgency(): Urgency {
  if (Number.isFinite(msLeft())) return "person"
  return questions.getStore() ? "question" : "commitment"
}
