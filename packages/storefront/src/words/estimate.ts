import type { LeaseEstimate, Params } from "../wire.js"
import { fill, languageIn, textIn } from "./fill.js"
import { moneyIn } from "./locale.js"
import type { MessageWords } from "./message-en.js"

/** An example of a lease's cost, in words. Show all of it, in this order and in one size: by law, no payment may be shown without the rest. */
export type EstimateInWords = {
  /** The payment, the number of all payments, their total, and that this is a rental-purchase. */
  line: string
  /** The cash price, what is due today, and the condition. */
  rows: { name: "cashPrice" | "dueToday" | "condition"; label: string; value: string }[]
  /** Who owns the items until when, and what the amounts leave out. */
  notes: string[]
  /** The operator's text, which is in `language`. */
  disclosure: string
  language: string
}

/** Returns null without a disclosure, because no figures may be shown without it. */
export function estimateInWords(
  estimate: LeaseEstimate | null | undefined,
  words: MessageWords,
  operator: string,
): EstimateInWords | null {
  const texts = estimate?.disclosure ?? {}
  const language = languageIn(texts, words.language) ?? Object.keys(texts)[0]
  const disclosure = texts[language ?? ""]
  if (!estimate || !language || !disclosure) return null
  const { currency, cashPrice, dueToday, each, every, total, months, conditions, excludes, labels } = estimate
  const format = moneyIn(words.language, currency)
  const payments = `${estimate.allPayments}`
  const amounts = { each: format(each), every: words.every[every], total: format(total) }
  const params: Params = { operator, payments, months: `${months}`, ...amounts }
  const inWords = (text: string) => fill(text, params) ?? text
  /** The operator's own name for a figure, if any. */
  const named = (row: keyof typeof labels) => textIn(labels[row], words.language)
  const whole = (text: string) => inWords(text).replaceAll(" ", NO_BREAK)
  const part = (row: keyof typeof labels, value: string, text: string) =>
    named(row) === undefined ? whole(text) : `${named(row)}: ${value}`
  const parts = [
    whole(words.each),
    part("payments", payments, months ? words.paymentsOver : words.payments),
    part("total", format(total), words.total),
    words.kind,
  ]
  const excluded = excludes.includes("delivery") ? words.excludesDelivery : excludes.length ? words.excludesTax : ""
  return {
    line: parts.join(" · "),
    rows: [
      { name: "cashPrice", label: named("cashPrice") ?? words.cashPrice, value: format(cashPrice) },
      {
        name: "dueToday",
        label: named("dueToday") ?? (dueToday ? words.firstPayment : words.today),
        value: format(dueToday),
      },
      { name: "condition", label: words.condition, value: conditions.map((one) => words.conditions[one]).join(", ") },
    ],
    notes: [inWords(words.owned), excluded].filter(Boolean),
    disclosure,
    language,
  }
}

/** Keeps a figure and its label on one line. The operator's names and the kind of contract may be too long for that. */
const NO_BREAK = "\u00a0"

/** What a text or a table of texts must contain, so that a page's own words don't drop a figure. */
const NEEDED: Partial<Record<keyof MessageWords, string[]>> = {
  each: ["{each}", "{every}"],
  payments: ["{payments}"],
  paymentsOver: ["{payments}", "{months}"],
  total: ["{total}"],
  owned: ["{payments}", "{operator}"],
  every: ["weekly", "biWeekly", "semiMonthly", "monthly"],
  conditions: ["new", "used", "refurbished"],
}

/** Throws TypeError if a page's own words leave something out that must be shown. */
export function checkWords(own: Partial<MessageWords>): void {
  if (own.disclosure?.length === 0) throw new TypeError("A lease message needs its disclosure.")
  for (const [name, text] of Object.entries(own)) {
    const parts = typeof text === "object" ? Object.keys(text) : `${text}`
    const lacking = NEEDED[name as keyof MessageWords]?.filter((part) => !parts.includes(part)) ?? []
    if (lacking.length) throw new TypeError(`A lease message's text "${name}" needs ${lacking.join(" and ")}.`)
    if (isBlank(text)) throw new TypeError(`A lease message's text "${name}" is empty.`)
  }
}

function isBlank(text: unknown): boolean {
  return typeof text === "object" ? Object.values(text ?? [""]).some(isBlank) : !`${text ?? ""}`.trim()
}
