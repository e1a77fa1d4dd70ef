import { isSent } from "../outbox/owed-hosted"
import type { AttentionCode } from "../rules/alerts"
import { endedBy } from "../rules/attention-ends"
import { amountDiffers, cameBack, capturedAt, moneyDiffers } from "../rules/order"
import { isOver, isSure } from "../rules/standing"
import { type CardFacts, isForeign } from "./facts"

/**
 * The facts with what was raised and still holds. The job lowers the rest; until it has looked, no one is told what the current facts
 * deny.
 */
export function withoutDenied(facts: CardFacts): CardFacts {
  const ended = endedBy(facts.lease.status)
  const attention = facts.lease.attention.filter(({ code }) => !ended.includes(code) && !isContradicted(facts, code))
  return { ...facts, lease: { ...facts.lease, attention } }
}

/** The current facts say otherwise. They say nothing about an order that is not the lease's own. */
function isContradicted(facts: CardFacts, code: AttentionCode): boolean {
  const { lease, tasks } = facts
  const order = isForeign(facts) ? null : facts.order
  switch (code) {
    case "shipped_unconfirmed":
      return isSure(lease) && !isOver(lease)
    case "order_id_failed":
    case "order_id_unknown":
      return isSent("send_order_id", tasks)
    case "amount_differs":
      return order !== null && !amountDiffers(lease, order)
    case "capture_open":
      return order !== null && capturedAt(order) !== null
    case "return_due":
      return order !== null && cameBack(lease, order) !== "whole"
    case "return_partial":
      return order !== null && cameBack(lease, order) !== "part"
    case "order_canceled_lease_alive":
      return order !== null && !order.canceled
    case "money_differs":
      return order !== null && !moneyDiffers(lease, order)
    default:
      return false
  }
}
