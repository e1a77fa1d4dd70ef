import { type AttentionCode, alertsThat, endingWith } from "../rules/alerts"
import { endedBy } from "../rules/attention-ends"
import type { TaskKind } from "../rules/call-kinds"
import { dayToConfirm, expectedDay } from "../rules/delivery"
import { cameBack, isPaidOtherwise, ORDER_STANDS_MS, type Order, standsAt } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { awaitsDelivery, hasEvidence } from "../rules/standing"
import type { TaskRecord } from "../tables/tasks"
import { isOtherOrder } from "./compare-order"
import type { Facts, Options, Owed, PendingCall } from "./facts"
import { after, DAY, MINUTE, soonest } from "./owed-parts"

const HOUR = 60 * MINUTE

/** An approval of the widget that nothing followed is looked at this long. */
const APPROVED_FOR_MS = 30 * DAY

/** Alerts on the goods and the end of the order. */
const OF_ORDERS: readonly AttentionCode[] = ["return_due", "return_partial", "order_canceled_lease_alive"]

/**
 * Everything owed for a lease from the operator's widget. Another provider charges its card: nothing is placed, captured, closed or
 * compared, and nothing of it is canceled or returned from here. Two calls are owed, each with a one-time URL (spec 4.2).
 */
export function judgeHosted(facts: Facts, options: Options, now: Date): Partial<Owed> {
  switch (facts.lease.status) {
    case "open":
      return unreported(facts, now)
    case "signed":
      return issued(facts, options, now)
    case "placed":
    case "delivered":
      return ordered(facts, options, now)
    case "canceled":
    case "returned":
      return { lower: [...endedBy(facts.lease.status), ...endingWith("both"), ...endingWith("books")] }
    default:
      return {}
  }
}

/** Approved in the widget, and no success: its cart must not become an order unseen, nor a lease stay unknown that was made after all. */
function unreported({ lease, order }: Facts, now: Date): Partial<Owed> {
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
function issued({ lease, order }: Facts, { abandonAfter }: Options, now: Date): Partial<Owed> {
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

function ordered({ lease, order, tasks }: Facts, options: Options, now: Date): Partial<Owed> {
  const lookAt = after(now, awaitsDelivery(lease) ? HOUR : 7 * DAY)
  if (!order) return { lookAt }
  const raise = order.canceled ? (["order_canceled_lease_alive"] as const) : raisedBy(lease, order)
  const lower = [...OF_ORDERS, ...alertsThat(({ link }) => link)].filter((code) => !raise.some((one) => one === code))
  return {
    calls: order.canceled ? [] : calls({ lease, order, tasks }, { options, now, other: raise.some(isOtherOrder) }),
    raise: [...raise],
    lower: ["signed_without_order", "widget_unfinished", ...lower.filter((code) => !isStillRefused(code, tasks))],
    lookAt,
  }
}

function raisedBy(lease: LeaseRecord, order: Order): AttentionCode[] {
  const back = cameBack(lease, order)
  if (!back) return []
  return [back === "whole" ? "return_due" : "return_partial"]
}

/**
 * Each once. Without a reported success it is unknown whether there is a lease at all, so nothing is sent. One that came after the order may not
 * have paid it: the date, which starts the lease, waits for a person's word.
 */
function calls(
  { lease, order, tasks }: { lease: LeaseRecord; order: Order; tasks: readonly TaskRecord[] },
  { options, now, other }: { options: Options; now: Date; other: boolean },
): PendingCall[] {
  if (!hasEvidence(lease)) return []
  const isDoubtful = lease.attention.some(({ code }) => code === "widget_success_late")
  const waits = awaitsDelivery(lease) && !other && !isDoubtful
  const date = waits ? dayToConfirm({ ...order, expected: expectedDay(lease.snapshot) }, options, now) : null
  const number = lease.order_display_id
  return [
    ...(number === null || isSent("send_order_id", tasks)
      ? []
      : [{ kind: "send_order_id" as const, detail: { order_id: String(number) } }]),
    ...(date ? [{ kind: "send_delivery_date" as const, detail: { delivery_date: date } }] : []),
  ]
}

/** The value was taken by the service. */
export function isSent(kind: TaskKind, tasks: readonly TaskRecord[]): boolean {
  return tasks.some((task) => task.kind === kind && task.state === "done")
}

/** An alert for the one link stays when the other one works. */
function isStillRefused(code: AttentionCode, tasks: readonly TaskRecord[]): boolean {
  return tasks.some(
    ({ kind, state, last_error }, place) =>
      state === "refused" && last_error?.code === code && tasks.findIndex((task) => task.kind === kind) === place,
  )
}
