import { dateIn } from "../../../lease-cart"

/** One line of an order and what became of its pieces; quantities in any one unit. */
export type DeliveryLine = {
  /** False for services and downloads, whose delivery is never reported. */
  ships: boolean
  quantity: number
  shipped: number
  delivered: number
  /** Came back, or was written off on its way back. */
  returned: number
}

/** A fulfillment of the order. Packed alone is not shipped; a canceled one does not count. */
export type Parcel = { canceled: boolean; shippedAt: Date | null; deliveredAt: Date | null }

export type DeliveryState = {
  pieces: number
  delivered: number
  returned: number
  shipped: boolean
  /** When the last of it was delivered; null while pieces are missing, and where nothing ships. */
  deliveredAt: Date | null
  /** When the last of it shipped; null likewise. Delivered pieces have shipped, reported or not. */
  shippedAt: Date | null
}

/** How far a whole order is delivered (spec 8.2), by the current quantities of its lines. Medusa marks an order as delivered once one unit of three is. */
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

function last(moments: readonly (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []))
  return times.length ? new Date(Math.max(...times)) : null
}

/** The day on which the last line of a cart arrives, as its offer named it; null if a line named none. */
export function expectedDay(snapshot: { cart: { items: { deliveryDate?: string }[] } } | null): string | null {
  const days = snapshot?.cart.items.map(({ deliveryDate }) => deliveryDate) ?? []
  // `sort` puts undefined last.
  return days.sort().at(-1) ?? null
}

/**
 * The day to confirm to the service automatically, under option `confirmDeliveryOn`: the day on which the whole order was delivered.
 * With `"shipped"` also a future day, once everything has shipped: a shipment alone is no delivery, but an expected one is a scheduled one
 * (spec 8.2). Null while there is no such day.
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

/** How far ahead a delivery can be scheduled (days); this catches a wrong year. */
const FURTHEST_DAYS = 366
const DAY_MS = 86_400_000

/** The day of a moment, `YYYY-MM-DD`, in the store's time zone; null without a moment. */
export function dayIn(moment: Date | null | undefined, timeZone: string): string | null {
  return (moment && dateIn(moment, timeZone)) ?? null
}

type DaysOf = { placedAt: Date | null; timeZone: string; now: Date }
type Count = { pieces: number; delivered: number }

/** The days that staff may confirm (spec 4.1, 8.2): from the order on if all is delivered or nothing ships, otherwise from tomorrow on. */
export function deliveryDays({ placedAt, count, timeZone, now }: DaysOf & { count: Count }) {
  const complete = count.delivered >= count.pieces
  // By the calendar: some days have 23 or 25 hours.
  const today = Date.parse(dayIn(now, timeZone) ?? "")
  const ahead = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
  return { earliest: complete ? dayIn(placedAt, timeZone) : ahead(1), latest: ahead(FURTHEST_DAYS) }
}

/** The days on which a return may have been made: from the order to today. */
export function returnDays({ placedAt, timeZone, now }: DaysOf) {
  return { earliest: dayIn(placedAt, timeZone), latest: dayIn(now, timeZone) ?? "" }
}
