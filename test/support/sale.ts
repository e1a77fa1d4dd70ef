import { TAX_NAME } from "../../src/medusa/read/taxes"

/** Who paid for an order: `lease` is our provider, and `card` any other payment, or none because of a credit. */
type Payer = "lease" | "card"

/** An order as it was placed, and what decides on its sales tax. Amounts are in cents. */
export type Sale = {
  /** Each item and the delivery: the tax lines that the order has, and the rate of the provider that the country had before ours. */
  lines: { taxes: { rate: number; provider_id?: string | null }[]; formerRate: number }[]
  total: number
  paid: { by: Payer; amount: number }
  /** Who charges the sales tax according to the contract; null without a lease. */
  taxedBy: "in_cart" | "by_operator" | null
  /** Whether the hosted widget reported success for this very cart, so that another provider charged the lease's virtual card. */
  isVirtualCard: boolean
  /** Whether no route could refuse the order, because code placed it, or a credit paid for it while another tab chose a lease. */
  isUnasked: boolean
}

/** Whether the order's own facts show that its sale escaped tax, so that staff get an alert: it has our tax lines and another payment. */
export function isFound({ lines, paid, isVirtualCard }: Sale): boolean {
  return lines.some(isOurs) && paid.by === "card" && !isVirtualCard
}

/** How an order was paid, to show that a test's sequences reach every kind. */
export function kindOf(sale: Sale | null): string {
  if (!sale) return "no order"
  if (isFound(sale)) return "found afterward"
  if (sale.isVirtualCard) return `a virtual card, taxed ${sale.taxedBy}`
  return sale.paid.by === "lease" ? `a lease, taxed ${sale.taxedBy}` : "another payment"
}

/** Returns the broken rule, if any, about the sales tax of an order. */
export function brokenByTax(sale: Sale): string | undefined {
  const { lines, total, paid, taxedBy, isUnasked } = sale
  const isLeased = paid.by === "lease" || sale.isVirtualCard
  if (isFound(sale)) return isUnasked ? undefined : "only a lease pays for an order without sales tax"
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
