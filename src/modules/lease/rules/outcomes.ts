import type { LeaseRecord } from "./records"
import { isCanceling, isReturning } from "./standing"
import { type LeaseEventType, type LeaseStatus, transitions } from "./state-machine"

/**
 * How a person says that a lease, or an open call, ended elsewhere. `reduced`: the service took the part that it was asked to take. `nothing`: it did
 * not take place, and the lease stays where it was.
 */
export const OUTCOMES = ["canceled", "returned", "delivered", "reduced", "nothing"] as const
/** One of {@link OUTCOMES}. */
export type Outcome = (typeof OUTCOMES)[number]

type Endable = Pick<LeaseRecord, "status" | "placed_at" | "delivered_at" | "signed_at">

/** How a lease may be said to have ended, as it stands. `reducing`: the return of a part is open. */
export function outcomesOf(lease: Endable, { reducing = false } = {}): Outcome[] {
  return OUTCOMES.filter((outcome) => {
    if (outcome === "reduced") return reducing
    const event = eventOf(outcome, lease)
    return event ? mayHappen(event, lease.status) : outcome === "nothing"
  })
}

/** An outcome's event for the lease; null where it stays as it is. */
export function eventOf(outcome: Outcome, lease: Endable): LeaseEventType | null {
  if (outcome === "canceled") return "settled_as_canceled"
  if (outcome === "returned") return "settled_as_returned"
  if (outcome === "delivered") return "settled_as_delivered"
  if (isReturning(lease)) return backFromReturning(lease)
  return isCanceling(lease) ? backFromCanceling(lease) : null
}

/** The way back for a lease whose cancellation had no effect. */
export function backFromCanceling({ placed_at, signed_at }: Omit<Endable, "status">): LeaseEventType {
  if (placed_at) return "cancel_refused"
  return signed_at ? "cancel_refused_unplaced" : "cancel_refused_unsigned"
}

/** The way back for a lease whose return had no effect. */
export function backFromReturning({ delivered_at }: Omit<Endable, "status">): LeaseEventType {
  return delivered_at ? "return_refused" : "return_refused_undelivered"
}

function mayHappen(event: LeaseEventType, status: LeaseStatus): boolean {
  const from: readonly LeaseStatus[] = transitions[event].from
  return from.includes(status)
}
