import type { Offer, OfferLabel, OfferLine } from "../wire.js"
import { textIn } from "../words/fill.js"
import type { Offered } from "../words/offer-summary.js"
import type { Block, Figure } from "./screen.js"
import type { Speaker } from "./screen-words.js"

/**
 * Returns everything that a shopper should read about a lease's cost, in one order everywhere: the figures, the
 * sentences below them, the items, the service's own rows, which are collapsed if there is a summary, and the operator's text, so that a checkbox can
 * stand directly below it. `isSigned` is for an order's lease.
 */
export function offerBlocks({ offer, operator }: Offered, speak: Speaker, isSigned = false): Block[] {
  const { dictionary, locale, say } = speak
  const words = offer && dictionary.offer({ offer, operator }, locale, isSigned)
  if (!words) return []
  const { figures, sentences, items } = words
  const own = offer.disclosure && dictionary.disclosure(offer.disclosure)
  const rows = serviceRows(offer, speak)
  const all: Block = { kind: "figures", variant: "plain", rows }
  const named = items.map((item): Figure => ({ name: "item", ...item }))
  return [
    ...(figures.length ? [{ kind: "figures" as const, variant: "offer" as const, rows: figures }] : [all]),
    { kind: "points", points: sentences },
    ...(named.length ? [{ kind: "figures" as const, variant: "plain" as const, rows: named }] : []),
    ...(figures.length ? [{ ...all, summary: say("all_figures") }] : []),
    ...(own ? [{ kind: "disclosure" as const, text: own.text, language: own.language }] : []),
  ]
}

/** The service's figures that are the same as rows of the summary. The operator's names are used for both. */
const LABELED: Partial<Record<string, OfferLabel>> = {
  cashPrice: "cashPrice",
  costOfLease: "costOfLease",
  totalLeasePrice: "total",
  totalDueAtSigning: "dueToday",
  ninetyDayBuyout: "earlyPurchase",
}
/** The service's figures that are before sales tax (reference 5). */
const UNTAXED = ["invoiceTotal", "cashPrice", "ninetyDayBuyout"]

/** Whether a row is before sales tax. Of the cost of the lease and of the totals, only a summary says so. */
function isUntaxed({ name, value }: OfferLine, { before_tax, summary }: Offer): boolean {
  const isTotal = name === "totalLeasePrice" || name === "sumOfAllPayments"
  const isSummarized = summary !== null && (name === "costOfLease" || (isTotal && value === summary.total))
  return before_tax && (isSummarized || UNTAXED.includes(name))
}

/** Whether a row counts the payments without the first one, which the summary's count includes. */
function isWithoutFirst({ name, value }: OfferLine, { summary }: Offer): boolean {
  return name === "totalNumberOfPayment" && summary?.payments === value && summary.allPayments !== value
}

function serviceRows(offer: Offer, { dictionary, ...speak }: Speaker): Figure[] {
  const { lines, labels, cash_price, cash_tax = 0, currency } = offer
  const labelOf = (line: OfferLine) => {
    const own = LABELED[line.name]
    const label = (own && textIn(labels[own], dictionary.language)) ?? dictionary.figure(line.name)
    if (isWithoutFirst(line, offer)) return dictionary.say("offer", "payments_after_first")
    return isUntaxed(line, offer) ? dictionary.say("offer", "before_tax", { label }) : label
  }
  const rowOf = (line: OfferLine): Figure => {
    return { name: line.name, label: labelOf(line), value: shownValue(line, currency, { dictionary, ...speak }) }
  }
  const cash = Math.round((cash_price - cash_tax) * 100) / 100
  const isPriced = lines.some(({ name }) => name === "cashPrice")
  return (isPriced ? lines : [{ name: "cashPrice", kind: "money" as const, value: cash }, ...lines]).map(rowOf)
}

function shownValue(
  { kind, value }: OfferLine,
  currency: string,
  { dictionary, money, percent, longDate }: Speaker,
): string {
  if (kind === "money") return money(Number(value), currency)
  if (kind === "percent") return percent(Number(value))
  if (kind === "date") return longDate(String(value))
  // Translate a code such as `biWeekly`.
  return /^[a-z]+[A-Z]|^[a-z]+$/.test(String(value)) ? dictionary.figure(String(value)) : String(value)
}
