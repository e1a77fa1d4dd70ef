import { AsyncLocalStorage } from "node:async_hooks"

/**
 * The time until which the current work's caller waits. It applies to every call that the work makes, even through Medusa's own code, which can't
 * pass it on.
 */
const deadlines = new AsyncLocalStorage<number | undefined>()

/** Runs work whose calls and retries may take this long in total (ms), or less if an outer deadline comes first. */
export function withinMs<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + Math.min(ms, msLeft()), work)
}

/** Runs pending calls. A request may have started them, but it doesn't wait for them. */
export function withoutDeadline<T>(work: () => T): T {
  return deadlines.run(undefined, work)
}

/** The time left until the deadline (ms): 0 once it has passed, Infinity if there is none. */
export function msLeft(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - performance.now())
}

/** The priority of calls: first those that a person is waiting for, then pending calls, then readings. */
export type Urgency = "person" | "commitment" | "question"

const questions = new AsyncLocalStorage<boolean>()

/** Runs work whose calls have the lowest priority. */
export function asQuestion<T>(work: () => T): T {
  return questions.run(true, work)
}

/** The urgency of the current call. If there is a deadline, a person is waiting. */
export function urgency(): Urgency {
  if (Number.isFinite(msLeft())) return "person"
  return questions.getStore() ? "question" : "commitment"
}
