import { prefill, readMoney } from "/lease-to-own/index.js"
import { el, field, money } from "../dom.js"
import { dictionary, locale } from "../language.js"

/** @typedef {import("/lease-to-own/index.js").FormField} FormField */
/** @typedef {import("../store.js").Cart} Cart */

/** The fields that the server asks for, group by group, filled in from the cart. @param {FormField[]} fields @param {Cart} cart */
export function fieldGroups(fields, cart) {
  const known = prefill(fields, cart)
  return [...new Set(fields.map(({ group }) => group))].map((group) =>
    el(
      "fieldset",
      {},
      el("legend", {}, group),
      el(
        "div",
        { className: "fields" },
        ...fields
          .filter((each) => each.group === group)
          .map((each) => row(each, known[each.path] ?? "", cart.currency_code)),
      ),
    ),
  )
}

/** @param {FormField} asked @param {string} value @param {string} currency */
function row(asked, value, currency) {
  const { path, label, kind, required, options, autocomplete = "off" } = asked
  const common = { name: path, required, autocomplete }
  if (kind === "select") {
    const choices = (options ?? []).map(({ value, label }) => new Option(label, value))
    const none = new Option(dictionary.say("screens", "please_choose"), "")
    return field(label, el("select", common, none, ...choices))
  }
  const type = { secret: "password", money: "text" }[String(kind)] ?? kind
  const inputMode = { secret: "numeric", money: "decimal" }[String(kind)] ?? ""
  const input = el("input", { ...common, type, inputMode, value })
  if (kind === "money") return field(label, input, understood(input, currency))
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
