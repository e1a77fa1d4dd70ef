import { sentText } from "../../../client"
import { dateIn } from "../../../lease-cart"
import { DAY_MS } from "./moments"
import type { CallDetail } from "./pending-calls"

/** An order line, and how many of its units were shipped, delivered and returned. All quantities use the same unit of measure. */
export type DeliveryLine = {
  /** False for services and downloads, whose delivery is never reported. */
  ships: boolean
  quantity: number
  shipped: number
  delivered: number
  /** Units that came back, or were written off on the way back. */
  returned: number
}

/** A fulfillment of the order. `shippedAt` is null while the parcel is only packed. Canceled parcels are ignored. */
export type Parcel = { canceled: boolean; shippedAt: Date | null; deliveredAt: Date | null }

export type DeliveryState = {
  pieces: number
  delivered: number
  returned: number
  shipped: boolean
  /** When the last unit was delivered; null while a unit is undelivered, or if nothing ships. */
  deliveredAt: Date | null
  /** When the last unit shipped; null while a unit is unshipped, or if nothing ships. A delivered unit counts as shipped. */
  shippedAt: Date | null
}

/** How much of an order is delivered (spec 8.2). Doesn't use Medusa's own status, which is "delivered" as soon as one unit of three is delivered. */
export function deliveryStateOf(lines: readonly DeliveryLine[], parcels: readonly Parcel[]): DeliveryState {
  const shipping = lines.filter(({ ships, quantity }) => ships && quantity > 0)
  const sum = (read: (line: DeliveryLine) => number) => shipping.reduce((total, line) => total + read(line), 0)
  const every = (read: (line: DeliveryLine) => number) =>
    shipping.length > 0 && shipping.every((line) => read(line) >= line.quantity)
  const sent = parcels.filter(({ canceled }) => !canceled)
  const moved = lines.some(({ shipped, delivered }) => shipped > 0 || delivered > 0)
  return {
    pieces: sum(({ quantity }) => quantity),
    delivered: sum(({ delivered, quantity }) => Math.min(delivered, quantity)),
    returned: sum(({ returned }) => returned),
    shipped: moved || sent.some(({ shippedAt, deliveredAt }) => shippedAt !== null || deliveredAt !== null),
    deliveredAt: every(({ delivered }) => delivered) ? last(sent.map(({ deliveredAt }) => deliveredAt)) : null,
    shippedAt: every(({ shipped, delivered }) => Math.max(shipped, delivered))
      ? last(sent.map(({ shippedAt, deliveredAt }) => shippedAt ?? deliveredAt))
      : null,
  }
}

/** The latest of the times; null if all are missing. */
export function last(moments: readonly (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []))
  return times.length ? new Date(Math.max(...times)) : null
}

/** The parcel that was delivered last or, if none is delivered, that shipped last: its first label's number, and how it was sent. */
export type LastParcel = { trackingNumber?: string | null; shippingOption?: string | null; providerId?: string | null }

/**
 * The carrier to send with a delivery: the shipping option's name, or the operator's name for it. If undefined, neither carrier nor tracking number
 * is sent.
 */
export type SendTracking = true | { carriers: Record<string, string> } | undefined

/** The longest tracking number or carrier to send (characters). A longer one is a mistake. */
const LONGEST = 100

/** Returns the details of the call that confirms a delivery, without those that are unknown. */
export function trackingOf(
  parcel: LastParcel | null,
  sending: SendTracking,
): Pick<CallDetail, "tracking_id" | "carrier"> {
  if (!parcel || !sending) return {}
  const { trackingNumber, shippingOption, providerId } = parcel
  const mapped = (name: string | null | undefined) =>
    sending !== true && name && Object.hasOwn(sending.carriers, name) ? sending.carriers[name] : undefined
  const carrier = sending === true ? shippingOption : (mapped(shippingOption) ?? mapped(providerId))
  const [tracking_id, shippedBy] = [trackingNumber, carrier].map((given) => sentText(given ?? ""))
  const isSendable = (given = "") => given !== "" && given.length <= LONGEST
  return {
    ...(isSendable(tracking_id) && { tracking_id }),
    ...(isSendable(shippedBy) && { carrier: shippedBy }),
  }
}

/** The date on which the last line of the offered cart is expected to arrive; null if a line has no date. */
export function expectedDay(snapshot: { cart: { items: { deliveryDate?: string }[] } } | null): string | null {
  const days = snapshot?.cart.items.map(({ deliveryDate }) => deliveryDate) ?? []
  // `sort` puts undefined last, so one line without a date makes the result null.
  return days.sort().at(-1) ?? null
}

/**
 * Returns the delivery date to confirm to the service: when the whole order was delivered or, if `confirmDeliveryOn` is `"shipped"` and everything
 * has shipped, the expected date unless it has passed. The service accepts scheduled deliveries (spec 8.2). Null if there is no such date, or if only
 * staff confirm deliveries.
 */
export function dayToConfirm(
  { deliveredAt, shippedAt, expected }: Pick<DeliveryState, "deliveredAt" | "shippedAt"> & { expected: string | null },
  { confirmDeliveryOn, timeZone }: { confirmDeliveryOn: "delivered" | "shipped" | "manual"; timeZone: string },
  now: Date,
): string | null {
  if (confirmDeliveryOn === "manual") return null
  if (deliveredAt) return dayIn(deliveredAt, timeZone)
  const today = dayIn(now, timeZone)
  const scheduled = confirmDeliveryOn === "shipped" && shippedAt !== null && today !== null
  return scheduled && expected !== null && expected >= today ? expected : null
}

/** How far ahead a delivery can be scheduled. The limit catches a mistyped year. */
const FURTHEST_DAYS = 366

/** The calendar date of a time in the store's time zone, as `YYYY-MM-DD`; null if the time is missing. */
export function dayIn(moment: Date | null | undefined, timeZone: string): string | null {
  return (moment && dateIn(moment, timeZone)) ?? null
}

/** Whether everything has shipped, or there is nothing left to ship. A delivered unit counts as shipped. */
export function isAllShipped({ pieces, delivered, shippedAt }: Count & Pick<DeliveryState, "shippedAt">): boolean {
  return shippedAt !== null || delivered >= pieces
}

type DaysOf = { placedAt: Date | null; timeZone: string; now: Date }
type Count = { pieces: number; delivered: number }

/** The delivery dates that staff may enter (spec 4.1, 8.2): from the order's date if all is delivered or nothing ships, otherwise from tomorrow. */
export function deliveryDays({ placedAt, count, timeZone, now }: DaysOf & { count: Count }) {
  const complete = count.delivered >= count.pieces
  // Add calendar days rather than hours, because some days have 23 or 25 hours.
  const today = Date.parse(dayIn(now, timeZone) ?? "")
  const ahead = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
  return { earliest: complete ? dayIn(placedAt, timeZone) : ahead(1), latest: ahead(FURTHEST_DAYS) }
}

/** The dates that staff may enter for a past delivery or return: from the order's date to today. */
export function returnDays({ placedAt, timeZone, now }: DaysOf) {
  return { earliest: dayIn(placedAt, timeZone), latest: dayIn(now, timeZone) ?? "" }
}
