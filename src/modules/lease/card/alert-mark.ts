import { createHash } from "node:crypto"
import { type AttentionCode, alertOf } from "../rules/alerts"
import { heldOf, type Order } from "../rules/order"

/**
 * A mark of the facts an alert was shown for: it goes back with the person's word, which is for these and nothing later. Undefined where
 * closing the alert accepts nothing of the order. `recipient`: who gets it, as the ledger keeps it.
 */
export function markOf(code: AttentionCode | undefined, order: Order, recipient: string): string | undefined {
  switch (code && alertOf(code).accepts) {
    case "recipient":
      return createHash("sha256").update(recipient).digest("hex").slice(0, 16)
    case "goods":
      return `${order.total}-${order.returned}`
    case "money":
      return `${heldOf(order)}-${order.heldElsewhere}`
    default:
      return undefined
  }
}
