import { canonicalText, isCalendarDate } from "../../../client"
import { dateIn } from "../../../lease-cart"
import type { LedgerDeps } from "../accounts/deps"
import { deliveryDays } from "../rules/delivery"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"

/** `date` is what staff entered. `count` is how many units of the order ship, and how many of those are delivered. */
type DeliveryInput = { date: unknown; count: { pieces: number; delivered: number } }

/** Returns the delivery date as `YYYY-MM-DD`. Until everything is delivered, only a future date is accepted. Throws LedgerRefusal. */
export function dayOfDelivery(deps: LedgerDeps, lease: LeaseRecord, { date, count }: DeliveryInput): string {
  const day = enteredDay(deps, lease, date)
  const { timeZone } = deps.options
  const { latest } = deliveryDays({ placedAt: lease.placed_at, count, timeZone, now: deps.now() })
  if (day > latest) throw wrongDate("date_too_far")
  if (day <= today(deps) && count.delivered < count.pieces)
    throw new LedgerRefusal("delivery_incomplete", { done: String(count.delivered), total: String(count.pieces) })
  return day
}

/** Returns the date on which everything was delivered, as `YYYY-MM-DD`. Throws LedgerRefusal if it isn't between the order's date and today. */
export function dayDelivered(deps: LedgerDeps, lease: LeaseRecord, date: unknown): string {
  const day = enteredDay(deps, lease, date)
  if (day > today(deps)) throw wrongDate("date_in_future")
  return day
}

/** Returns the time of a return for the service: now for today, otherwise noon UTC (the same date in most time zones). Throws LedgerRefusal. */
export function momentOfReturn(deps: LedgerDeps, lease: LeaseRecord, date: unknown): string {
  const day = typeof date === "string" ? canonicalText(date) : (date ?? "")
  if (day === "" || day === today(deps)) return deps.now().toISOString()
  refuseOtherThanDay(deps, lease, day)
  if (day > today(deps)) throw wrongDate("date_in_future")
  return `${day}T12:00:00.000Z`
}

function enteredDay(deps: LedgerDeps, lease: LeaseRecord, date: unknown): string {
  const day = typeof date === "string" ? canonicalText(date) : ""
  if (!day) throw new LedgerRefusal("date_required", {}, { kind: "invalid" })
  refuseOtherThanDay(deps, lease, day)
  return day
}

function refuseOtherThanDay(deps: LedgerDeps, lease: LeaseRecord, day: unknown): asserts day is string {
  if (typeof day !== "string" || !isCalendarDate(day)) throw wrongDate("date_not_a_day")
  const ordered = lease.placed_at && dateIn(lease.placed_at, deps.options.timeZone)
  if (ordered && day < ordered) throw wrongDate("date_before_order", { date: ordered })
}

function wrongDate(...reason: Parameters<typeof because>): LedgerRefusal {
  return new LedgerRefusal("date_invalid", because(...reason), { kind: "invalid" })
}

function today(deps: LedgerDeps): string {
  return dateIn(deps.now(), deps.options.timeZone) ?? deps.now().toISOString().slice(0, 10)
}
