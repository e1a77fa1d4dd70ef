import type { IncomingMessage } from "node:http"
import { checkLocal } from "./control"
import { paths } from "./defaults"
import { allFaults } from "./faults"
import { escapeJson, html, page } from "./html"
import type { Reply } from "./http"
import type { JournalEntry } from "./journal"
import type { State } from "./state-table"
import { tableStyle } from "./style"
import { type LeaseRecordView, leaseViews } from "./views"
import type { World } from "./world"

const decide = { approve: "Approve", deny: "Deny" }
/** The next steps from a state that the merchant or the operator could take: the name in the script, and the button's label. */
const steps: Partial<Record<State, Record<string, string>>> = {
  Prequalified: decide,
  "Pre-Approved": decide,
  Pending: decide,
  Approved: { cart: "Record a cart" },
  Contracts: { contract: "Get the contract", sign: "Sign at once" },
  "Contracts Received": { pricing: "Read the pricing" },
  "Lease Accepted": { delivery: "Confirm the delivery", cancel: "Cancel the contract" },
  Funded: { return: "Return all" },
}

function buttons({ applicationId, state, esignUrl }: LeaseRecordView) {
  const next = Object.entries(steps[state] ?? {}).filter(([name]) => name !== "contract" || !esignUrl)
  return [
    next.map(([name, label]) => html`<button data-play="${name}" data-lease="${applicationId}">${label}</button>`),
    esignUrl && html`<a href="${esignUrl}" target="_blank" rel="noopener">Open the contract</a>`,
  ]
}

const time = (iso: string) => html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`

function leaseRow(lease: LeaseRecordView) {
  const { applicationId, state, orderId, cart, approvalAmount, history } = lease
  const entries = history.length === 1 ? "1 entry" : `${history.length} entries`
  return html`<tr><td>${applicationId}</td><td>${state}</td><td>${buttons(lease)}</td>
<td>${orderId ?? "–"}</td><td class="n">${cart?.invoiceTotal.toFixed(2) ?? "–"}</td><td class="n">${approvalAmount.toFixed(2)}</td>
<td><details><summary>${entries}</summary><ul>${history.map(({ at, what }) => html`<li>${time(at)} ${what}</li>`)}</ul></details></td></tr>`
}

function callRow({ number, at, status, applicationId, line, body }: JournalEntry) {
  const shown = html`<details><summary>${line}</summary><pre>${JSON.stringify(body, null, 2)}</pre></details>`
  const failed = status === null || status >= 400
  return html`<tr><td class="n">${number}</td><td>${time(at)}</td><td class="${failed && "bad"}">${status ?? "none"}</td>
<td>${applicationId ?? "–"}</td><td>${body === undefined ? line : shown}</td></tr>`
}

const numeric = new Set(["No.", "Cart", "Approved"])

const most = 200

function table<T>(heads: string[], items: T[], row: (item: T) => ReturnType<typeof html>, empty: string) {
  if (items.length === 0) return html`<div class="box"><p class="empty">${empty}</p></div>`
  const head = heads.map((text) => html`<th scope="col" class="${numeric.has(text) && "n"}">${text}</th>`)
  const rows = items.slice(-most).reverse().map(row)
  return html`<div class="box" tabindex="-1"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
}

const leaseHeads = ["Application", "State", "Next", "Reference", "Cart", "Approved", "History"]
const callHeads = ["No.", "When", "Answered", "Application", "What"]

/** Returns the sandbox's page: buttons to try the service, followed by leases and calls, newest first. Refuses callers on other machines. */
export function peoplePage(world: World, request: IncomingMessage): Reply {
  try {
    checkLocal(world, request)
  } catch {
    const text = "This page is available only on this machine.\n"
    return { status: 403, text, headers: { "content-type": "text/plain" } }
  }
  const { baseUrl, controlUrl, contractOrigin } = world.addresses
  const faults = world.faults.waiting().map(({ fault }) => fault)
  const body = html`<main><h1>Lease sandbox</h1>
<p>API <code>${baseUrl}</code>, control <code>${controlUrl}</code>, contracts <code>${contractOrigin}</code></p>
<section aria-label="Play"><p>Each button makes the call that a merchant's server, a shopper or the operator would make. The list below shows it.</p>
<p class="row">A shopper applies: <button data-play="apply" data-tag="approved">Approved</button> <button data-play="apply" data-tag="denied">Denied</button>
<button data-play="apply" data-tag="pending">Undecided</button></p>
<p class="row"><label for="fault">Fault for the next call</label> <select id="fault">${allFaults.map((fault) => html`<option>${fault}</option>`)}</select> <button data-play="fault">Set</button></p>
<p class="row">Time: <button data-play="month">A month later</button> <button data-play="reset">Start over</button></p>
<p role="status" id="said" tabindex="-1"></p></section>
<div id="live"><p>Time here: ${time(world.clock.now().toISOString().slice(0, 10))}. Queued faults: ${faults.join(", ") || "none"}.</p>
<h2>Leases</h2>
${table(leaseHeads, leaseViews(world), leaseRow, "No applications yet.")}
<h2>Calls</h2>
${table(callHeads, world.journal.entries(), callRow, "No calls yet.")}</div></main>`
  const known = `const known = ${escapeJson({ api: paths.prefix, control: paths.control })}`
  return page(200, { title: "Lease sandbox", body, style: tableStyle, script: known + script, ancestors: "'none'" })
}

