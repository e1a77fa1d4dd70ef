import { canonicalText, isCalendarDate } from "../client"
import type { CartInput, CartLine } from "./cart-input"
import type { LeaseCartOptions } from "./options"

/** Matches the time in an ISO date-time with an offset. */
const TIME = /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i

const DAY = 86_400_000

type DateOptions = Pick<LeaseCartOptions, "deliveryDate" | "lineMetadata" | "timeZone"> & { now: Date }

/**
 * Returns the date on which the shopper will receive a line, as `YYYY-MM-DD` (spec 2.3, rule 1). Uses the `deliveryDate` option, or else the line
 * metadata `lease_delivery_date`. Any shopper can write line metadata, so the metadata is used only if the `lineMetadata` option says that the store
 * protects it. A point in time (a Date, or an ISO date-time with an offset) becomes the calendar date in the time zone of the `timeZone` option, but
 * a Date at midnight becomes the date that it was created from. `unreadable` is true for a value that isn't a date.
 *
 * A date in the past or more than a year ahead is treated as unknown and omitted. It doesn't rule out a lease, because a date may pass before the
 * order is placed.
 */
export function deliveryDateOf(
  line: CartLine,
  cart: CartInput,
  { deliveryDate, lineMetadata, timeZone, now }: DateOptions,
): { date?: string | undefined; unreadable: boolean } {
  const fromOption = deliveryDate?.(line, cart)
  const value = isEmpty(fromOption) && lineMetadata ? line.metadata?.lease_delivery_date : fromOption
  if (isEmpty(value)) return { unreadable: false }
  const date = calendarDate(value, timeZone)
  return { date: date && isAhead(date, dateIn(now, timeZone)) ? date : undefined, unreadable: date === undefined }
}

/** Whether the date is between today and the same date next year. */
function isAhead(date: string, today = ""): boolean {
  return date >= today && date <= `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && canonicalText(value) === "")
}

function calendarDate(value: unknown, timeZone: string): string | undefined {
  if (value instanceof Date) return dayOf(value) ?? dateIn(value, timeZone)
  if (typeof value !== "string") return undefined
  const text = canonicalText(value)
  if (!TIME.test(text)) return isCalendarDate(text) ? text : undefined
  return isCalendarDate(text.slice(0, 10)) ? dateIn(new Date(text), timeZone) : undefined
}

/**
 * Returns the calendar date of a Date at midnight, local (`new Date(2027, 2, 5)`) or UTC (`new Date("2027-03-05")`). Undefined for any other time.
 */
function dayOf(date: Date): string | undefined {
  const isHere = new Date(date).setHours(0, 0, 0, 0) === date.getTime()
  if (!isHere && date.getTime() % DAY !== 0) return undefined
  const offset = isHere ? date.getTimezoneOffset() * 60_000 : 0
  const day = new Date(date.getTime() - offset).toISOString().slice(0, 10)
  return isCalendarDate(day) ? day : undefined
}

/** Returns the calendar date `YYYY-MM-DD` of a point in time in a time zone. Undefined if the Date is invalid. */
export function dateIn(moment: Date, timeZone: string): string | undefined {
  if (Number.isNaN(moment.getTime())) return undefined
  const parts = formatter(timeZone).formatToParts(moment)
  const part = new Map(parts.map(({ type, value }) => [type, value]))
  const date = `${part.get("year")}-${part.get("month")}-${part.get("day")}`
  return date.length === "YYYY-MM-DD".length ? date : undefined
}

/** Cached, because creating a formatter is slow and a store has only one time zone. */
let kept: { timeZone: string; format: Intl.DateTimeFormat } | undefined

function formatter(timeZone: string): Intl.DateTimeFormat {
  if (kept?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
    kept = { timeZone, format }
  }
  return kept.format
}
