import type { InvoiceAddress, InvoiceChange, InvoiceItem, LeaseInvoice } from "../../../src/api/admin-types"
import { Html, html } from "./html"
import { INVOICE_STYLE } from "./invoice-style"

/** The dashboard's words and formats. `say` translates a key below `leaseToOwn.invoice`. */
export type InvoiceWords = {
  say: (key: string, params?: Record<string, string>) => string
  money: (amount: number) => string
  day: (date: string) => string
  number: (value: number) => string
  country: (code: string) => string
  language: string
  direction: string
}

/** Keeps the page from running or loading anything, even if some text isn't escaped. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** Returns an invoice as an HTML page without scripts, to show and print. */
export function invoicePage(invoice: LeaseInvoice, words: InvoiceWords): string {
  const { say, language, direction } = words
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say("named", { number: String(invoice.number) })}</title>
${new Html(`<style>${INVOICE_STYLE}</style>`)}
</head>
<body>
<main>
${headOf(invoice, words)}
${noticesOf(invoice, words).map((notice) => html`<p class="notice">${notice}</p>`)}
${partiesOf(invoice, words)}
${itemsOf(invoice, words)}
<div class="end">${totalsOf(invoice, words)}<p class="small">${say("prices")}</p></div>
</main>
</body>
</html>`.text
}

function headOf(invoice: LeaseInvoice, { say, day }: InvoiceWords): Html {
  const { number, ordered_on, delivered_on, operator_id, reference, currency_code, seller } = invoice
  const facts = {
    number: String(number),
    orderedOn: day(ordered_on),
    deliveredOn: delivered_on && day(delivered_on),
    leaseNumber: operator_id,
    reference,
    currency: currency_code.toUpperCase(),
  }
  const rows = Object.entries(facts).map(
    ([key, value]) => value && html`<dt>${say(key)}</dt><dd><bdi>${value}</bdi></dd>`,
  )
  return html`<header>
<p class="seller" dir="auto">${seller}</p>
<div><h1>${say("title")}</h1><dl class="facts">${rows.flatMap((row) => row || [])}</dl></div>
</header>`
}

/** Returns what a reader must know before the amounts: that the lease is a test, or how it ended. */
function noticesOf({ test, changes }: LeaseInvoice, { say, day }: InvoiceWords): string[] {
  const end = changes.find(({ kind }) => kind === "cancellation" || kind === "return")
  const ended = end && (end.on ? say(`${end.kind}On`, { date: day(end.on) }) : say(`${end.kind}Undated`))
  return [...(test ? [say("test")] : []), ...(ended ? [ended] : [])]
}

function partiesOf({ sold_to: { name, address }, shipped_to }: LeaseInvoice, { say, country }: InvoiceWords): Html {
  const buyer = html`<div><h2>${say("soldTo")}</h2><p class="name text" dir="auto">${name}</p>
${address !== null && html`<p class="address" dir="auto">${address}</p>`}</div>`
  const recipient =
    shipped_to &&
    html`<div><h2>${say("shippedTo")}</h2><p class="name text" dir="auto">${shipped_to.name}</p>
<p class="address" dir="auto">${linesOf(shipped_to, country).join("\n")}</p></div>`
  return html`<div class="parties">${buyer}${recipient}</div>`
}

/** Returns the lines of an address in the US format. */
function linesOf(to: InvoiceAddress, country: InvoiceWords["country"]): string[] {
  const place = [to.city, [to.state, to.postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", ")
  return [...to.address, place, to.country_code && country(to.country_code)].filter(Boolean)
}

function itemsOf({ items }: LeaseInvoice, { say, number, money }: InvoiceWords): Html {
  const rows = items.map(
    ({ name, sku, quantity, price, total }) => html`<tr>
<td><div class="text"><bdi>${name}</bdi></div>${sku !== null && html`<div class="small"><bdi>${sku}</bdi></div>`}</td>
<td class="number">${number(quantity)}</td><td class="number">${money(price)}</td><td class="number">${money(total)}</td>
</tr>`,
  )
  const numbers = ["quantity", "price", "amount"].map((key) => html`<th scope="col" class="number">${say(key)}</th>`)
  return html`<table>
<thead><tr><th scope="col">${say("item")}</th>${numbers}</tr></thead>
<tbody>${rows}</tbody>
</table>`
}

function totalsOf(invoice: LeaseInvoice, words: InvoiceWords): Html {
  const { say, money } = words
  const { goods, delivery, fees, sales_tax, total, changes, rest } = invoice
  const row = (label: string, amount: number, more: Html[] = [], sum = false) =>
    html`<tr${sum && new Html(' class="sum"')}><th scope="row">${label}${more}</th><td class="number">${money(amount)}</td></tr>`
  return html`<table class="totals"><tbody>
${row(say("items"), goods)}
${row(say("delivery"), delivery)}
${fees ? row(say("fees"), fees) : null}
${row(say(fees === null ? "salesTaxAndFees" : "salesTax"), sales_tax, reasonOf(invoice, words))}
${row(say("total"), total, [], true)}
${changes.map((change) =>
  row(
    changeName(change, words),
    change.amount,
    change.items.map((item) => named(item, words)),
  ),
)}
${changes.length > 0 && row(say("rest"), rest, [], true)}
</tbody></table>`
}

/** Returns the reason why the invoice has no sales tax. Empty if the tax was in the cart. */
function reasonOf({ taxed_by, certificate }: LeaseInvoice, { say }: InvoiceWords): Html[] {
  if (taxed_by === "in_cart") return []
  return [html`<div class="small">${certificate ? say("certificate", { number: certificate }) : say("resale")}</div>`]
}

function changeName({ kind, on }: InvoiceChange, { say, day }: InvoiceWords): string {
  return on ? say("dated", { what: say(kind), date: day(on) }) : say(kind)
}

function named({ name, quantity }: Pick<InvoiceItem, "name" | "quantity">, { number }: InvoiceWords): Html {
  return html`<div class="small">${number(quantity)} × <bdi>${name}</bdi></div>`
}
