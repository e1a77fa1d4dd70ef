import type { Fault } from "./transport"

export type CallAttempt = {
  method: "GET" | "POST" | "DELETE"
  /** Retries so far: 0 for the first attempt. */
  repeated: number
  /** Maximum retries (`dialect.retry`). */
  limit: number
  maxWaitMs: number
  outcome: number | Fault
  retryAfterMs?: number
}

const FIRST_WAIT_MS = 250
/** The service is too busy, or a gateway got no response from it. */
const PASSING = [429, 502, 503, 504]

/** Whether a later attempt may succeed. It won't if the response was oversized or wasn't HTTP. */
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
  // Don't retry sooner than the service asked, and don't make a shopper wait longer than the limit.
  if (retryAfterMs !== undefined) return retryAfterMs <= maxWaitMs ? retryAfterMs : undefined
  return Math.min(maxWaitMs, FIRST_WAIT_MS * 2 ** repeated * (0.5 + random / 2))
}

/** Limits Retry-After. A maintenance page may say to retry in a day even if the maintenance takes only a minute. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000

/**
 * Converts a Retry-After header (seconds or an HTTP date) to milliseconds from `now`, at most five minutes. Returns undefined if it's absent or
 * invalid.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS)
}
