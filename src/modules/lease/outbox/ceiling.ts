import { type LedgerDeps, longestClaimMs } from "../accounts/deps"
import { MINUTE_MS } from "../rules/moments"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"
import type { MedusaSide } from "./medusa"

/** The time limit for Medusa to read something or send a message (ms): shorter than a reconciliation's claim on its leases. */
const QUESTION_MS = MINUTE_MS
/** Time reserved before the claim expires to record a timeout (ms). */
const SPARE_MS = 15_000

/** Thrown when Medusa did not finish in time. Its work may still complete. */
export class MedusaHangs extends LedgerRefusal {
  constructor() {
    super("store_hangs", {}, { kind: "unavailable" })
  }
}

/**
 * Wraps Medusa's side so that a call that exceeds its time limit throws MedusaHangs and frees its slot and the run. Medusa's workflow may still
 * finish, so the pending call keeps its claim, and nobody repeats the call in the meantime (`docs/adr/0013-outbox-from-facts.md`).
 */
export function withCeilings(
  medusa: MedusaSide,
  { questionMs, callMs }: { questionMs: number; callMs: number },
): MedusaSide {
  return {
    factsOf: (leases) => within(questionMs, medusa.factsOf(leases)),
    checkFollowUp: (lease, call) => within(questionMs, medusa.checkFollowUp(lease, call)),
    lockCart: (cartId, work) => within(callMs, medusa.lockCart(cartId, work)),
    mail: (mail) => within(questionMs, medusa.mail(mail)),
    feed: (entry) => within(questionMs, medusa.feed(entry)),
    call: wrapEach((made) => within(callMs, made), medusa.call),
  }
}

/** Returns Medusa's calls, each with its promise wrapped. */
export function wrapEach(wrap: (made: Promise<void>) => Promise<void>, calls: MedusaSide["call"]): MedusaSide["call"] {
  const wrapped = Object.entries(calls).map(([kind, call]) => [kind, (lease: LeaseRecord) => wrap(call(lease))])
  return Object.fromEntries(wrapped)
}

/** The time limits for a ledger's calls to Medusa (ms). A call may query the service, with all retries, so it gets nearly as long as its claim. */
export function ceilingsOf(deps: LedgerDeps): { questionMs: number; callMs: number } {
  return { questionMs: QUESTION_MS, callMs: longestClaimMs(deps) - SPARE_MS }
}

/** Waits up to `ms` for Medusa, then throws MedusaHangs. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { elapsed, clear } = timer(ms)
  const hangs = elapsed.then(() => {
    throw new MedusaHangs()
  })
  try {
    return await Promise.race([work, hangs])
  } finally {
    clear()
  }
}

/** Starts a timer. `elapsed` resolves after `ms` unless the timer is cleared, and never if `ms` is missing. */
export function timer(ms?: number): { elapsed: Promise<void>; isOver(): boolean; clear(): void } {
  let timeout: NodeJS.Timeout | undefined
  let isOver = false
  const elapsed = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true
      resolve()
    }
    if (ms !== undefined) timeout = setTimeout(end, Math.max(0, ms))
  })
  return { elapsed, isOver: () => isOver, clear: () => clearTimeout(timeout) }
}

/** Waits `ms`, or until one of the promises settles. */
export async function pause(ms: number, ...sooner: Promise<unknown>[]): Promise<void> {
  const { elapsed, clear } = timer(ms)
  await Promise.race([elapsed, ...sooner])
  clear()
}
