import type { ContractData, ContractTerms } from "./contract-data"
import { contractScript } from "./contract-page-script"
import { contractStyle } from "./contract-page-style"
import { contentPolicy, escapeHtml, escapeJson, newNonce } from "./html"

type Html = { text: string; csp: string }

function shell(title: string, nonce: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${contractStyle}</style>
</head>
<body>
<p class="sandbox">Sandbox: nothing here is binding and nothing is charged.</p>
<main>
${body}
</main>
</body>
</html>`
}

/** A page of one message, framed or not. */
export function notePage(title: string, text: string, merchantOrigin: string | undefined): Html {
  const nonce = newNonce()
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`
  return { text: shell(title, nonce, body), csp: contentPolicy(nonce, framedBy(merchantOrigin)) }
}

/** The merchant's page, and the widget's between it and the contract. */
const framedBy = (merchantOrigin: string | undefined) => (merchantOrigin ? `${merchantOrigin} 'self'` : "*")

const row = (name: string, amount: string, strong = false) =>
  `<div class="row${strong ? " total" : ""}"><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(amount)}</dd></div>`

function summary(terms: ContractTerms): string {
  const goods = terms.lines.map(({ description, quantity, amount }) =>
    row(`${quantity} × ${description}`, `$${amount}`),
  )
  const rest = terms.payments - 1
  return `<section aria-labelledby="summary">
<h2 id="summary">Lease summary</h2>
<dl>
${goods.join("\n")}
${row("Delivery", `$${terms.deliveryCost}`)}
${row("Cash price", `$${terms.invoiceTotal}`, true)}
${row("Cost of lease", `$${terms.costOfLease}`)}
${terms.tax ? row("Sales tax", `$${terms.tax}`) : ""}
${row(`Total of all payments${terms.tax ? " with sales tax" : ""}, 12 months`, `$${terms.leaseTotal}`, true)}
${row(`First payment${terms.tax ? " and sales tax" : ""}, due today`, `$${terms.dueToday}`)}
${row(`${rest} payments ${terms.frequency}`, `$${terms.payment} each`)}
${row("Last payment", `$${terms.lastPayment}`)}
${row("Purchase price in the first 90 days", `$${terms.buyout}`)}
</dl>
</section>`
}

function signature(place: number, title: string, text: string): string {
  return `<section class="place" aria-labelledby="place-${place}">
<h2 id="place-${place}">${escapeHtml(title)}</h2>
<p>${escapeHtml(text)}</p>
<button type="button" data-place="${place}" disabled aria-describedby="place-${place}">Sign here</button>
<p class="signed" data-signed="${place}" hidden></p>
</section>`
}

function consents(terms: ContractTerms): string {
  const box = (name: string, text: string) =>
    `<label class="consent"><input type="checkbox" data-consent="${name}" autocomplete="off"><span>${escapeHtml(text)}</span></label>`
  return `<fieldset>
<legend>Consents</legend>
<p class="hint">Tick both to sign.</p>
${box("initialPayment", `I agree that the first payment of $${terms.firstPayment}${terms.tax ? ` and sales tax of $${terms.tax}` : ""} is charged today.`)}
${box("recurringPayment", `I agree that the payments that follow are charged ${terms.frequency}.`)}
</fieldset>`
}

const cardForm = `<section id="card" hidden aria-labelledby="card-title">
<h2 id="card-title" tabindex="-1">Another card</h2>
<p>The card was declined and nothing was charged. Type another one; this sandbox takes any digits and keeps none.</p>
<label>Card number<input id="card-number" inputmode="numeric" autocomplete="off" maxlength="23"></label>
<div class="pair">
<label>Expires, MM/YY<input id="card-expiration" autocomplete="off" maxlength="5"></label>
<label>Security code<input id="card-cvv" inputmode="numeric" autocomplete="off" maxlength="4"></label>
</div>
</section>`

function clauses(terms: ContractTerms): string {
  return [
    signature(
      1,
      "1. Lease",
      "The goods above are leased for 12 months. They stay the property of the lease company until they are bought.",
    ),
    signature(
      2,
      "2. Payments",
      `You pay $${terms.dueToday} today${terms.tax ? `, sales tax of $${terms.tax} included,` : ""} and ${terms.payments} payments ${terms.frequency}, the first after delivery of the complete order.`,
    ),
    signature(
      3,
      "3. Purchase and return",
      `You may buy the goods for $${terms.buyout} in the first 90 days, or return them and owe no further payment.`,
    ),
  ].join("\n")
}

/** The contract as a page that works in a frame and on its own (spec 2.4, reference 11). */
export function contractPage(terms: ContractTerms, data: ContractData, merchantOrigin: string | undefined): Html {
  const nonce = newNonce()
  const body = `<h1>Lease agreement</h1>
<p class="lead">Reference <strong>${escapeHtml(terms.reference)}</strong>, for <strong id="signer">${escapeHtml(terms.signer)}</strong></p>
${summary(terms)}
<form id="contract" novalidate>
${consents(terms)}
${clauses(terms)}
${cardForm}
<div class="end">
<p id="notice" role="status" aria-live="polite"></p>
<p id="problem" role="alert"></p>
<button type="submit" id="submit" disabled>Submit</button>
</div>
</form>
<script type="application/json" id="contract-data">${escapeJson(data)}</script>
<script nonce="${nonce}">${contractScript}</script>`
  const relay = data.relayUrl ? new URL(data.relayUrl).origin : undefined
  return { text: shell("Lease agreement", nonce, body), csp: contentPolicy(nonce, framedBy(merchantOrigin), relay) }
}
