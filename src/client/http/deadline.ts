import { AsyncLocalStorage } from "node:async_hooks"

/**
 * When the caller of the current work stops waiting (`performance.now()`). Async storage carries it through Medusa's own code, which can't pass a
 * deadline on.
 */
const deadlines = new AsyncLocalStorage<number | undefined>()

/** Runs work whose calls and retries share a time limit. An earlier outer deadline still applies. */
export function withinMs<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + Math.min(ms, msLeft()), work)
}

/** Runs pending calls and other work without the deadline of the request that started it, because the request doesn't wait for that work. */
export function withoutDeadline<T>(work: () => T): T {
  return deadlines.run(undefined, work)
}

/** Returns the time left until the deadline (ms): 0 once it has passed, and Infinity if there is none. */
export function msLeft(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - performance.now())
}

/** A call's priority, highest first: someone is waiting for the call, it's a pending call, or it's only a read. */
export type Urgency = "person" | "commitment" | "question"

const questions = new AsyncLocalStorage<boolean>()

/** Runs work whose calls have the lowest priority. */
export function asQuestion<T>(work: () => T): T {
  return questions.run(true, work)
}

/** Returns the current call's priority. A deadline means that someone is waiting. */
export function urgency(): Urgency {
  if (Number.isFinite(msLeft())) return "person"
  return questions.getStore() ? "question" : "commitment"
}
