import { offerSummary } from "/lease-to-own/index.js"
import { el, figures, longDate, money } from "../dom.js"
import { dictionary, locale } from "../language.js"
import { say } from "./words.js"

/**
 * The lease's costs: today, then, in total, and above the cash price; the service's other rows below. All rows are shown where its
 * figures make no summary.
 *
 * @param {import("/lease-to-own/index.js").LeaseView} view @param {import("/lease-to-own/index.js").Offer} offer
 */
export function costs(view, { lines, currency, cash_price }) {
  const summary = offerSummary(view, dictionary, locale)
  const rows = figures(lines.map((line) => [dictionary.figure(line.name), shownValue(line, currency)]))
  if (summary) {
    const all = el("details", {}, el("summary", {}, say("all_figures")), rows)
    const first = summary.figures.map(({ label, value }) => /** @type {const} */ ([label, value]))
    return [figures(first, "offer"), el("p", { className: "hint" }, summary.tax), all]
  }
  const isPriced = lines.some(({ name }) => name === "cashPrice")
  return [...(isPriced ? [] : [figures([[say("cash_price"), money(cash_price, currency)]], "totals")]), rows]
}

/** @param {import("/lease-to-own/index.js").OfferLine} line @param {string} currency */
function shownValue({ kind, value }, currency) {
  if (kind === "money") return money(Number(value), currency)
  if (kind === "percent") return `${value}\u00a0%`
  if (kind === "date") return longDate(String(value))
  // A code, such as `biWeekly`.
  return /^[a-z]+[A-Z]|^[a-z]+$/.test(String(value)) ? dictionary.figure(String(value)) : String(value)
}
