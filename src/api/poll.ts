import type { LeaseRecord } from "../modules/lease/rules/records"
import { awaitsFirstPayment, isCanceling, isPending, isReplacement, isUndecided } from "../modules/lease/rules/standing"
import { UNDECIDED_WAIT_MS } from "../modules/lease/shopper/owner"
import type { LeaseView } from "./types"

/** Somebody is at work: this cannot last long (ms). */
const SHORT_MS: Partial<Record<LeaseView["step"], number>> = { deciding: 2000, confirming: 2000 }

/** Its contract is being taken back: soon the cart is free. */
const CANCELING_MS = 10_000

/** A lease that waits for the service or its staff is checked by a call: up to this age so often, later less often (ms). */
const WAITING: [age: number, ms: number][] = [
  [10_000, 2000],
  [60_000, 5000],
  [300_000, 10_000],
]
const WAITING_LONG_MS = 30_000

/**
 * After how long a page asks again (ms); null: nothing changes on its own. The pauses grow with what they wait for, so that a page that asks as
 * it is told needs no rule of its own. `now`: ms since 1970.
 */
export function pollAfter(lease: LeaseRecord | null, step: LeaseView["step"], now = Date.now()): number | null {
  if (!lease) return null
  if (isCanceling(lease)) return CANCELING_MS
  if (isPending(lease)) return growing(now - lease.status_at.getTime())
  if (awaitsFirstPayment(lease)) return growing(now - (lease.contracts_received_at?.getTime() ?? now))
  // There is no one to ask. The form can be sent again after a minute.
  if (isUndecided(lease)) return left(lease.status_at.getTime() + UNDECIDED_WAIT_MS - now)
  // No cart is completed after the new contract of an edited order, and a person may have to confirm it.
  if (step === "confirming" && isReplacement(lease)) return growing(now - lease.status_at.getTime())
  return SHORT_MS[step] ?? null
}

function growing(age: number): number {
  return WAITING.find(([upTo]) => age < upTo)?.[1] ?? WAITING_LONG_MS
}

/** A little later than the moment itself: the next look must come after it. */
function left(ms: number): number | null {
  return ms >= 0 ? ms + 250 : null
}
