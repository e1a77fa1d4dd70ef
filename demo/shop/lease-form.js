import { readMoney, toApplication } from "/lease-to-own/index.js"
import { el, field, money } from "./dom.js"
import { dictionary, locale } from "./language.js"

/** What the cart already knows. Everything else is typed, sent once, and kept nowhere. */
const FROM_ADDRESS = /** @type {const} */ ({
  "customer.firstName": "first_name",
  "customer.lastName": "last_name",
  "customer.cellPhone": "phone",
  "customer.homeAddress.streetAddress1": "address_1",
  "customer.homeAddress.streetAddress2": "address_2",
  "customer.homeAddress.city": "city",
  "customer.homeAddress.state": "province",
  "customer.homeAddress.zip": "postal_code",
})

/** @typedef {import("/lease-to-own/index.js").FormField} FormField */
/** @typedef {{ field: string, message: string }} Problem `field` is the path of the field */

/**
 * The application (A3): its fields are the server's. What is typed stays in the memory of this page until the answer is a decision: a form that
 * has to be sent again is filled in.
 *
 * @param {{ cart: import("./store.js").Cart,
 *   send: (application: Record<string, unknown>, consent: { version: string, language: string }) => void, onLeft: () => void }} options
 *   `onLeft`: the browser went back to what was before the form, and nothing is lost by it that the shopper wants
 */
export function createApplicationForm({ cart, send, onLeft }) {
  const summary = el("div", { className: "error", role: "alert", tabIndex: -1, hidden: true })
  const form = el("form", { noValidate: true, autocomplete: "off" })
  const element = el("div", { className: "screen" }, summary, form)
  let isDirty = false
  /** What was typed before, the consent among it. @type {Map<string, string>} */
  let typed = new Map()
  form.oninput = () => {
    isDirty = true
  }

  /** @param {import("/lease-to-own/index.js").LeaseView} view @param {boolean} isConsentGiven just now, on the screen before */
  function open({ form: asked, consent }, isConsentGiven) {
    const fields = asked?.fields ?? []
    const hasAgreed = isConsentGiven || typed.get("consent") === consent.version
    form.replaceChildren(
      ...groupsOf(fields, cart),
      consentBox(consent, hasAgreed),
      el("button", { className: "main" }, dictionary.say("buttons", "apply")),
    )
    for (const input of inputsOf(form)) if (input.name !== "consent") input.value = typed.get(input.name) ?? input.value
    isDirty = typed.size > 0
    form.onsubmit = (event) => {
      event.preventDefault()
      showProblems(missing(form))
      if (!summary.hidden) return
      const application = toApplication(fields, Object.fromEntries(new FormData(form)), locale)
      send({ ...application, languagePreference: dictionary.language }, consent)
    }
    showProblems([])
    addEventListener("beforeunload", warn)
    addEventListener("popstate", askOnTheWayBack)
    document.addEventListener("click", askFirst)
  }

  /** Takes the form away; what was typed stays for the next time. */
  function close() {
    if (form.elements.length > 0) typed = valuesOf(form)
    form.replaceChildren()
    isDirty = false
    removeEventListener("beforeunload", warn)
    removeEventListener("popstate", askOnTheWayBack)
    document.removeEventListener("click", askFirst)
  }

  /** There is a decision, or the shopper left: nothing of it is needed any more. */
  function forget() {
    typed.clear()
    for (const input of inputsOf(form)) input.value = ""
    isDirty = false
  }

  const mayLeave = () => !isDirty || confirm(dictionary.say("screens", "leave_form"))

  /** @param {BeforeUnloadEvent} event */
  function warn(event) {
    if (isDirty) event.preventDefault()
  }

  /** The way to another page of this shop, which the browser does not ask about. @param {MouseEvent} event */
  function askFirst(event) {
    const link = event.target instanceof Element && event.target.closest("a[href^='#/']")
    if (!link) return
    if (mayLeave()) forget()
    else event.preventDefault()
  }

  /** Back and Forward have happened when a page hears of it: who stays gets a new entry with the form in it. */
  function askOnTheWayBack() {
    const isElsewhere = location.hash !== "#/checkout"
    if (mayLeave()) {
      forget()
      if (!isElsewhere) onLeft()
      return
    }
    history.pushState({ method: "lease", isFormOpen: true }, "", "#/checkout")
  }

  /**
   * Says above the form what is wrong, each with a way to its field, and again at the field.
   *
   * @param {Problem[]} problems
   * @param {string} [message]
   */
  function showProblems(problems, message = problems.length > 0 ? dictionary.say("screens", "check_fields") : "") {
    const byField = new Map(problems.map((problem) => [problem.field, problem.message]))
    for (const input of inputsOf(form)) {
      const words = byField.get(input.name) ?? ""
      input.ariaInvalid = String(words !== "")
      document.getElementById(`${input.id}-error`)?.replaceChildren(words)
    }
    summary.replaceChildren(el("p", {}, message), el("ul", {}, ...problems.map(linkTo)))
    summary.hidden = message === ""
    if (message) summary.focus()
  }

  /** @param {Problem} problem */
  function linkTo({ field, message }) {
    const input = inputsOf(form).find(({ name }) => name === field)
    if (!input) return el("li", {}, message)
    const go = el("button", { type: "button", className: "link" }, `${labelOf(input)}: ${message}`)
    go.onclick = () => input.focus()
    return el("li", {}, go)
  }

  return { element, open, close, forget, showProblems }
}

