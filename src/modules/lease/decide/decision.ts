import type { LeaseOptions } from "../options/options"
import { isDead, type RaisedAlertCode } from "../rules/alerts"
import type { Order, Payment } from "../rules/order"
import type { CallDetail, CallKind, PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"

/** A cart in Medusa that is not an order yet. */
export type CartState = { completed: boolean; payments: Payment[]; sessionIds: string[] }

/** A lease's order and cart in Medusa. */
export type MedusaFacts = {
  /** The order of the lease, or of its cart. */
  order: Order | null
  /** The recipient differs from the one that the lease was offered for. */
  recipientDiffers: boolean
  cart: CartState | null
}

/** Everything that a decision depends on. `pendingCalls`: newest first. */
export type Facts = MedusaFacts & { lease: LeaseRecord; pendingCalls: readonly PendingCall[]; now: Date }

export type Options = Pick<
  LeaseOptions,
  "captureOn" | "confirmDeliveryOn" | "placeOrderAfter" | "abandonAfter" | "timeZone"
> & { service?: Pick<LeaseOptions["service"], "dialect"> }

/** A call that is due. `waits`: how long before it is made (ms); the decision is then repeated. */
export type DueCall = { kind: CallKind; detail?: CallDetail; delayMs?: number }

/** What to do about one lease. */
export type Decision = {
  calls: DueCall[]
  /** The order is to be recorded on its lease. */
  record: boolean
  /** The order that waits for this lease is canceled or paid otherwise, which frees its approval. */
  release?: boolean
  /** Alerts to raise and to clear. The others stay as they are. */
  raise: RaisedAlertCode[]
  clear: RaisedAlertCode[]
  /** When to check again without an event; null: only an event can make something due. */
  reconcileAt: Date | null
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** When to read the status of a contract that was handed out: after these times, then daily. */
const READ_AFTER = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
/** The minimum time between the two checks before a contract is canceled: Medusa may be in the middle of a completion at the first. */
export const SECOND_CHECK_MS = MINUTE
/** When to check again without an event, because events may be lost. */
export const AGAIN_MS = { placed: HOUR, delivered: 7 * DAY, moving: 15 * MINUTE, submitting: 2 * MINUTE }

/** Keeps reading a lease that the service did not know: the account may be wrong, and nothing else would notice. */
export function heldReading(facts: Facts, reconcileAt: Date): Partial<Decision> {
  if (!isDead(facts.lease)) return { reconcileAt }
  const read = reading(facts.lease.placed_at ?? facts.now, facts)
  return { ...read, reconcileAt: soonest(read.reconcileAt, reconcileAt) }
}

/** Reads the status if one of the times of {@link READ_AFTER} has passed since the last reading. */
export function reading(since: Date, { lease, now }: Facts): Partial<Decision> & { reconcileAt: Date } {
  const mark = nextMark(since, lease.checked_at ?? since)
  return mark <= now ? { calls: [{ kind: "read_status" }], reconcileAt: nextMark(since, now) } : { reconcileAt: mark }
}

function nextMark(since: Date, from: Date): Date {
  const passed = from.getTime() - since.getTime()
  return after(since, READ_AFTER.find((ms) => ms > passed) ?? (Math.floor(passed / DAY) + 1) * DAY)
}

/** A cancellation of the contract. */
export function cancelFor(cause: NonNullable<CallDetail["cause"]>): DueCall {
  return { kind: "cancel_contract", detail: { cause } }
}

/** A cancellation that waits for a second check, because nothing brings the contract back. */
export function cancelAfterRecheck(cause: NonNullable<CallDetail["cause"]>): DueCall {
  return { ...cancelFor(cause), delayMs: SECOND_CHECK_MS }
}

/** The earlier of two dates; null means never. */
export function soonest(a: Date | null, b: Date): Date {
  return a && a < b ? a : b
}

/** The date `ms` later. */
export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
