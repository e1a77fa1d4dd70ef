import type { LeaseView, Offer, OfferLine } from "../wire.js"
import type { Block, Figure } from "./screen.js"
import type { Speaker } from "./screen-words.js"
import { text } from "./screen-words.js"

/** Returns the costs to read first, with the service's other rows collapsed below. Without a summary, all rows are shown. */
export function offerBlocks(view: LeaseView, offer: Offer, speak: Speaker): Block[] {
  const { dictionary, locale, say, money } = speak
  const { lines, currency, cash_price, cash_tax } = offer
  const rows = lines.map((line): Figure => {
    return { name: line.name, label: dictionary.figure(line.name), value: shownValue(line, currency, speak) }
  })
  const summary = dictionary.offer(view, locale)
  if (summary) {
    return [
      { kind: "figures", variant: "offer", rows: summary.figures },
      text(summary.tax, "hint"),
      { kind: "figures", variant: "plain", rows, summary: say("all_figures") },
    ]
  }
  const label = say(cash_tax ? "cash_price_taxed" : "cash_price")
  const cash: Figure = { name: "cashPrice", label, value: money(cash_price, currency) }
  const all: Block = { kind: "figures", variant: "plain", rows }
  const byOperator = view.sales_tax?.mode === "by_operator"
  const tax = byOperator ? [text(say("tax_by_operator", { operator: view.operator.name }), "hint")] : []
  const isPriced = lines.some(({ name }) => name === "cashPrice")
  return [...(isPriced ? [] : [{ kind: "figures" as const, variant: "totals" as const, rows: [cash] }]), all, ...tax]
}

function shownValue({ kind, value }: OfferLine, currency: string, { dictionary, money, longDate }: Speaker): string {
  if (kind === "money") return money(Number(value), currency)
  if (kind === "percent") return `${value}\u00a0%`
  if (kind === "date") return longDate(String(value))
  // Translate a code such as `biWeekly`.
  return /^[a-z]+[A-Z]|^[a-z]+$/.test(String(value)) ? dictionary.figure(String(value)) : String(value)
}
