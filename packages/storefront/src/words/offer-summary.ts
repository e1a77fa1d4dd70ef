import type { LeaseView, OfferSummary, Params } from "../wire.js"
import { moneyIn } from "./locale.js"
import type { Texts } from "./texts.js"

export type OfferFigure = {
  name: "dueToday" | "payments" | "total" | "overCash" | "earlyPurchase"
  label: string
  /** The formatted amount. For payments, it's the amount of each payment, and of the last one if it differs. */
  value: string
}
/** An offer in words: the `figures` to read first, and one sentence on sales tax. */
export type OfferInWords = { figures: OfferFigure[]; tax: string }

export type Offered = Pick<LeaseView, "offer"> & { operator: { name: string } }

type OfferWords = {
  language: string
  say(group: "screens", key: keyof Texts["screens"], params?: Params): string
  figure(name: string): string
}

/** Implements `Dictionary.offer`. */
export function offerSummary(
  { offer, operator }: Offered,
  words: OfferWords,
  locale = words.language,
): OfferInWords | null {
  if (!offer?.summary) return null
  const format = moneyIn(locale, offer.currency)
  const { summary } = offer
  const say: Say = (key, params) => words.say("screens", key, params)
  return {
    figures: figuresOf(summary, say, format, words.figure),
    tax: taxSentence(summary.tax, say, format, operator.name),
  }
}

type Format = (amount: number) => string
type Say = (key: keyof Texts["screens"], params?: Params) => string

function figuresOf(summary: OfferSummary, say: Say, format: Format, figure: OfferWords["figure"]): OfferFigure[] {
  const { dueToday, payments, each, last, every, total, months, cashPrice, overCash, earlyPurchase, tax } = summary
  const then = [
    say("then_payments", { payments: `${payments}` }),
    every && figure(every).replace(/^./, (letter) => letter.toLowerCase()),
  ]
  const lastOne = last === null ? "" : `, ${say("last_payment", { amount: format(last) })}`
  const whole = [say("total_to_own"), months !== null && say("over_months", { months: `${months}` })]
  // If the tax is due today, the total and the cash price include it, but the service's early purchase price doesn't.
  const taxed = tax.dueToday
  const days = `${earlyPurchase?.days}`
  const early = earlyPurchase && say(taxed ? "early_purchase_untaxed" : "early_purchase", { days })
  const rows: [OfferFigure["name"], string, string][] = [
    ["dueToday", say("due_today"), format(dueToday)],
    ["payments", then.filter(Boolean).join(", "), `${format(each)}${lastOne}`],
    ["total", whole.filter(Boolean).join(", "), format(total)],
    ["overCash", say(taxed ? "over_cash_taxed" : "over_cash", { cash: format(cashPrice) }), format(overCash)],
  ]
  if (early) rows.push(["earlyPurchase", early, format(earlyPurchase.amount)])
  return rows.map(([name, label, value]) => ({ name, label, value }))
}

function taxSentence({ mode, amount, dueToday }: OfferSummary["tax"], say: Say, format: Format, operator: string) {
  if (mode === "by_operator" && !(amount && dueToday))
    return say(amount ? "tax_on_payments" : "tax_by_operator", { operator })
  return amount ? say(dueToday ? "tax_today" : "tax_in_order", { amount: format(amount) }) : say("tax_none")
}
