import { button, el, field } from "../dom.js"
import { dictionary } from "../language.js"
import { consentBox } from "./blocks.js"

/**
 * @typedef {import("/lease-to-own/screens.js").FormInput} FormInput
 * @typedef {import("/lease-to-own/screens.js").FormBinding} FormBinding
 */

/**
 * The application. The package fills it in, reads it and finds what is wrong with it; here are its elements.
 *
 * @param {import("/lease-to-own/screens.js").FormBlock} block
 * @param {FormBinding} binding
 */
export function applicationForm({ groups, consent, submit }, binding) {
  const summary = el("div", { className: "error", role: "alert", tabIndex: -1, hidden: true })
  const form = el(
    "form",
    { noValidate: true, autocomplete: "off" },
    ...groups.map(({ legend, inputs }) =>
      el(
        "fieldset",
        {},
        el("legend", {}, legend),
        el("div", { className: "fields" }, ...inputs.map((input) => row(input, binding))),
      ),
    ),
    consentBox(consent),
    el("button", { className: "main" }, submit),
  )
  binding.bind(form)

  /** Says above the form what is wrong, with a way to each field, and again at the field. @param {import("/lease-to-own/screens.js").FormProblems} problems */
  function showProblems({ message, fields }) {
    for (const input of form.querySelectorAll(/** @type {"input"} */ ("input, select"))) {
      const problem = fields.find((each) => each.field === input.name)?.message ?? ""
      input.ariaInvalid = String(problem !== "")
      form.querySelector(`[id="${input.id}-error"]`)?.replaceChildren(problem)
    }
    const links = fields.map((problem) => el("li", {}, problem.label ? linkTo(problem) : problem.message))
    summary.replaceChildren(el("p", {}, message), el("ul", {}, ...links))
    summary.hidden = message === ""
  }

  /** @param {import("/lease-to-own/screens.js").FieldProblem} problem */
  function linkTo({ field: name, label, message }) {
    const go = () => form.querySelector(/** @type {"input"} */ (`[name="${name}"]`))?.focus()
    return button(`${label}: ${message}`, go, "link")
  }

  return { element: el("div", { className: "screen" }, summary, form), summary, showProblems }
}

/** @param {FormInput} asked @param {FormBinding} binding */
function row({ name, label, kind, type, inputMode, autocomplete, required, options }, binding) {
  if (type === "select") {
    const choices = options.map(({ value, label }) => new Option(label, value))
    return field(label, el("select", { name, required, autocomplete }, ...choices))
  }
  const input = el("input", { name, required, autocomplete, type, inputMode })
  if (kind === "money") return field(label, input, understood(input, binding))
  return field(label, input, kind === "secret" ? reveal(input, label) : undefined)
}

/** The amount as it was understood, once the field is left. @param {HTMLInputElement} input @param {FormBinding} binding */
function understood(input, binding) {
  const shown = el("output", { className: "hint" })
  input.oninput = () => {
    shown.textContent = ""
  }
  input.onblur = () => {
    shown.textContent = binding.understood(input.value)
  }
  return shown
}

/** @param {HTMLInputElement} input @param {string} label */
function reveal(input, label) {
  const toggle = button("", () => show(input.type === "password"), "link")
  const show = (/** @type {boolean} */ isShown) => {
    const word = dictionary.say("buttons", isShown ? "hide" : "show")
    input.type = isShown ? "text" : "password"
    toggle.textContent = word
    toggle.ariaLabel = `${word}: ${label}`
  }
  show(false)
  return toggle
}