/** The page's script, which turns clicks into HTTP calls. Each application is for a new, made-up applicant. */
const script = `
const live = document.querySelector("#live"), said = document.querySelector("#said")
const day = (ahead) => new Date(Date.now() + ahead * 86400000).toISOString().slice(0, 10)
const digits = (count) => Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 9)).join("")
const applicant = (tag) => ({
  customer: {
    firstName: "Robin", lastName: "Example", emailAddress: "robin+" + tag + "@example.com", ssn: "9" + digits(8), birthdate: "1988-04-12",
    cellPhone: "(555) 010-0142", homeAddress: { streetAddress1: "1 Main Street", city: "Austin", state: "TX", zip: "78701" }, grossIncomeMonthly: 4300,
    paymentFrequency: { payFrequency: "biWeekly", lastPayDate: day(-3), nextPayDate: day(11) },
  },
  bank: { routingNumber: "111000025", accountNumber: digits(10) },
  languagePreference: navigator.language.startsWith("es") ? "es" : "en",
})
const sofa = { brand: "Acme", description: "Sofa, three seats", category: "Furniture", identifier: "SOFA-1", unitPrice: 429, tax: 0, quantity: 1, condition: "new" }

async function call(method, path, body) {
  const isControl = path.startsWith(known.control)
  const headers = { accept: "application/json", ...(!isControl && { "x-sandbox-page": "1" }) }
  if (body) headers["content-type"] = isControl ? "application/json" : "application/*+json"
  said.textContent = method + " " + path + " …"
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  said.textContent = method + " " + path + " answered " + response.status + (text ? ": " + text.slice(0, 300) : ".")
  if (!response.ok) throw new Error("refused")
  return text && JSON.parse(text)
}
const api = (method, path, body) => call(method, known.api + path, body)
const control = (path, body) => call("POST", known.control + path, body)
const to = (state) => (id) => control("/leases/" + id + "/state", { state })

const plays = {
  apply: (id, { tag }) => api("POST", "/api/v1/application", applicant(tag)),
  approve: to("Approved"),
  deny: to("Denied"),
  cart: (id) => api("POST", "/api/v1/application/cart", { applicationId: id, orderId: "order-" + digits(4), deliveryCost: 10.99, items: [sofa] }),
  contract: (id) => api("GET", "/api/v1/application/contract?applicationId=" + id),
  sign: (id) => control("/leases/" + id + "/sign"),
  pricing: (id) => api("GET", "/api/v1/application/cart/pricing?applicationId=" + id),
  delivery: (id) => api("POST", "/api/v1/application/cart/delivery", { applicationId: id, deliveryDate: day(0) }),
  cancel: (id) => api("DELETE", "/api/v1/application/contract?applicationId=" + id),
  async return(id) {
    await api("POST", "/api/v1/application/return/availability?applicationId=" + id)
    await api("POST", "/api/v1/application/return", { applicationId: id, dateOfReturn: new Date().toISOString() })
  },
  month: () => control("/clock", { advanceDays: 30 }),
  reset: () => control("/reset"),
  fault: () => control("/faults", { route: "*", fault: document.querySelector("#fault").value }),
}

async function refresh() {
  const page = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html")
  const fresh = page.querySelector("#live")
  if (fresh && fresh.innerHTML !== live.innerHTML) live.replaceChildren(...document.adoptNode(fresh).childNodes)
}

let isBusy = false
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-play]")
  if (!button || isBusy) return
  isBusy = true
  const { play, lease } = button.dataset
  try {
    await plays[play](lease, button.dataset)
  } catch (error) {
    if (error.message !== "refused") said.textContent += " There was no answer."
  }
  isBusy = false
  await refresh().catch(() => {})
  // If the clicked button is gone, focus the next step of the same lease.
  if (lease && !document.contains(button)) (live.querySelector('[data-lease="' + lease + '"]') ?? said).focus()
})

setInterval(() => {
  if (document.hidden || live.contains(document.activeElement) || live.querySelector("details[open]")) return
  if (document.getSelection().isCollapsed) refresh().catch(() => {})
}, 4000)
`

/** Returns a page for the fault `wrong-origin`. The contract's page embeds it, and it posts the messages from this origin instead. */
export function relayPage({ addresses }: World): Reply {
  const relay = `addEventListener("message", (event) => {
  if (event.origin !== ${JSON.stringify(addresses.contractOrigin)} || event.source !== parent) return
  parent.parent.postMessage(event.data.message, event.data.target)
})`
  return page(200, { title: "Relay", body: html``, script: relay, ancestors: "*" })
}
