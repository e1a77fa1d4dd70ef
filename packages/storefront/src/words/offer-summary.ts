import type { Offer, OfferLabel, OfferSummary, Params } from "../wire.js"
import { textIn } from "./fill.js"
import type { offerEn } from "./offer-en.js"
import { EARLY_DAYS, isEachTaxed } from "./offer-facts.js"

/** The rows of an offer, in order. */
export type OfferRow = OfferLabel | "tax" | "totalWithTax"
export type OfferFigure = {
  name: OfferRow
  label: string
  /** The formatted amount. For payments, it's the amount of each payment, and of the last one if it differs. */
  value: string
}
/**
 * An offer in words: its `figures`, the `sentences` that go with them, and its `items` with their condition. Show all of them, in this order. If
 * the service's figures can't be summarized, `figures` is empty: show `offer.lines` in their place.
 */
export type OfferInWords = { figures: OfferFigure[]; sentences: string[]; items: { label: string; value: string }[] }

export type Offered = { offer: Offer | null; operator: { name: string } }

export type OfferWords = {
  language: string
  say(key: keyof typeof offerEn, params?: Params): string
  /** Returns the name of a coded value, such as `biWeekly`. */
  figure(name: string): string
  money(amount: number): string
}

/** Implements `Dictionary.offer`. After signing, the amount due today is called the amount due at signing. */
export function offerSummary({ offer, operator }: Offered, words: OfferWords, isSigned = false): OfferInWords | null {
  if (!offer) return null
  const { summary, items } = offer
  const { say } = words
  return {
    figures: summary ? rowsOf(offer, summary, words, { isSigned, operator: operator.name }) : [],
    sentences: sentencesOf(offer, words, operator.name),
    items: items.map(({ title, quantity, condition }) => {
      return { label: say("item", { quantity: `${quantity}`, title }), value: say(condition) }
    }),
  }
}

function sentencesOf(offer: Offer, words: OfferWords, operator: string): string[] {
  const { summary, lines } = offer
  const { say } = words
  const amounts = (...names: string[]) =>
    new Set(lines.flatMap(({ name, kind, value }) => (kind === "money" && names.includes(name) ? value : [])))
  // If the two totals differ, say that there is no total.
  const totals = amounts("totalLeasePrice", "sumOfAllPayments")
  const early = summary ? summary.earlyPurchase?.days : amounts("ninetyDayBuyout").size && EARLY_DAYS
  return [
    summary || totals.size === 1 ? "" : say("no_total"),
    early ? say("early_only", { operator, days: `${early}` }) : "",
    taxSentence(offer, words, operator),
    say("ownership", { operator }),
    say("right_to_return"),
  ].filter(Boolean)
}

/** Says who charges the sales tax, or when it is paid, unless a row says so. */
function taxSentence({ taxed_by, cash_tax, summary }: Offer, { say, money }: OfferWords, operator: string): string {
  const { amount = null, isFees = false } = summary?.tax ?? {}
  if (taxed_by === "by_operator")
    return say(summary?.totalWithTax && !isFees ? "tax_on_payments" : "tax_by_operator", { operator })
  return cash_tax && amount === null ? say("tax_in_order", { amount: money(cash_tax) }) : ""
}

type Named = { isSigned: boolean; operator: string }

function rowsOf(offer: Offer, summary: OfferSummary, words: OfferWords, { isSigned, operator }: Named): OfferFigure[] {
  const { say, money } = words
  const { tax, earlyPurchase, totalWithTax, allPayments, months } = summary
  const { label, payments, untaxed } = namesIn(offer, summary, words)
  const total = label("total", "total_cost")
  const many = { payments: `${allPayments}`, months: `${months}` }
  const allOf = say(months === null ? "all_payments" : "all_payments_over", { label: total, ...many })
  const isToday = tax.amount !== null && tax.amount === tax.dueToday
  const isEstimate = offer.taxed_by === "by_operator"
  const taxName = isEstimate ? "sales_tax_estimate" : "sales_tax"
  const today = label("dueToday", isSigned ? "due_at_signing" : "due_today")
  const early = label("earlyPurchase", "early_purchase")
  const rows: [OfferRow, string, number | string | null | undefined][] = [
    ["cashPrice", untaxed(label("cashPrice", "cash_price")), summary.cashPrice],
    ["costOfLease", untaxed(label("costOfLease", "cost_of_lease")), summary.costOfLease],
    ["total", untaxed(allOf), summary.total],
    ["dueToday", dueName(today, tax, { say, untaxed }), summary.dueToday],
    ["payments", isEachTaxed(offer, summary) ? untaxed(payments) : payments, eachPayment(summary, words)],
    [
      "tax",
      tax.isFees ? say("fees_at_signing") : say(isToday ? "sales_tax_at_signing" : taxName, { operator }),
      tax.amount || null,
    ],
    [
      "totalWithTax",
      tax.isFees
        ? untaxed(say("with_fees", { label: total }))
        : say(isEstimate ? "with_estimated_tax" : "with_tax", { label: total }),
      totalWithTax,
    ],
    [
      "earlyPurchase",
      untaxed(say("first_days", { label: early, days: `${earlyPurchase?.days}` })),
      earlyPurchase?.amount,
    ],
  ]
  return rows.flatMap(([name, label, value]) =>
    value === null || value === undefined
      ? []
      : [{ name, label, value: typeof value === "number" ? money(value) : value }],
  )
}

/** Returns functions for the rows' names: the operator's own, if any, and "before tax" where there is or may be tax. */
function namesIn({ labels, before_tax }: Offer, { payments, allPayments, every }: OfferSummary, words: OfferWords) {
  const { say, figure } = words
  const own = (name: OfferLabel) => textIn(labels[name], words.language)
  const label = (name: OfferLabel, ours: keyof typeof offerEn) => own(name) ?? say(ours)
  const untaxed = (label: string) => (before_tax ? say("before_tax", { label }) : label)
  const named = own("payments")
  const count = `${payments}`
  const counted = allPayments > payments ? say("after_first", { label: count }) : count
  const paid =
    named === undefined
      ? say("then_payments", { payments: count })
      : say("named_payments", { label: named, payments: counted })
  const often = every && figure(every).replace(/^./, (letter) => letter.toLowerCase())
  return { label, untaxed, payments: often ? say("how_often", { label: paid, every: often }) : paid }
}

type Naming = Pick<OfferWords, "say"> & { untaxed: (label: string) => string }

function dueName(label: string, { dueToday, isFees }: OfferSummary["tax"], { say, untaxed }: Naming): string {
  if (dueToday) return say(isFees ? "with_fees_today" : "with_tax_today", { label })
  return dueToday === null ? untaxed(label) : label
}

function eachPayment({ each, last }: OfferSummary, { say, money }: OfferWords): string {
  const amount = money(each)
  return last === null ? say("each", { amount }) : say("each_and_last", { amount, last: money(last) })
}
