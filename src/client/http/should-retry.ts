import type { Fault } from "./transport"

/** One try of a call and how it ended. */
export type Try = {
  method: "GET" | "POST" | "DELETE"
  /** 0 for the first try. */
  repeated: number
  /** How many retries are allowed, option `dialect.retry`. */
  limit: number
  /** Longest wait between two tries, in ms. */
  maxWaitMs: number
  /** The answer's HTTP status, or why there was none. */
  outcome: number | Fault
  /** The pause that the service asks for, in ms. */
  retryAfterMs?: number
}

const FIRST_WAIT_MS = 250
/** The service is too busy, or a gateway before it got no answer. */
const PASSING = [429, 502, 503, 504]

/** Whether waiting may help. An answer that isn't HTTP or is too large will be so again. */
export function isPassing(outcome: number | Fault): boolean {
  return typeof outcome === "number" ? PASSING.includes(outcome) : outcome === "network" || outcome === "timeout"
}

/**
 * How long to wait before a retry, in ms; undefined if the call must not be retried (reference 1, retries). `random`, from 0 to 1, spreads
 * callers that failed together.
 */
export function shouldRetry(attempt: Try, random: number = Math.random()): number | undefined {
  const { method, repeated, limit, maxWaitMs, outcome, retryAfterMs } = attempt
  // A write may have taken effect, so the caller reads the state first.
  if (method !== "GET") return undefined
  if (repeated >= limit) return undefined
  if (!isPassing(outcome)) return undefined
  // Coming back before the service asked for is rude, and a shopper does not wait longer than the bound.
  if (retryAfterMs !== undefined) return retryAfterMs <= maxWaitMs ? retryAfterMs : undefined
  return Math.min(maxWaitMs, FIRST_WAIT_MS * 2 ** repeated * (0.5 + random / 2))
}

/** The longest wait that a header can ask for (ms). A maintenance page may ask for a day, and be gone in a minute. */
export const LONGEST_RETRY_AFTER_MS = 5 * 60_000

/** Header Retry-After, seconds or an HTTP date, in ms from `now`, five minutes at most; undefined when absent or unreadable. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS)
}
