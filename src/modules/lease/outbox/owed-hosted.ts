import type { AttentionCode } from "../rules/alerts"
import { isOtherOrder, isSent, judgeAlerts } from "../rules/conditions"
import { dayToConfirm, expectedDay } from "../rules/delivery"
import { isPaidOtherwise, ORDER_STANDS_MS, type Order, standsAt } from "../rules/order"
import { awaitsDelivery, hasEvidence } from "../rules/standing"
import type { Facts, Options, Owed, PendingCall } from "./facts"
import { after, DAY, MINUTE, soonest } from "./owed-parts"

const HOUR = 60 * MINUTE

/** An approval of the widget that nothing followed is looked at this long. */
const APPROVED_FOR_MS = 30 * DAY

/**
 * Everything owed for a lease from the operator's widget. Another provider charges its card: nothing is placed, captured, closed or
 * compared, and nothing of it is canceled or returned from here. Two calls are owed, each with a one-time URL (spec 4.2).
 */
export function judgeHosted(facts: Facts, options: Options): Partial<Owed> {
  switch (facts.lease.status) {
    case "open":
      return unreported(facts)
    case "signed":
      return issued(facts, options)
    case "placed":
    case "delivered":
      return ordered(facts, options)
    default:
      return {}
  }
}

/** Approved in the widget, and no success: its cart must not become an order unseen, nor a lease stay unknown that was made after all. */
function unreported({ lease, order, now }: Facts): Partial<Owed> {
  const since = lease.widget_approved_at
  if (!since) return { lower: ["widget_unfinished"] }
  if (order) return recordWhenItStands(order, now)
  const age = now.getTime() - since.getTime()
  if (age <= DAY) return { lookAt: after(now, HOUR) }
  if (age <= APPROVED_FOR_MS) return { raise: ["widget_unfinished"], lookAt: after(now, DAY) }
  // By now the operator's approval is over as well.
  return { lower: ["widget_unfinished"] }
}

/** The lease is made and its card issued. Only the shopper can use the card. */
function issued({ lease, order, now }: Facts, { abandonAfter }: Options): Partial<Owed> {
  if (order) return recordWhenItStands(order, now)
  const abandoned = after(lease.signed_at ?? lease.status_at, abandonAfter)
  const lower: AttentionCode[] = ["widget_unfinished"]
  if (abandoned > now) return { lower, lookAt: soonest(abandoned, after(now, HOUR)) }
  return { raise: ["signed_without_order"], lower, lookAt: after(now, DAY) }
}

/** Core takes an order back when its payment fails, however late: a young or unpaid order may go again. */
function recordWhenItStands(order: Order, now: Date): Partial<Owed> {
  const stands = standsAt(order)
  if (stands > now) return { lookAt: stands }
  return isPaidOtherwise(order) ? { record: true, lookAt: now } : { lookAt: after(now, ORDER_STANDS_MS) }
}

function ordered(facts: Facts, options: Options): Partial<Owed> {
  const { lease, order, now } = facts
  const lookAt = after(now, awaitsDelivery(lease) ? HOUR : 7 * DAY)
  if (!order) return { lookAt }
  return { calls: order.canceled ? [] : calls(facts, order, options), lower: ["widget_unfinished"], lookAt }
}

/**
 * Each once. Without a reported success it is unknown whether there is a lease at all, so nothing is sent. One that came after the order may not
 * have paid it: the date, which starts the lease, waits for a person's word.
 */
function calls(facts: Facts, order: Order, options: Options): PendingCall[] {
  const { lease, tasks, now } = facts
  if (!hasEvidence(lease)) return []
  const isDoubtful = lease.attention.some(({ code }) => code === "widget_success_late")
  const waits = awaitsDelivery(lease) && !isDoubtful && !judgeAlerts(facts).raise.some(isOtherOrder)
  const date = waits ? dayToConfirm({ ...order, expected: expectedDay(lease.snapshot) }, options, now) : null
  const number = lease.order_display_id
  return [
    ...(number === null || isSent("send_order_id", tasks)
      ? []
      : [{ kind: "send_order_id" as const, detail: { order_id: String(number) } }]),
    ...(date ? [{ kind: "send_delivery_date" as const, detail: { delivery_date: date } }] : []),
  ]
}
