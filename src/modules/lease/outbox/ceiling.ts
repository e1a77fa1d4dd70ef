import { type LedgerDeps, longestClaimMs } from "../accounts/deps"
import { MINUTE_MS } from "../rules/moments"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"
import type { MedusaSide } from "./medusa"

/** The time limit for Medusa's reads and messages: shorter than a reconciliation's claim on its leases. */
const QUESTION_MS = MINUTE_MS
/** Time reserved for recording a timeout before the claim expires. */
const SPARE_MS = 15_000

/** Thrown when Medusa doesn't finish in time. Its work may still complete. */
export class MedusaHangs extends LedgerRefusal {
  constructor() {
    super("store_hangs", {}, { kind: "unavailable" })
  }
}

/**
 * Adds time limits to the calls to Medusa. If Medusa exceeds one, the call throws MedusaHangs, which frees its slot and the run. Medusa's workflow
 * may still finish, so the pending call keeps its claim and isn't repeated in the meantime (`docs/adr/0013-outbox-from-facts.md`).
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

export function wrapEach(wrap: (made: Promise<void>) => Promise<void>, calls: MedusaSide["call"]): MedusaSide["call"] {
  const wrapped = Object.entries(calls).map(([kind, call]) => [kind, (lease: LeaseRecord) => wrap(call(lease))])
  return Object.fromEntries(wrapped)
}

/** The time limits for Medusa. A call may query the service with all its retries, so it gets nearly as long as its claim. */
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

/** Starts a timer. `elapsed` resolves after `ms`, or never if the timer is cleared first or `ms` is missing. */
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