/**
 * What the shopper agrees to, before the form and in it, in the language in which the store has it.
 *
 * @param {import("/lease-to-own/index.js").LeaseView["consent"]} consent @param {boolean} [checked]
 */
export function consentBox({ text, version, language }, checked = false) {
  const box = el("input", { type: "checkbox", id: "consent", name: "consent", value: version, required: true, checked })
  const problem = el("span", { id: "consent-error", className: "problem" })
  box.setAttribute("aria-describedby", problem.id)
  return el("div", { className: "consent" }, el("label", {}, box, el("span", { lang: language }, text)), problem)
}

/** @param {FormField[]} fields @param {import("./store.js").Cart} cart */
function groupsOf(fields, cart) {
  return [...new Set(fields.map(({ group }) => group))].map((group) =>
    el(
      "fieldset",
      {},
      el("legend", {}, group),
      el(
        "div",
        { className: "fields" },
        ...fields.filter((each) => each.group === group).map((each) => row(each, cart)),
      ),
    ),
  )
}

/** @param {FormField} asked @param {import("./store.js").Cart} cart */
function row(asked, cart) {
  const { path, label, kind, required, options, autocomplete = "off" } = asked
  const common = { name: path, required, autocomplete }
  if (kind === "select") {
    const choices = (options ?? []).map(({ value, label }) => new Option(label, value))
    const none = new Option(dictionary.say("screens", "please_choose"), "")
    return field(label, el("select", common, none, ...choices))
  }
  const type = { secret: "password", money: "text" }[String(kind)] ?? kind
  const inputMode = { secret: "numeric", money: "decimal" }[String(kind)] ?? ""
  const input = el("input", { ...common, type, inputMode, value: known(path, cart) })
  if (kind === "money") return field(label, input, understood(input, cart.currency_code))
  return field(label, input, kind === "secret" ? reveal(input, label) : undefined)
}

/** The amount as it was understood, once the field is left. @param {HTMLInputElement} input @param {string} currency */
function understood(input, currency) {
  const shown = el("output", { className: "hint" })
  input.oninput = () => {
    shown.textContent = ""
    const isRead = input.value.trim() === "" || readMoney(input.value, locale) !== undefined
    input.setCustomValidity(isRead ? "" : dictionary.texts.problems.money)
  }
  input.onblur = () => {
    const amount = readMoney(input.value, locale)
    shown.textContent = amount === undefined ? "" : money(amount, currency)
  }
  return shown
}

/** @param {HTMLInputElement} input @param {string} label */
function reveal(input, label) {
  const toggle = el("button", { type: "button", className: "link" })
  const show = (/** @type {boolean} */ isShown) => {
    const word = dictionary.say("buttons", isShown ? "hide" : "show")
    input.type = isShown ? "text" : "password"
    toggle.textContent = word
    toggle.ariaLabel = `${word}: ${label}`
  }
  toggle.onclick = () => show(input.type === "password")
  show(false)
  return toggle
}

/** @param {string} path @param {import("./store.js").Cart} cart */
function known(path, { email, shipping_address }) {
  if (path === "customer.emailAddress") return email ?? ""
  const name = Object.hasOwn(FROM_ADDRESS, path) && FROM_ADDRESS[/** @type {keyof typeof FROM_ADDRESS} */ (path)]
  return (name && shipping_address?.[name]) || ""
}

/** What the browser can tell without asking anybody. @param {HTMLFormElement} form @returns {Problem[]} */
function missing(form) {
  return inputsOf(form)
    .filter((input) => !input.validity.valid)
    .map(({ name, validity }) => {
      const rule =
        name === "consent" ? name : validity.valueMissing ? "required" : validity.customError ? "money" : "format"
      return { field: name, message: dictionary.problem(name, rule) ?? "" }
    })
}

/** @param {HTMLFormElement} form @returns {Map<string, string>} */
function valuesOf(form) {
  return new Map([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** @param {HTMLFormElement} form */
function inputsOf(form) {
  return [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  )
}

/** @param {HTMLInputElement | HTMLSelectElement} input */
function labelOf(input) {
  return input.name === "consent"
    ? dictionary.say("screens", "consent")
    : (input.labels?.[0]?.textContent ?? input.name)
}
