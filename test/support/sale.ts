import { TAX_NAME } from "../../src/medusa/read/taxes"

/** Who paid for an order: `lease` is our provider, and `card` any other payment, or none because of a credit. */
type Payer = "lease" | "card"

/** An order as it was placed, and what determines its sales tax. Amounts are in cents. */
export type Sale = {
  /** For each item and the delivery: the order's tax lines, and the rate of the country's previous tax provider. */
  lines: { taxes: { rate: number; provider_id?: string | null }[]; formerRate: number }[]
  total: number
  paid: { by: Payer; amount: number }
  /** Who charges the sales tax according to the contract; null without a lease. */
  taxedBy: "in_cart" | "by_operator" | null
  /** Whether the hosted widget reported success for exactly this cart. If so, another provider charged the lease's virtual card. */
  isVirtualCard: boolean
  /** Whether no route could refuse the order, because code placed it, or a credit paid for it while another tab chose a lease. */
  isUnasked: boolean
  /** Whether the plugin found that the sale escaped tax: an alert or the log says so, and the order doesn't ship. */
  isFound: boolean
}

/** How an order was paid, to show that a test's sequences reach every kind. */
export function kindOf(sale: Sale | null): string {
  if (!sale) return "no order"
  if (sale.isFound) return "found afterward"
  if (sale.isVirtualCard) return `a virtual card, taxed ${sale.taxedBy}`
  return sale.paid.by === "lease" ? `a lease, taxed ${sale.taxedBy}` : "another payment"
}

/** Returns the broken rule, if any, about the sales tax of an order. */
export function brokenByTax(sale: Sale): string | undefined {
  const { lines, total, paid, taxedBy, isUnasked } = sale
  const isLeased = paid.by === "lease" || sale.isVirtualCard
  if (lines.some(isOurs) && !isLeased) {
    if (!isUnasked) return "only a lease pays for an order without sales tax"
    return sale.isFound ? undefined : "a sale that escaped tax is found"
  }
  if (sale.isFound) return "only a sale that escaped tax is held"
  if (paid.amount !== total && !isUnasked) return `what is paid is the order's total, not ${paid.amount} for ${total}`
  const isUntaxed = isLeased && taxedBy === "by_operator"
  if (isUntaxed && lines.some(({ taxes }) => taxes.some(({ rate }) => rate > 0)))
    return "no lease carries sales tax if its operator charges it"
  if (!isUntaxed && lines.some((line) => isOurs(line) || rateOf(line) !== line.formerRate))
    return "every other order has exactly the former provider's tax"
  return undefined
}

function isOurs({ taxes }: Sale["lines"][number]): boolean {
  return taxes.some(({ provider_id }) => provider_id === TAX_NAME)
}

export function rateOf({ taxes }: Pick<Sale["lines"][number], "taxes">): number {
  return taxes.reduce((sum, { rate }) => sum + rate, 0)
}
