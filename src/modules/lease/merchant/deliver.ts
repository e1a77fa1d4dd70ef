import { dateIn, isRealDate } from "../../../lease-cart"
import { lastCall } from "../card/state"
import { isSameRecipient, type Recipient } from "../cart/compare-cart"
import { staffParams } from "../options/operator"
import { askFor } from "../outbox/call"
import { blockingOf } from "../rules/alerts"
import { deliveryDays } from "../rules/delivery"
import type { Actor, LeaseRecord } from "../rules/records"
import {
  awaitsDelivery,
  isCanceling,
  isDelivered,
  isEnding,
  isHosted,
  isOver,
  isPlaced,
  isReplacement,
  isUnconfirmed,
} from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { isOpen } from "../rules/tasks"
import { type Desk, type Ledger, ofLease } from "../status/ledger"
import { checkStatus } from "../status/read-status"
import { because } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"

/** A status read this long ago still counts when goods ship (ms): one reading for a parcel that is packed, shipped and delivered in one go. */
export const SHIPPING_FRESH_MS = 10 * 60_000

/** A day that a person gives, and how many pieces of the order ship at all and are delivered. */
type Delivery = { date: unknown; count: { pieces: number; delivered: number } }

/**
 * Confirms a delivery for a person (spec 4.1, 8.2), once: the day on which everything was delivered, or a day to come for which it is scheduled.
 * Throws LedgerRefusal: no such day, before the order, incomplete, lease not confirmed, refused by the service, not reached, or not known.
 */
export async function confirmDelivery(
  desk: Desk,
  lease: LeaseRecord,
  { actor, ...delivery }: Delivery & { actor: Actor },
): Promise<LeaseRecord> {
  refuseUnconfirmed(ofLease(desk, lease), lease)
  return askFor(desk, lease, "confirm_delivery", { detail: { delivery_date: dayOf(desk, lease, delivery) }, actor })
}

/** The same for a hosted lease: the day goes to the one-time URL that is held for it (spec 4.2). Sent once. Throws LedgerRefusal. */
export async function sendDeliveryDate(
  desk: Desk,
  lease: LeaseRecord,
  { actor, ...delivery }: Delivery & { actor: Actor },
): Promise<LeaseRecord> {
  return askFor(desk, lease, "send_delivery_date", { detail: { delivery_date: dayOf(desk, lease, delivery) }, actor })
}

/** Sends the order's number of a hosted lease for a person, to the one-time URL that is held for it (spec 4.2). Throws LedgerRefusal. */
export async function sendOrderId(desk: Desk, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const detail = { order_id: String(lease.order_display_id ?? "") }
  return askFor(desk, lease, "send_order_id", { detail, actor })
}

/**
 * Whether goods of the order may be packed, shipped and delivered: the lease is placed and surely signed, or delivered already, and they go
 * where it was offered for. A status older than ten minutes is read again; a service that cannot be asked does not stop the store. `recipient`:
 * of the order at this moment. Throws LedgerRefusal.
 */
export async function checkShippable(desk: Desk, lease: LeaseRecord, recipient: Recipient): Promise<void> {
  const ledger = ofLease(desk, lease)
  // The card was charged by another provider: its order is not ours to hold.
  if (isHosted(lease)) return
  if (isOver(lease)) throw new LedgerRefusal("ship_over")
  if (isEnding(lease)) throw await inDoubt(ledger, lease)
  if (isReplacement(lease)) throw new LedgerRefusal("ship_before_new_contract")
  if (!isPlaced(lease)) throw new LedgerRefusal("ship_before_confirmation", staffParams(ledger, lease))
  const current = awaitsDelivery(lease) ? await freshLease(ledger, lease) : lease
  // Raised before the goods go to somebody else, whether or not the order's change was heard of.
  const compared = isSameRecipient(ledger, current, recipient)
    ? await ledger.store.lower(current, "recipient_differs")
    : await ledger.store.raise(current.id, "recipient_differs")
  refuseUnconfirmed(ledger, compared ?? current)
}

