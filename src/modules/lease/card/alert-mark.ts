import { type AttentionCode, alertOf } from "../rules/alerts"

/** An order as a person who accepts it has seen it. Sums in cents; `recipient`: who gets it, as the ledger keeps it. */
type SeenOrder = { total: number; returned: number; held: number; heldElsewhere: number; recipient: string }

/**
 * What an alert was shown of: it goes back with the person's word, which is for this and for nothing that came later. Undefined where nothing of
 * the order is accepted by closing it.
 */
export function markOf(code: AttentionCode | undefined, order: SeenOrder): string | undefined {
  switch (code && alertOf(code).accepts) {
    case "recipient":
      return order.recipient.slice(-16)
    case "goods":
      return `${order.total}-${order.returned}`
    case "money":
      return `${order.held}-${order.heldElsewhere}`
    default:
      return undefined
  }
}
