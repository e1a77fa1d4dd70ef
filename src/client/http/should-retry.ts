import type { Fault } from "./transport"

/** One attempt at a call and how it ended. */
export type CallAttempt = {
  method: "GET" | "POST" | "DELETE"
  /** The number of retries so far, which is 0 for the first attempt. */
  repeated: number
  /** The maximum number of retries (the `dialect.retry` option). */
  limit: number
  /** The longest wait between two attempts (ms). */
  maxWaitMs: number
  /** The response's HTTP status, or the reason there was no response. */
  outcome: number | Fault
  /** The pause that the service requested (ms). */
  retryAfterMs?: number
}

const FIRST_WAIT_MS = 250
/** Statuses that mean that the service is too busy or didn't respond to a gateway. */
const PASSING = [429, 502, 503, 504]

/** Whether trying again later may help. It doesn't help if the response wasn't HTTP or was too large. */
export function isPassing(outcome: number | Fault): boolean {
  return typeof outcome === "number" ? PASSING.includes(outcome) : outcome === "network" || outcome === "timeout"
}

/**
 * Returns how long to wait before a retry (ms), or undefined if the call must not be retried (reference 1, retries). `random`, from 0 to 1, spreads
 * the retries of callers that failed together.
 */
export function shouldRetry(attempt: CallAttempt, random: number = Math.random()): number | undefined {
  const { method, repeated, limit, maxWaitMs, outcome, retryAfterMs } = attempt
  // Never retry a write, because it may have taken effect. The caller must read the state first.
  if (method !== "GET") return undefined
  if (repeated >= limit || !isPassing(outcome)) return undefined
  // Don't retry any sooner than the service requested, and don't make a shopper wait longer than the limit.
  if (retryAfterMs !== undefined) return retryAfterMs <= maxWaitMs ? retryAfterMs : undefined
  return Math.min(maxWaitMs, FIRST_WAIT_MS * 2 ** repeated * (0.5 + random / 2))
}

/** The longest wait that is accepted from a header (ms). A maintenance page may ask for a day, even if the maintenance takes only a minute. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000

/** Reads a Retry-After header (seconds or an HTTP date) as milliseconds from `now`, at most five minutes. Undefined if it's absent or unreadable. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS)
}
