import { toApplication } from "/lease-to-own/index.js"
import { el } from "../dom.js"
import { dictionary, locale } from "../language.js"
import { fieldGroups } from "./form-fields.js"
import { formGuard } from "./form-guard.js"
import { consentBox } from "./lease-intro.js"

/** @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView */
/** @typedef {{ field: string, message: string }} Problem `field` is the path of the field */

/**
 * The application (A3). The server says which fields it has. What is typed stays in the memory of this page until there is a
 * decision, so that a form that has to be sent again is filled in.
 *
 * `onLeft`: the browser went back to the screen before the form.
 */
export class LeaseForm {
  #summary = el("div", { className: "error", role: "alert", tabIndex: -1, hidden: true })
  #form = el("form", { noValidate: true, autocomplete: "off" })
  element = el("div", { className: "screen" }, this.#summary, this.#form)
  isOpen = false
  #isDirty = false
  /** Values typed before, the consent included. @type {Map<string, string>} */
  #typed = new Map()
  #cart
  #send
  #guard

  /**
   * @param {{ cart: import("../store.js").Cart, onLeft: () => void,
   *   send: (application: Record<string, unknown>, consent: LeaseView["consent"]) => void }} options
   */
  constructor({ cart, send, onLeft }) {
    this.#cart = cart
    this.#send = send
    this.#form.oninput = () => {
      this.#isDirty = true
    }
    const leave = () => {
      this.close()
      this.forget()
      onLeft()
    }
    this.#guard = formGuard({ isDirty: () => this.#isDirty, forget: () => this.forget(), leave })
  }

  /** @param {LeaseView} view @param {boolean} isConsentGiven just now, on the screen before */
  open({ form, consent }, isConsentGiven) {
    const fields = form?.fields ?? []
    const hasAgreed = isConsentGiven || this.#typed.get("consent") === consent.version
    this.#form.replaceChildren(
      ...fieldGroups(fields, this.#cart),
      consentBox(consent, hasAgreed),
      el("button", { className: "main" }, dictionary.say("buttons", "apply")),
    )
    for (const input of inputsOf(this.#form)) {
      if (input.name !== "consent") input.value = this.#typed.get(input.name) ?? input.value
    }
    this.#isDirty = this.#typed.size > 0
    this.#form.onsubmit = (event) => {
      event.preventDefault()
      this.#submit(fields, consent)
    }
    this.showProblems([])
    this.#guard.begin()
    this.isOpen = true
    // An entry of its own, so that the browser's Back leads to the screen before the form.
    if (!history.state?.isFormOpen) history.pushState({ ...history.state, isFormOpen: true }, "")
  }

  /** Takes the form away. What was typed stays for the next time. */
  close() {
    if (this.#form.elements.length > 0) this.#typed = valuesOf(this.#form)
    this.#form.replaceChildren()
    this.#isDirty = false
    this.isOpen = false
    this.#guard.end()
  }

  /** The same when the form is done, so that a reload does not open it again. */
  finish() {
    this.close()
    history.replaceState({ ...history.state, isFormOpen: false }, "")
  }

  /** There is a decision, or the shopper left: what was typed is not needed any longer. */
  forget() {
    this.#typed.clear()
    for (const input of inputsOf(this.#form)) input.value = ""
    this.#isDirty = false
  }

  /**
   * Says above the form what is wrong, with a way to each field, and again at the field.
   *
   * @param {Problem[]} problems
   * @param {string} [message]
   */
  showProblems(problems, message = problems.length > 0 ? dictionary.say("screens", "check_fields") : "") {
    const byField = new Map(problems.map((problem) => [problem.field, problem.message]))
    for (const input of inputsOf(this.#form)) {
      const words = byField.get(input.name) ?? ""
      input.ariaInvalid = String(words !== "")
      document.getElementById(`${input.id}-error`)?.replaceChildren(words)
    }
    const links = problems.map((problem) => this.#linkTo(problem))
    this.#summary.replaceChildren(el("p", {}, message), el("ul", {}, ...links))
    this.#summary.hidden = message === ""
    if (message) this.#summary.focus()
  }

  /** @param {import("./form-fields.js").FormField[]} fields @param {LeaseView["consent"]} consent */
  #submit(fields, consent) {
    this.showProblems(missing(this.#form))
    if (!this.#summary.hidden) return
    const application = toApplication(fields, Object.fromEntries(new FormData(this.#form)), locale)
    this.#send({ ...application, languagePreference: dictionary.language }, consent)
  }

  /** @param {Problem} problem */
  #linkTo({ field, message }) {
    const input = inputsOf(this.#form).find(({ name }) => name === field)
    if (!input) return el("li", {}, message)
    const go = el("button", { type: "button", className: "link" }, `${labelOf(input)}: ${message}`)
    go.onclick = () => input.focus()
    return el("li", {}, go)
  }
}

/** Problems the browser finds without a call. @param {HTMLFormElement} form @returns {Problem[]} */
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
