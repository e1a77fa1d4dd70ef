import type { Offer, OfferLabel, OfferLine } from "../wire.js"
import { textIn } from "../words/fill.js"
import { EARLY_DAYS, isEachTaxed } from "../words/offer-facts.js"
import type { Offered } from "../words/offer-summary.js"
import type { Block, Figure } from "./screen.js"
import type { Speaker } from "./screen-words.js"

/**
 * Returns everything that a shopper should read about a lease's cost, always in the same order: the figures, the sentences below them, the items, the
 * service's own rows (collapsed if there is a summary), and the operator's text. The text comes last, so that a checkbox can follow it directly. Pass
 * `isSigned` for an order's lease.
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
/** The service's figures before sales tax (reference 5), and those that are known to be before tax only if there is a summary. */
const UNTAXED = ["invoiceTotal", "cashPrice", "ninetyDayBuyout"]
const UNTAXED_IF_SUMMARIZED = ["costOfLease", "totalLeasePrice", "sumOfAllPayments"]

function serviceRows(offer: Offer, { dictionary, ...speak }: Speaker): Figure[] {
  const { lines, labels, before_tax, summary, cash_price, cash_tax = 0, currency } = offer
  const { say } = dictionary
  const untaxed = [
    ...UNTAXED,
    ...(summary ? UNTAXED_IF_SUMMARIZED : []),
    summary && isEachTaxed(offer, summary) && "periodicPaymentAmount",
    // If no tax is due at signing, the first payment is all that is due.
    summary && summary.tax.dueToday !== 0 && "initialPaymentAmount",
  ]
  const ownLabel = (row: OfferLabel | undefined) => {
    const label = row && textIn(labels[row], dictionary.language)
    return label && row === "earlyPurchase" ? say("offer", "first_days", { label, days: `${EARLY_DAYS}` }) : label
  }
  const labelOf = ({ name, value }: OfferLine) => {
    const label = ownLabel(LABELED[name]) ?? dictionary.figure(name)
    // The summary's number of payments includes the first.
    if (name === "totalNumberOfPayment" && summary && value !== summary.allPayments)
      return say("offer", "after_first", { label })
    const isWithTax = name === "sumOfAllPayments" && value !== summary?.total
    return before_tax && untaxed.includes(name) && !isWithTax ? say("offer", "before_tax", { label }) : label
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
