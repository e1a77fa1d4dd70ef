import type { ContractData } from "./contract-data"
import { contractScript } from "./contract-page-script"
import { contractStyle } from "./contract-page-style"
import type { ContractTerms } from "./contract-words"
import { type ContractWords, contractWords, type Language } from "./contract-words"
import { contentPolicy, escapeHtml, escapeJson, newNonce } from "./html"

type Html = { text: string; csp: string }

function shell(title: string, nonce: string, body: string, language: Language = "en"): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${contractStyle}</style>
</head>
<body>
<p class="sandbox">${escapeHtml(contractWords[language].sandbox)}</p>
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

function summary(terms: ContractTerms, words: ContractWords): string {
  const goods = terms.lines.map(({ description, quantity, amount }) =>
    row(`${quantity} × ${description}`, `$${amount}`),
  )
  const withTax = terms.tax !== null
  return `<section aria-labelledby="summary">
<h2 id="summary">${escapeHtml(words.summary)}</h2>
<dl>
${goods.join("\n")}
${row(words.delivery, `$${terms.deliveryCost}`)}
${row(words.cashPrice, `$${terms.invoiceTotal}`, true)}
${row(words.costOfLease, `$${terms.costOfLease}`)}
${withTax ? row(words.tax, `$${terms.tax}`) : ""}
${row(words.total(withTax), `$${terms.leaseTotal}`, true)}
${row(words.dueToday(withTax), `$${terms.dueToday}`)}
${row(words.payments(terms.payments - 1, terms.frequency), `$${terms.payment} ${words.each}`)}
${row(words.lastPayment, `$${terms.lastPayment}`)}
${row(words.buyout, `$${terms.buyout}`)}
</dl>
</section>`
}

function signature(place: number, title: string, text: string, words: ContractWords): string {
  return `<section class="place" aria-labelledby="place-${place}">
<h2 id="place-${place}">${escapeHtml(title)}</h2>
<p>${escapeHtml(text)}</p>
<button type="button" data-place="${place}" disabled aria-describedby="place-${place}">${escapeHtml(words.sign)}</button>
<p class="signed" data-signed="${place}" hidden></p>
</section>`
}

function consents(terms: ContractTerms, words: ContractWords): string {
  const box = (name: string, text: string) =>
    `<label class="consent"><input type="checkbox" data-consent="${name}" autocomplete="off"><span>${escapeHtml(text)}</span></label>`
  return `<fieldset>
<legend>${escapeHtml(words.consents)}</legend>
<p class="hint">${escapeHtml(words.tickBoth)}</p>
${box("initialPayment", words.agreeToday(terms))}
${box("recurringPayment", words.agreeLater(terms))}
</fieldset>`
}

const cardForm = (words: ContractWords) => `<section id="card" hidden aria-labelledby="card-title">
<h2 id="card-title" tabindex="-1">${escapeHtml(words.card)}</h2>
<p>${escapeHtml(words.cardText)}</p>
<label>${escapeHtml(words.cardNumber)}<input id="card-number" inputmode="numeric" autocomplete="off" maxlength="23"></label>
<div class="pair">
<label>${escapeHtml(words.cardExpires)}<input id="card-expiration" autocomplete="off" maxlength="5"></label>
<label>${escapeHtml(words.cardCode)}<input id="card-cvv" inputmode="numeric" autocomplete="off" maxlength="4"></label>
</div>
</section>`

function clauses(terms: ContractTerms, words: ContractWords): string {
  return words
    .clauses(terms)
    .map(([title, text], index) => signature(index + 1, title, text, words))
    .join("\n")
}

/** The contract as a page that works in a frame and on its own (spec 2.4, reference 11). */
export function contractPage(terms: ContractTerms, data: ContractData, merchantOrigin: string | undefined): Html {
  const nonce = newNonce()
  const words = contractWords[terms.language]
  const body = `<h1>${escapeHtml(words.title)}</h1>
<p class="lead">${escapeHtml(words.reference)} <strong>${escapeHtml(terms.reference)}</strong>, ${escapeHtml(words.signer)} <strong id="signer">${escapeHtml(terms.signer)}</strong></p>
${summary(terms, words)}
<form id="contract" novalidate>
${consents(terms, words)}
${clauses(terms, words)}
${cardForm(words)}
<div class="end">
<p id="notice" role="status" aria-live="polite"></p>
<p id="problem" role="alert"></p>
<button type="submit" id="submit" disabled>${escapeHtml(words.submit)}</button>
</div>
</form>
<script type="application/json" id="contract-data">${escapeJson(data)}</script>
<script type="application/json" id="contract-words">${escapeJson(words.script)}</script>
<script nonce="${nonce}">${contractScript}</script>`
  const relay = data.relayUrl ? new URL(data.relayUrl).origin : undefined
  return {
    text: shell(words.title, nonce, body, terms.language),
    csp: contentPolicy(nonce, framedBy(merchantOrigin), relay),
  }
}
