import { cents, formatMoney } from "../../../lease-cart"
import { isBeforeTax, summaryOf } from "../rules/offer-summary"
import type { LeaseRecord } from "../rules/records"
import { costTexts } from "../texts/cost-lines"
import { fill } from "../texts/messages"
import type { NoticeLanguage } from "../texts/notices"

/** An e-mail's lines about the cost, each with its name as in the offer. */
export type CostLines = Partial<
  Record<"total_cost" | "due_at_signing" | "then_payments" | "later_payments" | "total_with_tax", string>
>

type Priced = Pick<LeaseRecord, "pricing" | "snapshot" | "fingerprint" | "currency_code">

/** Returns a lease's cost as last offered. Empty if the service hasn't priced it, or its figures can't be summarized. */
export function costOf(lease: Priced, language: NoticeLanguage): CostLines {
  const { pricing, snapshot, fingerprint, currency_code } = lease
  if (!fingerprint || !pricing || !snapshot) return {}
  const summary = summaryOf(pricing, snapshot)
  if (!summary) return {}
  const { tax, each, last, months, allPayments, totalWithTax } = summary
  const texts = costTexts[language]
  const money = (amount: number) => formatMoney(cents(amount), currency_code)
  const isTaxed = isBeforeTax(pricing, snapshot)
  const untaxed = (label: string) => (isTaxed ? fill(texts.beforeTax, { label }) : label)
  const label = texts.dueAtSigning
  const due = tax.dueToday
    ? fill(tax.isFees ? texts.withFees : texts.withTax, { label })
    : tax.dueToday === null
      ? untaxed(label)
      : label
  const total = fill(months === null ? texts.total : texts.totalOver, {
    payments: String(allPayments),
    months: String(months),
  })
  const amounts = fill(last === null ? texts.each : texts.eachAndLast, { amount: money(each), last: money(last ?? 0) })
  const isAllToday = totalWithTax !== null && tax.amount === tax.dueToday && snapshot.taxedBy === "in_cart"
  const payments = (text: string) => {
    const often = Object.entries(texts.every).find(([every]) => every === summary.every)?.[1]
    const counted = fill(text, { payments: String(summary.payments) })
    const named = often === undefined ? counted : `${counted}, ${often}`
    return `${isAllToday ? named : untaxed(named)}: ${amounts}`
  }
  return {
    total_cost: `${untaxed(total)}: ${money(summary.total)}`,
    due_at_signing: `${due}: ${money(summary.dueToday)}`,
    then_payments: payments(texts.thenPayments),
    later_payments: payments(texts.afterSigning),
    ...(totalWithTax !== null && {
      total_with_tax: `${tax.isFees ? untaxed(texts.totalWithFees) : texts.totalWithTax}: ${money(totalWithTax)}`,
    }),
  }
}
