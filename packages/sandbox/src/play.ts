import { paths } from "./defaults"
import { allFaults } from "./faults"
import { escapeHtml, escapeJson } from "./html"
import type { State } from "./state-table"
import type { LeaseRecordView } from "./views"
import type { World } from "./world"

/** A step that a person takes on the page in the merchant's or the operator's place: its name in the script, and its button. */
type Step = [name: string, label: string]

const decide: Step[] = [
  ["approve", "Approve"],
  ["deny", "Deny"],
]
/** The steps that lead on from a state. */
const steps: Partial<Record<State, Step[]>> = {
  Prequalified: decide,
  "Pre-Approved": decide,
  Pending: decide,
  Approved: [["cart", "Record a cart"]],
  Contracts: [
    ["contract", "Get the contract"],
    ["sign", "Sign at once"],
  ],
  "Contracts Received": [["pricing", "Read the pricing"]],
  "Lease Accepted": [
    ["delivery", "Confirm the delivery"],
    ["cancel", "Cancel the contract"],
  ],
  Funded: [["return", "Return all"]],
}

/** Buttons for what can be done with a lease now. */
export function playButtons({ applicationId, state, esignUrl }: LeaseRecordView): string {
  const id = escapeHtml(applicationId)
  const link = esignUrl ? `<a href="${escapeHtml(esignUrl)}" target="_blank" rel="noopener">Open the contract</a>` : ""
  const buttons = (steps[state] ?? []).filter(([name]) => name !== "contract" || !esignUrl)
  return `${buttons.map(([name, label]) => `<button data-play="${name}" data-lease="${id}">${label}</button>`).join(" ")} ${link}`
}

/** Buttons for what needs no lease, and the line that says what came of the last press. */
export function playPanel(): string {
  const faults = allFaults.map((fault) => `<option>${fault}</option>`).join("")
  return `<section aria-label="Play"><p>Each button makes the call that a merchant's server, a shopper or the operator would make. The list below shows it.</p>
<p class="row">A shopper applies: <button data-play="apply" data-tag="approved">Approved</button> <button data-play="apply" data-tag="denied">Denied</button>
<button data-play="apply" data-tag="pending">Undecided</button></p>
<p class="row"><label for="fault">The next call meets the fault</label> <select id="fault">${faults}</select> <button data-play="fault">Set</button></p>
<p class="row">Time: <button data-play="month">A month later</button> <button data-play="reset">Start over</button></p>
<p role="status" id="said" tabindex="-1"></p></section>`
}

/** The page's script: presses become calls over HTTP. The people who apply are made up at each press. */
export function playScript({ addresses }: World): string {
  return `const known = ${escapeJson({ api: new URL(addresses.baseUrl).pathname, control: paths.control })}
${script}`
}

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
    if (error.message !== "refused") said.textContent += " No answer came."
  }
  isBusy = false
  await refresh().catch(() => {})
  // The pressed button may be gone: the focus goes to the next step of the same lease.
  if (lease && !document.contains(button)) (live.querySelector('[data-lease="' + lease + '"]') ?? said).focus()
})

setInterval(() => {
  if (document.hidden || live.contains(document.activeElement) || live.querySelector("details[open]")) return
  if (document.getSelection().isCollapsed) refresh().catch(() => {})
}, 4000)
`