/** Whether the lease is over is being found out: when, or by whom. */
async function inDoubt(ledger: Ledger, lease: LeaseRecord): Promise<LedgerRefusal> {
  const [kind, reason] = isCanceling(lease)
    ? (["cancel_contract", "cancel_open"] as const)
    : (["return_lease", "return_open"] as const)
  const call = lastCall({ tasks: await ledger.store.tasks.ofLease(lease.id) }, kind)
  const params = { ...staffParams(ledger, lease), ...because(reason) }
  if (call?.state === "unknown") return new LedgerRefusal("ship_unknown_ask", params)
  // Without a call the job, which looks each minute, is about to make one.
  const next = call && isOpen(call) ? new Date(call.due_at) : new Date(ledger.now().getTime() + 60_000)
  const { timeZone } = ledger.options
  const time = next.toLocaleString("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" })
  return new LedgerRefusal("ship_unknown", { ...params, time })
}

async function freshLease(desk: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  const read = Math.max(lease.checked_at?.getTime() ?? 0, lease.verified_at?.getTime() ?? 0)
  if (desk.now().getTime() - read < SHIPPING_FRESH_MS) return lease
  try {
    return (await checkStatus(desk, lease)).lease
  } catch (error) {
    if (error instanceof LedgerRefusal && error.kind === "unavailable") return lease
    throw error
  }
}

/** Whether the payment of a lease may be captured in Medusa's books now; no call to the service. Throws LedgerRefusal when not. */
export async function checkCapturable(desk: Desk, leaseId: string): Promise<void> {
  const lease = await desk.store.byId(leaseId)
  if (!lease) throw new LedgerRefusal("capture_before_placed")
  const reason = whyNot("capture", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(ofLease(desk, lease), lease))
  const blocking = blockingOf(lease)
  if (blocking) throw new LedgerRefusal("capture_attention", because(blocking))
  if (desk.options.captureOn === "delivery" && !isDelivered(lease)) throw new LedgerRefusal("capture_before_delivery")
}

/** A lease that is not surely signed does not start. Throws LedgerRefusal. */
function refuseUnconfirmed(ledger: Ledger, lease: LeaseRecord): void {
  const blocking = blockingOf(lease)
  if (blocking) throw new LedgerRefusal("ship_attention", because(blocking))
  if (isUnconfirmed(lease)) throw new LedgerRefusal("ship_before_confirmation", staffParams(ledger, lease))
}

/** The day that a person gave, `YYYY-MM-DD`. Until everything is delivered only a day to come is taken. */
function dayOf(desk: Desk, lease: LeaseRecord, { date, count }: Delivery): string {
  const day = typeof date === "string" ? date.trim() : ""
  if (!day) throw new LedgerRefusal("date_required", {}, { kind: "invalid" })
  refuseOtherThanDay(desk, lease, day)
  const { timeZone } = desk.options
  const { latest } = deliveryDays({ placedAt: lease.placed_at, count, timeZone, now: desk.now() })
  if (latest && day > latest) throw wrongDate("date_too_far")
  if (day <= today(desk) && count.delivered < count.pieces)
    throw new LedgerRefusal("delivery_incomplete", { done: String(count.delivered), total: String(count.pieces) })
  return day
}

/** Throws LedgerRefusal for what is no day, or one before the order. */
export function refuseOtherThanDay(desk: Desk, lease: LeaseRecord, day: unknown): asserts day is string {
  if (typeof day !== "string" || !isRealDate(day)) throw wrongDate("date_not_a_day")
  const ordered = lease.placed_at && dateIn(lease.placed_at, desk.options.timeZone)
  if (ordered && day < ordered) throw wrongDate("date_before_order", { date: ordered })
}

/** A day that is not taken, and why. */
export function wrongDate(...reason: Parameters<typeof because>): LedgerRefusal {
  return new LedgerRefusal("date_invalid", because(...reason), { kind: "invalid" })
}

/** The calendar date of now, where the store says it is. */
export function today(desk: Desk): string {
  return dateIn(desk.now(), desk.options.timeZone) ?? desk.now().toISOString().slice(0, 10)
}
