import type { LeaseRecord } from "../rules/records"
import { type Desk, longestClaimMs } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import type { MedusaSide } from "./medusa-side"

/** Medusa answers questions and writes down an order within this long (ms): less than leases that are looked at are kept from others. */
const QUESTION_MS = 60_000
/** So much of its claim a call that hangs leaves for writing that down (ms). */
const SPARE_MS = 15_000

/** Medusa did not end in time what it was asked for, and may still do it. */
export class MedusaHangs extends LedgerRefusal {
  constructor() {
    super("store_hangs", {}, { kind: "unavailable" })
  }
}

/**
 * Medusa's side, no call of which takes longer than its ceiling: what hangs holds no slot and no run. Each throws MedusaHangs then. A workflow
 * may still end later, so its task keeps its claim and nothing is tried beside it (`docs/adr/0022-outbox-lanes-and-heartbeat.md`).
 */
export function withCeilings(
  medusa: MedusaSide,
  { questionMs, callMs }: { questionMs: number; callMs: number },
): MedusaSide {
  const limited = Object.entries(medusa.call).map(([name, call]) => [
    name,
    (lease: LeaseRecord) => within(callMs, call(lease)),
  ])
  return {
    factsOf: (leases) => within(questionMs, medusa.factsOf(leases)),
    record: (lease, order) => within(questionMs, medusa.record(lease, order)),
    lockCart: (cartId, work) => within(callMs, medusa.lockCart(cartId, work)),
    mail: (mail) => within(questionMs, medusa.mail(mail)),
    call: Object.fromEntries(limited),
  }
}

/** The ceilings of a ledger's calls (ms). A call may ask the service, with all repetitions, so it gets nearly as long as its claim. */
export function ceilingsOf(desk: Desk): { questionMs: number; callMs: number } {
  return { questionMs: QUESTION_MS, callMs: longestClaimMs(desk) - SPARE_MS }
}

/** Waits so long (ms) for what Medusa does. Throws MedusaHangs then. */
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

/** Elapses once, `ms` from now, unless it is cleared; never where no time is given. */
export function timer(ms?: number): { elapsed: Promise<void>; clear(): void } {
  let timeout: NodeJS.Timeout | undefined
  const elapsed = new Promise<void>((resolve) => {
    if (ms !== undefined) timeout = setTimeout(resolve, Math.max(0, ms))
  })
  return { elapsed, clear: () => clearTimeout(timeout) }
}

/** Waits for so long (ms), or until one of these comes first. */
export async function pause(ms: number, ...sooner: Promise<unknown>[]): Promise<void> {
  const { elapsed, clear } = timer(ms)
  await Promise.race([elapsed, ...sooner])
  clear()
}
