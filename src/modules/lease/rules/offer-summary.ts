import type { PricingLine } from "../../../client"
import type { LeaseRecord, Snapshot } from "./records"

/** How many days `ninetyDayBuyout` is available (reference 5). */
const EARLY_DAYS = 90

/** What was sent to the service, in cents, and who charges the sales tax. */
type Sent = Record<"invoiceTotal" | "tax", number> & Pick<Snapshot, "taxedBy">

/**
 * Summarizes a lease's cost in the industry's terms (reference 5; amounts in cents). Each amount was stated by the service, or is a sum or difference
 * of such amounts. The cash price is the price that was sent, which the service repeats. The payments must add up to the total, with the last one
 * making up for cents lost to rounding. Returns null if a figure is missing or the figures don't agree, for example because of a deposit. In that
 * case, show only the service's rows.
 *
 * The cash price, the cost of the lease, the total and the early purchase price are before sales tax, because services state them that way.
 */
export function summaryOf(lines: readonly PricingLine[], sent: Sent) {
  const money = moneyIn(lines)
  const { totalNumberOfPayment: payments, termInMonths: months = null } = named(lines, "count")
  const { initialPaymentAmount: first, periodicPaymentAmount: each, ninetyDayBuyout: early } = money
  const total = money.totalLeasePrice ?? money.sumOfAllPayments
  if (first === undefined || each === undefined || total === undefined || payments === undefined) return null
  // The last payment makes up for rounding, which loses less than a cent per payment.
  const last = total - first - each * (payments - 1)
  const isPlan = Number.isInteger(payments) && first >= 0 && each > 0 && last > 0 && Math.abs(last - each) < payments
  const tax = taxOf(lines, sent, { first, total, payments })
  const { invoiceTotal: cashPrice } = sent
  const costOfLease = total - cashPrice
  const agrees =
    (money.cashPrice ?? cashPrice) === cashPrice &&
    (money.costOfLease ?? costOfLease) === costOfLease &&
    costOfLease >= 0 &&
    [total, total + (tax?.amount ?? 0)].includes(money.sumOfAllPayments ?? total)
  if (!isPlan || !tax || !agrees) return null
  const frequency = lines.find(({ name }) => name === "paymentFrequency")
  return {
    cashPrice,
    costOfLease,
    total,
    allPayments: first > 0 ? payments + 1 : payments,
    months,
    dueToday: first + (tax.dueToday ?? 0),
    payments,
    each,
    last: last === each ? null : last,
    every: frequency ? String(frequency.value) : null,
    tax,
    totalWithTax: tax.amount && tax.isComplete ? total + tax.amount : null,
    earlyPurchase: early === undefined ? null : { amount: early, days: EARLY_DAYS },
  }
}

type Plan = Record<"first" | "total" | "payments", number>

/**
 * Reads the tax that the service stated, and how much of it is due at signing. At signing, only tax may be due in addition to the first payment: all
 * of it, or the part for that payment. Returns null for anything else, and if the stated tax isn't the order's. With `by_operator`, all tax in the
 * cart is fees.
 */
function taxOf(lines: readonly PricingLine[], sent: Sent, { first, total, payments }: Plan) {
  const { totalDueAtSigning, totalTax = 0, estimatedTax = 0 } = moneyIn(lines)
  const { salesTaxRate: rate = 0 } = named(lines, "percent")
  const dueToday = totalDueAtSigning === undefined ? null : totalDueAtSigning - first
  const taxes = [totalTax, estimatedTax].filter((tax) => tax > 0)
  const all = Math.max(0, ...taxes) || sent.tax
  // The tax on each payment is rounded to a cent, so all of it together may differ by some cents from the tax on the total.
  const rounding = 1 + (payments * first) / total
  const ofFirst = [(all * first) / total, (rate * first) / 100].filter((tax) => tax > 0)
  const isOfFirst = (due: number) => ofFirst.some((tax) => Math.abs(due - tax) < rounding)
  const isTax = dueToday === null || dueToday === 0 || dueToday === all || isOfFirst(dueToday)
  if (!isTax || (dueToday !== null && dueToday < 0)) return null
  if (!taxes.every((tax) => tax === all || tax === dueToday)) return null
  const isOfOrder = sent.taxedBy === "in_cart" && sent.tax > 0
  if (isOfOrder && all !== sent.tax) return null
  const isAllToday = dueToday === all && all > 0
  const isFees = sent.taxedBy === "by_operator" && isAllToday && all === sent.tax
  return {
    amount: taxes.length > 0 || isAllToday ? all : null,
    dueToday,
    isFees,
    // Unless it's the order's tax, this may be only the tax on the first payment.
    isComplete: isOfOrder || isFees || all > first || (dueToday !== null && !isAllToday),
  }
}

/** Whether there is or may be sales tax in addition to the prices in a summary. */
export function isBeforeTax(lines: readonly PricingLine[], { tax, taxedBy }: Pick<Sent, "tax" | "taxedBy">): boolean {
  const { totalTax = 0, estimatedTax = 0 } = moneyIn(lines)
  const { salesTaxRate = 0 } = named(lines, "percent")
  return taxedBy === "by_operator" || [tax, totalTax, estimatedTax, salesTaxRate].some((each) => each > 0)
}

/** Whether option `requireTotal` keeps the contract closed, because the service stated no total, or two different ones. */
export function isTotalMissing(
  { options }: { options: { requireTotal: boolean } },
  { pricing, snapshot }: { pricing: LeaseRecord["pricing"]; snapshot: Sent | null },
): boolean {
  if (!options.requireTotal) return false
  const { totalLeasePrice, sumOfAllPayments } = moneyIn(pricing ?? [])
  const totals = new Set([totalLeasePrice, sumOfAllPayments].filter((total) => total !== undefined))
  return totals.size !== 1 && !(pricing && snapshot && summaryOf(pricing, snapshot))
}

/** Balances that the service states beside the total. Some count the first payment twice, so they exceed what is ever paid. */
const BALANCES = ["initialBalance", "initialBalancePlusEstimatedTax", "invoiceRemaining"]

/** Returns the breakdown for a shopper: without balances, which would read as further totals. */
export function withoutBalances(lines: readonly PricingLine[]): PricingLine[] {
  const { effectiveLeaseBalance: balance, totalLeasePrice, sumOfAllPayments } = moneyIn(lines)
  const isTotal = [totalLeasePrice, sumOfAllPayments].includes(balance)
  return lines.filter(({ name }) => !BALANCES.includes(name) && !(name === "effectiveLeaseBalance" && isTotal))
}

type Money = Partial<Record<string, number>>

function moneyIn(lines: readonly PricingLine[]): Money {
  return named(lines, "money")
}

function named(lines: readonly PricingLine[], kind: PricingLine["kind"]): Partial<Record<string, number>> {
  return Object.fromEntries(lines.filter((line) => line.kind === kind).map(({ name, value }) => [name, Number(value)]))
}
