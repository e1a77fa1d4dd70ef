import { el, figures, longDate, money } from "../dom.js"
import { dictionary } from "../language.js"
import { say } from "./words.js"

/** @typedef {import("/lease-to-own/index.js").Offer} Offer */

/**
 * The lease's costs: today, then, in total, and above the cash price; the service's other rows below. All rows are shown where its
 * figures make no summary.
 *
 * @param {Offer} offer @param {string} operator
 */
export function costs(offer, operator) {
  const { summary, lines, currency, cash_price } = offer
  const rows = figures(lines.map((line) => [dictionary.figure(line.name), shownValue(line, currency)]))
  if (summary) {
    const all = el("details", {}, el("summary", {}, say("all_figures")), rows)
    return [
      figures(summaryRows(summary, currency), "offer"),
      el("p", { className: "hint" }, taxSentence(summary.tax, currency, operator)),
      all,
    ]
  }
  const isPriced = lines.some(({ name }) => name === "cashPrice")
  return [...(isPriced ? [] : [figures([[say("cash_price"), money(cash_price, currency)]], "totals")]), rows]
}

/** @param {NonNullable<Offer["summary"]>} summary @param {string} currency @returns {(readonly [string, string] | false)[]} */
function summaryRows(
  { dueToday, payments, each, last, every, total, months, cashPrice, overCash, earlyPurchase },
  currency,
) {
  const amount = (/** @type {number} */ value) => money(value, currency)
  const then = [
    say("then_payments", { payments: String(payments) }),
    every && dictionary.figure(every).toLowerCase(),
    last !== null && say("last_payment", { amount: amount(last) }),
  ]
  const whole = [say("total_to_own"), months !== null && say("over_months", { months: String(months) })]
  return [
    [say("due_today"), amount(dueToday)],
    [then.filter(Boolean).join(", "), amount(each)],
    [whole.filter(Boolean).join(", "), amount(total)],
    [say("over_cash", { cash: amount(cashPrice) }), amount(overCash)],
    earlyPurchase !== null && [
      say("early_purchase", { days: String(earlyPurchase.days) }),
      amount(earlyPurchase.amount),
    ],
  ]
}

/** @param {NonNullable<Offer["summary"]>["tax"]} tax @param {string} currency @param {string} operator */
function taxSentence({ mode, amount, dueToday }, currency, operator) {
  if (amount && dueToday) return say("tax_today", { amount: money(amount, currency) })
  if (mode === "by_operator") return say("tax_by_operator", { operator })
  return amount ? say("tax_in_order", { amount: money(amount, currency) }) : say("tax_none")
}

/** @param {import("/lease-to-own/index.js").OfferLine} line @param {string} currency */
function shownValue({ kind, value }, currency) {
  if (kind === "money") return money(Number(value), currency)
  if (kind === "percent") return `${value}\u00a0%`
  if (kind === "date") return longDate(String(value))
  // A code, such as `biWeekly`.
  return /^[a-z]+[A-Z]|^[a-z]+$/.test(String(value)) ? dictionary.figure(String(value)) : String(value)
}
