import type { LeaseOptions } from "../options/options"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { isDead } from "../rules/alerts"
import type { LastParcel } from "../rules/delivery"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../rules/moments"
import type { Order, Payment } from "../rules/order"
import type { CallDetail, CallKind, PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"

/** A cart in Medusa that is not an order yet. */
export type CartState = { completed: boolean; payments: Payment[]; sessionIds: string[] }

export type MedusaFacts = {
  /** The lease's order, or the order made from its cart. */
  order: Order | null
  /** Whether the recipient differs from the one on the offer. */
  recipientDiffers: boolean
  cart: CartState | null
  /** The order's last parcel, if the account sends it with the delivery and something has shipped. */
  parcel?: LastParcel | null
}

/** Everything that a decision depends on. `pendingCalls` must be sorted newest first. */
export type DecisionFacts = MedusaFacts & { lease: LeaseRecord; pendingCalls: readonly PendingCall[]; now: Date }

export type DecisionOptions = Pick<
  LeaseOptions,
  | "captureOn"
  | "confirmDeliveryOn"
  | "placeOrderAfter"
  | "abandonAfter"
  | "timeZone"
  | "alertAfterDays"
  | "sendTracking"
> & { service?: Pick<LeaseOptions["service"], "dialect"> }

/** A call that is due. With `delayMs`, it is made after that delay if it is still due then. */
export type DueCall = { kind: CallKind; detail?: CallDetail; delayMs?: number }

export type Decision = {
  calls: DueCall[]
  /** Whether to record the order on its lease. */
  record: boolean
  /** Whether to release the order awaiting this lease, because the order was canceled or paid another way. This frees the lease's approval. */
  release?: boolean
  raise: RaisedAlertCode[]
  /** Alerts in neither list stay as they are. */
  clear: RaisedAlertCode[]
  /** When to check again if no event arrives. Null if only an event can make a call due. */
  reconcileAt: Date | null
}

/** When to read a contract's status after it was handed out: after each of these times, then daily. */
const READ_AFTER = [2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS]
/** The minimum time between the two checks before a contract is canceled. Medusa may be completing the cart during the first check. */
export const SECOND_CHECK_MS = MINUTE_MS
/** How long until the next check if no event arrives, because events can be lost. */
export const AGAIN_MS = { placed: HOUR_MS, delivered: 7 * DAY_MS, moving: 15 * MINUTE_MS, submitting: 2 * MINUTE_MS }

/** Keeps reading the status of a lease that the service didn't recognize. Only another reading can reveal that the account's options were wrong. */
export function heldReading(facts: DecisionFacts, reconcileAt: Date): Partial<Decision> {
  if (!isDead(facts.lease)) return { reconcileAt }
  const read = reading(facts.lease.placed_at ?? facts.now, facts)
  return { ...read, reconcileAt: soonest(read.reconcileAt, reconcileAt) }
}

/** Reads the status if one of the {@link READ_AFTER} times has passed since the last reading. */
export function reading(since: Date, { lease, now }: DecisionFacts): Partial<Decision> & { reconcileAt: Date } {
  const mark = nextMark(since, lease.checked_at ?? since)
  return mark <= now ? { calls: [{ kind: "read_status" }], reconcileAt: nextMark(since, now) } : { reconcileAt: mark }
}

/** The first of the {@link READ_AFTER} times after `from`. */
function nextMark(since: Date, from: Date): Date {
  const passed = from.getTime() - since.getTime()
  return after(since, READ_AFTER.find((ms) => ms > passed) ?? (Math.floor(passed / DAY_MS) + 1) * DAY_MS)
}

export function cancelFor(cause: NonNullable<CallDetail["cause"]>): DueCall {
  return { kind: "cancel_contract", detail: { cause } }
}

/** A cancellation that is made only after a second check, because it can't be undone. */
export function cancelAfterRecheck(cause: NonNullable<CallDetail["cause"]>): DueCall {
  return { ...cancelFor(cause), delayMs: SECOND_CHECK_MS }
}

/** The earlier of two dates; null means never. */
export function soonest(a: Date | null, b: Date): Date {
  return a && a < b ? a : b
}

export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
