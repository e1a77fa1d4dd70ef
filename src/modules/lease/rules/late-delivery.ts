import { type AlertFacts, type AlertOptions, isRuledOut, ownOrder } from "./conditions"
import { awaitsDelivery, isEnding, isHosted, isSure } from "./lease-predicates"
import { DAY_MS, isRecent } from "./moments"
import type { Order } from "./order"
import { isUnderWay } from "./pending-calls"
import type { LeaseRecord } from "./records"

/* The conditions of the alerts about missing deliveries. The operator pays once the delivery of the whole order is confirmed. */

/** The event from which the days until an alert are counted. */
type Milestone = keyof AlertOptions["alertAfterDays"]

/** Whether everything shipped so long ago that the lease should have started. */
export function isShippedLongAgo(facts: AlertFacts, options: AlertOptions): boolean | undefined {
  return isLate("shipped", facts, options)
}

/** Whether the contract was signed so long ago that the lease should have started. False if the shipment is already known to be late. */
export function isSignedLongAgo(facts: AlertFacts, options: AlertOptions): boolean | undefined {
  return isShippedLongAgo(facts, options) ? false : isLate("signed", facts, options)
}

/** When everything shipped, or when the contract was signed; null if that hasn't happened. */
export function reachedAt(milestone: Milestone, { lease, order }: Reached): Date | null {
  return milestone === "signed" ? (lease.signed_at ?? lease.placed_at) : (order?.shippedAt ?? null)
}

type Reached = { lease: Pick<LeaseRecord, "signed_at" | "placed_at">; order: Partial<Pick<Order, "shippedAt">> | null }

/** Whether a placed order's lease should have started by now. The operator pays only once it starts. */
function isLate(milestone: Milestone, facts: AlertFacts, options: AlertOptions): boolean | undefined {
  const { lease, now } = facts
  if (isEnding(lease)) return false
  const order = awaitsDelivery(lease) && !isHosted(lease) ? ownOrder(facts) : null
  if (!order) return undefined
  const since = reachedAt(milestone, { lease, order })
  const days = options.alertAfterDays[milestone]
  if (!since || days === false || order.canceled || !isSure(lease) || isConfirming(facts, order, options)) return false
  const accepted = lease.accepted_order?.undelivered_at
  if (accepted && isRecent(new Date(accepted), now, days * DAY_MS)) return false
  return since.getTime() + days * DAY_MS <= now.getTime()
}

/** Whether the delivery is being confirmed to the service, or the job is about to confirm it. */
function isConfirming(facts: AlertFacts, { deliveredAt }: Order, { confirmDeliveryOn }: AlertOptions): boolean {
  if (facts.pendingCalls.some((call) => call.kind === "confirm_delivery" && isUnderWay(call))) return true
  return deliveredAt !== null && confirmDeliveryOn !== "manual" && !isRuledOut("confirm_delivery", facts)
}
