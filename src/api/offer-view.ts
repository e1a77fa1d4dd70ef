import type { PricingLine } from "../client"
import type { LeaseRecord, Snapshot } from "../modules/lease/rules/records"
import type { Offer, OfferSummary } from "./types"

/** The lease's costs, as its shopper may see them; null while they are unknown for this cart. */
export function offerOf(lease: LeaseRecord | null, taxes: OfferSummary["tax"]["mode"]): Offer | null {
  if (!lease?.pricing || !lease.priced_at || lease.amount === null || !lease.fingerprint) return null
  return {
    currency: lease.currency_code,
    cash_price: lease.amount / 100,
    ...(lease.snapshot?.tax && { cash_tax: lease.snapshot.tax / 100 }),
    summary: lease.snapshot && summaryOf(lease.pricing, lease.snapshot, taxes),
    lines: pricingLines(lease.pricing),
    priced_at: lease.priced_at.toISOString(),
  }
}

/** The breakdown with money in major units. */
export function pricingLines(lines: readonly PricingLine[]): PricingLine[] {
  return lines.map((line) => (line.kind === "money" ? { ...line, value: Number(line.value) / 100 } : line))
}

/** How long `ninetyDayBuyout` holds (reference 5). */
const EARLY_DAYS = 90

/**
 * The summary of a breakdown (reference 5; money in cents), made of the service's own figures. Nothing is computed but sums that those figures must
 * agree on: first payment + all the others = total, where the last payment takes the cents that were cut off. Null where they do not, or where one
 * is missing: then there are the service's rows alone. `cart`: as it was sent, in cents. `mode`: option `salesTax`.
 */
export function summaryOf(
  lines: readonly PricingLine[],
  cart: Pick<Snapshot, "invoiceTotal" | "tax">,
  mode: OfferSummary["tax"]["mode"],
): OfferSummary | null {
  const money = named(lines, "money")
  const { totalNumberOfPayment: payments, termInMonths: months } = named(lines, "count")
  const { initialPaymentAmount: first, periodicPaymentAmount: each, totalLeasePrice, sumOfAllPayments } = money
  const untaxed = totalLeasePrice ?? sumOfAllPayments
  if (first === undefined || each === undefined || untaxed === undefined || payments === undefined) return null
  // The last payment takes the rest: a cut loses less than a cent a payment.
  const last = untaxed - first - each * (payments - 1)
  const isPositive = Number.isSafeInteger(payments) && payments > 0 && first >= 0 && each > 0 && last > 0
  const isPlan = isPositive && Math.abs(last - each) < payments
  // Only the tax that the service names can be due at signing beside the first payment.
  const tax = money.totalTax ?? money.estimatedTax ?? 0
  const taxToday = (money.totalDueAtSigning ?? first) - first
  const total = untaxed + taxToday
  const agreed = [untaxed, total].includes(sumOfAllPayments ?? total) && (taxToday === 0 || taxToday === tax)
  const cashPrice = (money.cashPrice ?? cart.invoiceTotal) + taxToday
  if (!isPlan || !agreed || total < cashPrice) return null
  const early = money.ninetyDayBuyout
  const frequency = lines.find(({ name, kind }) => name === "paymentFrequency" && kind === "text")
  return {
    dueToday: (first + taxToday) / 100,
    payments,
    each: each / 100,
    last: last === each ? null : last / 100,
    every: frequency ? String(frequency.value) : null,
    total: total / 100,
    months: months ?? null,
    cashPrice: cashPrice / 100,
    overCash: (total - cashPrice) / 100,
    earlyPurchase: early === undefined ? null : { amount: early / 100, days: EARLY_DAYS },
    tax: {
      mode,
      amount: taxToday ? taxToday / 100 : mode === "in_cart" ? cart.tax / 100 : tax / 100 || null,
      dueToday: taxToday !== 0,
    },
  }
}

function named(lines: readonly PricingLine[], kind: PricingLine["kind"]): Partial<Record<string, number>> {
  return Object.fromEntries(lines.filter((line) => line.kind === kind).map(({ name, value }) => [name, Number(value)]))
}
