import { cents, formatMoney } from "../../../lease-cart"
import { disclosuresAt } from "../options/disclosures"
import { isBeforeTax, summaryOf } from "../rules/offer-summary"
import type { LeaseRecord } from "../rules/records"
import { costTexts } from "../texts/cost-lines"
import { fill } from "../texts/messages"
import type { NoticeLanguage } from "../texts/notices"

/** An email's lines about the cost, each with its name as in the offer. */
export type CostLines = Partial<
  Record<"total_cost" | "due_at_signing" | "then_payments" | "later_payments" | "total_with_tax", string>
>

type Priced = Pick<LeaseRecord, "pricing" | "snapshot" | "fingerprint" | "currency_code" | "reductions">
type Summary = NonNullable<ReturnType<typeof summaryOf>>
type Naming = { texts: (typeof costTexts)["en"]; untaxed: (label: string) => string }

/**
 * Returns a lease's cost as last offered, with the operator's labels for the cart's state. Empty if the service hasn't priced it, its figures can't
 * be summarized, or a partial return or lower price has since changed what is due.
 */
export function costOf(
  lease: Priced,
  language: NoticeLanguage,
  options: Parameters<typeof disclosuresAt>[0],
): CostLines {
  const { pricing, snapshot, fingerprint, currency_code, reductions } = lease
  if (!fingerprint || !pricing || !snapshot || reductions?.length) return {}
  const summary = summaryOf(pricing, snapshot)
  if (!summary) return {}
  const { tax, each, last, months, totalWithTax } = summary
  const texts = costTexts[language]
  const { labels } = disclosuresAt(options, snapshot.place)
  const own = (row: string) => labels[row]?.[language] ?? labels[row]?.en
  const money = (amount: number) => formatMoney(cents(amount), currency_code)
  const isTaxed = isBeforeTax(pricing, snapshot)
  const untaxed = (label: string) => (isTaxed ? fill(texts.beforeTax, { label }) : label)
  const label = own("total") ?? texts.total
  const many = { payments: String(summary.allPayments), months: String(months) }
  const total = fill(months === null ? texts.allPayments : texts.allPaymentsOver, { label, ...many })
  const taxed = snapshot.taxedBy === "by_operator" ? texts.totalWithEstimatedTax : texts.totalWithTax
  const withTax = fill(tax.isFees ? texts.totalWithFees : taxed, { label })
  const due = dueName(own("dueToday") ?? texts.dueAtSigning, tax, { texts, untaxed })
  const amounts = fill(last === null ? texts.each : texts.eachAndLast, { amount: money(each), last: money(last ?? 0) })
  const isAllToday = totalWithTax !== null && tax.amount === tax.dueToday && snapshot.taxedBy === "in_cart"
  const payments = (text: string) => {
    const name = paymentsName(own("payments"), text, summary, texts)
    return `${isAllToday ? name : untaxed(name)}: ${amounts}`
  }
  return {
    total_cost: `${untaxed(total)}: ${money(summary.total)}`,
    due_at_signing: `${due}: ${money(summary.dueToday)}`,
    then_payments: payments(texts.thenPayments),
    later_payments: payments(texts.afterSigning),
    ...(totalWithTax !== null && {
      total_with_tax: `${tax.isFees ? untaxed(withTax) : withTax}: ${money(totalWithTax)}`,
    }),
  }
}

function dueName(label: string, { dueToday, isFees }: Summary["tax"], { texts, untaxed }: Naming): string {
  if (dueToday) return fill(isFees ? texts.withFees : texts.withTax, { label })
  return dueToday === null ? untaxed(label) : label
}

/** Returns the operator's name for the payments, or ours, with their number and frequency. */
function paymentsName(
  own: string | undefined,
  ours: string,
  { payments, allPayments, every }: Summary,
  texts: Naming["texts"],
): string {
  const named = allPayments > payments ? texts.namedPaymentsAfter : texts.namedPayments
  const name = fill(own === undefined ? ours : named, { label: own ?? "", payments: String(payments) })
  const often = Object.entries(texts.every).find(([frequency]) => frequency === every)?.[1]
  return often === undefined ? name : `${name}, ${often}`
}
