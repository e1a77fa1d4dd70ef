import { createHash } from "node:crypto"
import { type AttentionCode, alertOf } from "../rules/alerts"

/** An order as a person who accepts it has seen it. Sums in cents; `recipient`: who gets it, as the ledger keeps it. */
type SeenOrder = { total: number; returned: number; held: number; heldElsewhere: number; recipient: string }

/**
 * A mark of the facts an alert was shown for: it goes back with the person's word, which is for these and nothing later. Undefined where
 * closing the alert accepts nothing of the order.
 */
export function markOf(code: AttentionCode | undefined, order: SeenOrder): string | undefined {
  switch (code && alertOf(code).accepts) {
    case "recipient":
      return createHash("sha256").update(order.recipient).digest("hex").slice(0, 16)
    case "goods":
      return `${order.total}-${order.returned}`
    case "money":
      return `${order.held}-${order.heldElsewhere}`
    default:
      return undefined
  }
}
