import type { LeaseOptions } from "../options/options"
import { isDead, type RaisedAlertCode } from "../rules/alerts"
import type { Order, Payment } from "../rules/order"
import type { CallDetail, CallKind, PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"

/** A cart in Medusa that is not an order yet. */
export type CartState = { completed: boolean; payments: Payment[]; sessionIds: string[] }

/** What Medusa knows about a lease. */
export type MedusaFacts = {
  /** The order of the lease, or of its cart. */
  order: Order | null
  /** The recipient differs from the one that the lease was offered for. */
  recipientDiffers: boolean
  cart: CartState | null
}

/** The facts to judge. `pendingCalls`: newest first. */
export type Facts = MedusaFacts & { lease: LeaseRecord; pendingCalls: readonly PendingCall[]; now: Date }

export type Options = Pick<
  LeaseOptions,
  "captureOn" | "confirmDeliveryOn" | "placeOrderAfter" | "abandonAfter" | "timeZone"
> & { service?: Pick<LeaseOptions["service"], "dialect"> }

/** A call that is due. `waits`: how long before it is made (ms); its reasons are then judged once more. */
export type DueCall = { kind: CallKind; detail?: CallDetail; waits?: number }

/** What follows from the facts of one lease. */
export type Decision = {
  calls: DueCall[]
  /** The order stands and isn't recorded on its lease yet. */
  record: boolean
  /** The order that waits for this lease is canceled or paid otherwise, so its approval is free again. */
  release?: boolean
  /** Alerts to raise and to close. The others stay as they are. */
  raise: RaisedAlertCode[]
  lower: RaisedAlertCode[]
  /** When to check again without an event; null: nothing can become due without one. */
  reconcileAt: Date | null
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** When to read a contract that was handed out: after these times, then daily. */
const READ_AFTER = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
/** The least time between the two checks before a contract is canceled: a single one may meet Medusa in the middle of its work. */
export const SECOND_CHECK_MS = MINUTE
/** When to check again without an event, because events may be lost. */
export const AGAIN_MS = { placed: HOUR, delivered: 7 * DAY, moving: 15 * MINUTE, submitting: 2 * MINUTE }

/** Reads on when the service did not know the lease, which may mean the wrong account: nobody else would ask. */
export function heldReading(facts: Facts, reconcileAt: Date): Partial<Decision> {
  if (!isDead(facts.lease)) return { reconcileAt }
  const read = reading(facts.lease.placed_at ?? facts.now, facts)
  return { ...read, reconcileAt: soonest(read.reconcileAt, reconcileAt) }
}

/** Reads at each mark that has passed since the last reading. */
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
export function giveUp(cause: NonNullable<CallDetail["cause"]>): DueCall {
  return { ...cancelFor(cause), waits: SECOND_CHECK_MS }
}

/** The earlier of two moments; null means never. */
export function soonest(a: Date | null, b: Date): Date {
  return a && a < b ? a : b
}

/** The moment `ms` later. */
export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
