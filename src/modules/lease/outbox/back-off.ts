import { LeaseHeldBack, LeaseOverRate, LeaseServiceError } from "../../../client"
import { type AccountDeps, type LedgerDeps, REMOVED_RETRY_MS } from "../accounts/deps"
import { after } from "../decide/decision"
import { HOUR_MS, MINUTE_MS } from "../rules/moments"
import { type CallError, type ClaimedCall, NOT_REACHED } from "../rules/pending-calls"
import type { CallDueAgain } from "../tables/pending-call-store"
import { LedgerRefusal, type MessageCode } from "../texts/messages"

/** How long to wait before a retry: 1, 2, 4, 8, 16 minutes, then an hour, shortened at random by up to half. `attempts` includes the failed one. */
export function backoffMs(attempts: number, random: number = Math.random()): number {
  const longest = attempts > 5 ? HOUR_MS : 2 ** (attempts - 1) * MINUTE_MS
  return longest * (0.5 + random / 2)
}

/** The minimum wait before retrying a call that Medusa will refuse until somebody fixes the cause. */
const STORE_REFUSAL_MS = HOUR_MS

/** Like {@link backoffMs}, but never shorter than the service asked for (`askedMs`). */
export function retryMs(attempts: number, askedMs = 0, random: number = Math.random()): number {
  return Math.max(backoffMs(attempts, random), askedMs * (1 + random / 4))
}

/**
 * Returns when a failed call is due again. If it was held back, the attempt isn't counted, and the call is due once the service may be up or the rate
 * allows it.
 */
export function again(accountDeps: AccountDeps, { attempts }: ClaimedCall, error?: unknown): CallDueAgain {
  const now = accountDeps.now()
  const cause = causeOf(error)
  if (!isHeldBack(accountDeps, error)) {
    const isStores = error instanceof LedgerRefusal && error.code === "store_refused"
    const waitMs = retryMs(attempts, isStores ? STORE_REFUSAL_MS : cause?.retryAfterMs)
    return { state: "due", due_at: after(now, waitMs) }
  }
  return { state: "due", due_at: after(now, heldBackMs(accountDeps, cause)), attempts: attempts - 1 }
}

/** How long to wait after a call was held back; 0 if it wasn't. */
function heldBackMs({ breaker, now }: AccountDeps, cause: LeaseServiceError | undefined): number {
  if (!breaker) return retryMs(1, REMOVED_RETRY_MS)
  const { outage, isLikely } = breaker
  if (outage || isLikely) return retryMs(1, outage ? outage.probe_at.getTime() - now().getTime() : 0)
  return cause instanceof LeaseOverRate ? (cause.retryAfterMs ?? 0) : 0
}

/**
 * Whether the call was held back by a removed account, the rate limit or an outage, even a likely one. Compares error codes, because Medusa strips
 * the rest of the error.
 */
export function isHeldBack({ breaker }: AccountDeps, error: unknown): boolean {
  if (!breaker || causeOf(error) instanceof LeaseHeldBack) return true
  const { code } = (error ?? {}) as { code?: unknown }
  return (breaker.outage !== null || breaker.isLikely) && NOT_REACHED.some((known) => known === code)
}

function causeOf(error: unknown): LeaseServiceError | undefined {
  const cause = error instanceof LedgerRefusal ? error.cause : error
  return cause instanceof LeaseServiceError ? cause : undefined
}

export function errorOf({ now }: LedgerDeps, { code, params }: LedgerRefusal): CallError {
  return { code: code as MessageCode, params, at: now().toISOString() }
}
