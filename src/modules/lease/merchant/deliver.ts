import { dateIn, isRealDate } from "../../../lease-cart"
import { staffParams } from "../options/operator"
import { askFor } from "../outbox/call"
import { blockingOf } from "../rules/alerts"
import { FURTHEST_DAYS } from "../rules/delivery"
import type { Actor, LeaseRecord } from "../rules/records"
import { isUnconfirmed } from "../rules/standing"
import { type Desk, type Ledger, ofLease } from "../status/ledger"
import { because } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"

/** Pieces of an order: how many ship at all, and how many of those are delivered. */
export type DeliveryCount = { pieces: number; delivered: number }

/**
 * Confirms a delivery to the service for a person (spec 4.1, 8.2): the day on which everything was delivered, or a day to come for which it
 * is scheduled. Sent once. What is confirmed automatically, `outbox/owed-after.ts` says.
 *
 * Throws LedgerRefusal: no such day, before the order, incomplete, lease not confirmed, refused by the service, not reached, or not known.
 */
export async function confirmDelivery(
  desk: Desk,
  lease: LeaseRecord,
  { date, count, actor }: { date: unknown; count: DeliveryCount; actor: Actor },
): Promise<LeaseRecord> {
  const ledger = ofLease(desk, lease)
  refuseUnconfirmed(ledger, lease)
  const detail = { delivery_date: dayOf(ledger, lease, { date, count }) }
  return askFor(ledger, lease, "confirm_delivery", { detail, actor })
}

/** The same for a hosted lease: the day goes to the one-time URL that is held for it (spec 4.2). Sent once. Throws LedgerRefusal. */
export async function sendDeliveryDate(
  desk: Desk,
  lease: LeaseRecord,
  { date, count, actor }: { date: unknown; count: DeliveryCount; actor: Actor },
): Promise<LeaseRecord> {
  const detail = { delivery_date: dayOf(desk, lease, { date, count }) }
  return askFor(desk, lease, "send_delivery_date", { detail, actor })
}

/** Sends the order's number of a hosted lease for a person, to the one-time URL that is held for it (spec 4.2). Throws LedgerRefusal. */
export async function sendOrderId(desk: Desk, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const detail = { order_id: String(lease.order_display_id ?? "") }
  return askFor(desk, lease, "send_order_id", { detail, actor })
}

/** Until everything is delivered only a day to come is taken. */
function dayOf(desk: Desk, lease: LeaseRecord, { date, count }: { date: unknown; count: DeliveryCount }): string {
  const day = checkDeliveryDate(desk, lease, date)
  if (day <= today(desk) && count.delivered < count.pieces)
    throw new LedgerRefusal("delivery_incomplete", { done: String(count.delivered), total: String(count.pieces) })
  return day
}

/** A lease that is not surely signed does not start. Throws LedgerRefusal. */
export function refuseUnconfirmed(ledger: Ledger, lease: LeaseRecord): void {
  const blocking = blockingOf(lease)
  if (blocking) throw new LedgerRefusal("ship_attention", because(blocking))
  if (isUnconfirmed(lease)) throw new LedgerRefusal("ship_before_confirmation", staffParams(ledger, lease))
}

/** The day that a person gave, `YYYY-MM-DD`. Throws LedgerRefusal when it cannot be the delivery of this order. */
export function checkDeliveryDate(desk: Desk, lease: LeaseRecord, date: unknown): string {
  const day = typeof date === "string" ? date.trim() : ""
  if (!day) throw new LedgerRefusal("date_required", {}, { kind: "invalid" })
  refuseOtherThanDay(desk, lease, day)
  const furthest = dateIn(new Date(desk.now().getTime() + FURTHEST_DAYS * 86_400_000), desk.options.timeZone)
  if (furthest && day > furthest) throw wrongDate("date_too_far")
  return day
}

/** Throws LedgerRefusal for what is no day, or one before the order. */
export function refuseOtherThanDay(desk: Desk, lease: LeaseRecord, day: unknown): asserts day is string {
  if (typeof day !== "string" || !isRealDate(day)) throw wrongDate("date_not_a_day")
  const ordered = lease.placed_at && dateIn(lease.placed_at, desk.options.timeZone)
  if (ordered && day < ordered) throw wrongDate("date_before_order", { date: ordered })
}

export function wrongDate(...reason: Parameters<typeof because>): LedgerRefusal {
  return new LedgerRefusal("date_invalid", because(...reason), { kind: "invalid" })
}

/** The calendar date of now, where the store says it is. */
export function today(desk: Desk): string {
  return dateIn(desk.now(), desk.options.timeZone) ?? desk.now().toISOString().slice(0, 10)
}
