import { AsyncLocalStorage } from "node:async_hooks"

/**
 * How much longer the caller waits for the current work. It reaches every call of the client that the work makes, however deep, through
 * Medusa's own code too, which knows nothing of it.
 */
const deadlines = new AsyncLocalStorage<number | undefined>()

/** Runs the work, all of whose calls and repetitions together get this long (ms); less where a deadline outside of it comes first. */
export function withinMs<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + Math.min(ms, msLeft()), work)
}

/** Runs work that no request waits for, although a request has set it off: owed calls. */
export function withoutDeadline<T>(work: () => T): T {
  return deadlines.run(undefined, work)
}

/** Time left of the deadline (ms), 0 when it is over; Infinity where there is none. */
export function msLeft(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - performance.now())
}
