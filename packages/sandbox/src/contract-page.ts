import { consentNames, signaturePlaces } from "./defaults"
import { dataIn, type Html, html, page } from "./html"
import type { Reply } from "./http"
import { type Contract, type Lease, leaseFigures, type RecordedCart } from "./lease"
import { dollarText } from "./money"
import { contractScript } from "./page-scripts"
import type { FrameMessage } from "./signing"
import { contractStyle } from "./style"
import { contractWords } from "./words"
import type { World } from "./world"

/** A frame message as it's posted: `{ text, success? }` or plain text (reference 11). */
type PostedMessage = FrameMessage | string

/** The data for the page's script and for `signContract`. Each step's response has this type, too. */
export type ContractData = ReturnType<typeof contractData>

export function contractData(world: World, contract: Contract, messages: FrameMessage[], notice = "") {
  const { settings, addresses } = world
  const bare = settings.dialect.answers.frame === "text"
  return {
    phase: contract.phase,
    consents: consentNames.filter((name) => contract.consents.has(name)),
    signatures: [...contract.signatures].sort(),
    places: signaturePlaces,
    messages: messages.map((message): PostedMessage => (bare ? message.text : message)),
    /** The origin to which the messages are posted. Null if no merchant page is known. */
    targetOrigin: (contract.inWidget ? undefined : settings.merchantOrigin) ?? contract.merchantOrigin ?? null,
    /** Set for the fault `wrong-origin`: the URL of a page from a different origin that posts the messages instead. */
    relayUrl: contract.fault === "wrong-origin" ? `${addresses.apiOrigin}/frame-relay` : null,
    notice,
  }
}

/** Returns the pages that may frame the contract: the merchant's, and the widget's page in between. */
const framedBy = (merchantOrigin: string | undefined) => (merchantOrigin ? `${merchantOrigin} 'self'` : "*")

export function notePage({ settings }: World, status: number, title: string, text: string): Reply {
  const body = html`<p class="sandbox">${contractWords("en").sandbox}</p>
<main>
<h1>${title}</h1><p>${text}</p>
</main>`
  return page(status, { title, body, style: contractStyle, ancestors: framedBy(settings.merchantOrigin) })
}

const row = (name: string, amount: string, strong = false) =>
  html`<div class="row${strong && " total"}"><dt>${name}</dt><dd>$${amount}</dd></div>`

function summary(lease: Lease, cart: RecordedCart): Html {
  const words = contractWords(lease.language)
  const figures = leaseFigures(lease, cart)
  const withTax = figures.tax > 0
  return html`<section aria-labelledby="summary">
<h2 id="summary">${words.summary}</h2>
<dl>
${cart.lines.map(({ quantity, description, unitCents }) => row(`${quantity} × ${description}`, dollarText(unitCents * quantity)))}
${row(words.delivery, dollarText(cart.deliveryCents))}
${row(words.cashPrice, dollarText(figures.invoice), true)}
${row(words.costOfLease, dollarText(figures.costOfLease))}
${withTax && row(cart.taxesPayments ? words.paymentTax : words.tax, dollarText(figures.tax))}
${row(words.total(withTax), dollarText(figures.balance + figures.tax), true)}
${row(words.dueToday(figures.taxToday > 0), dollarText(figures.dueToday))}
${row(words.payments(figures.payments - 1, words.frequencies[lease.payFrequency]), `${dollarText(figures.periodicPayment)} ${words.each}`)}
${row(words.lastPayment, dollarText(figures.lastPayment))}
${row(words.buyout, dollarText(figures.ninetyDayBuyout))}
</dl>
</section>`
}

const consent = (name: string, text: string) =>
  html`<label class="consent"><input type="checkbox" data-consent="${name}" autocomplete="off"><span>${text}</span></label>`

const place = (number: number, title: string, text: string, sign: string) =>
  html`<section class="place" aria-labelledby="place-${number}">
<h2 id="place-${number}">${title}</h2>
<p>${text}</p>
<button type="button" data-place="${number}" disabled aria-describedby="place-${number}">${sign}</button>
<p class="signed" data-signed="${number}" hidden></p>
</section>`

/** Returns the contract as a page, either in a frame or on its own (spec 2.4, reference 11). */
export function contractPage({ settings }: World, lease: Lease, cart: RecordedCart, data: ContractData): Reply {
  const { language } = lease
  const words = contractWords(language)
  const figures = leaseFigures(lease, cart)
  const terms = {
    firstPayment: dollarText(figures.firstPayment),
    tax: figures.taxToday ? dollarText(figures.taxToday) : null,
    isTaxedLater: cart.taxesPayments === true,
    dueToday: dollarText(figures.dueToday),
    payments: figures.payments,
    frequency: words.frequencies[lease.payFrequency],
    buyout: dollarText(figures.ninetyDayBuyout),
  }
  // In the widget, the page around the contract already says that this is a sandbox.
  const body = html`${!lease.contract?.inWidget && html`<p class="sandbox">${words.sandbox}</p>`}
<main>
<h1>${words.title}</h1>
<p class="lead">${words.reference} <strong>${lease.orderId ?? lease.applicationId}</strong>, ${words.signer} <strong id="signer">${lease.signerName}</strong></p>
${summary(lease, cart)}
<form id="contract" novalidate>
<fieldset>
<legend>${words.consents}</legend>
<p class="hint">${words.tickBoth}</p>
${consent("initialPayment", words.agreeToday(terms))}
${consent("recurringPayment", words.agreeLater(terms))}
</fieldset>
${words.clauses(terms).map(({ title, text }, index) => place(index + 1, title, text, words.sign))}
<section id="card" hidden aria-labelledby="card-title">
<h2 id="card-title" tabindex="-1">${words.card}</h2>
<p>${words.cardText}</p>
<label>${words.cardNumber}<input id="card-number" inputmode="numeric" autocomplete="off" maxlength="23"></label>
<div class="pair">
<label>${words.cardExpires}<input id="card-expiration" autocomplete="off" maxlength="5"></label>
<label>${words.cardCode}<input id="card-cvv" inputmode="numeric" autocomplete="off" maxlength="4"></label>
</div>
</section>
<div class="end">
<p id="notice" role="status" aria-live="polite"></p>
<p id="problem" role="alert"></p>
<button type="submit" id="submit" disabled>${words.submit}</button>
</div>
</form>
${dataIn("contract-data", data)}
${dataIn("contract-words", words.script)}
</main>`
  return page(200, {
    title: words.title,
    body,
    language,
    style: contractStyle,
    script: contractScript,
    ancestors: framedBy(settings.merchantOrigin),
    frames: data.relayUrl ? new URL(data.relayUrl).origin : undefined,
  })
}
