import { button, el, field } from "../dom.js"
import { dictionary, say } from "../language.js"

/** The fields that the virtual card goes into, by the keys of `siteConfig` (spec 2.9); the store's option names them `#lease-card-…`. */
const FIELDS = /** @type {const} */ (["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"])

/**
 * Inputs of the page's own: the frames of card providers cannot be filled from outside. The widget writes into them, people do not type there, and
 * nothing but the card provider reads them. They stay hidden until the shopper asks; the last four digits of the card are shown.
 */
export function cardForm() {
  const inputs = FIELDS.map((name) =>
    el("input", { id: `lease-card-${name.toLowerCase()}`, name, readOnly: true, autocomplete: "off" }),
  )
  const { show, hide } = dictionary.texts.buttons
  const summary = el("p", {})
  const fields = el(
    "div",
    { id: "lease-card-fields", className: "fields" },
    ...inputs.map((input, at) => field(say(`card_${FIELDS[at] ?? "name"}`), input)),
  )
  const toggle = button(show, () => reveal(Boolean(fields.hidden)), "plain")
  toggle.setAttribute("aria-controls", fields.id)
  const element = el(
    "fieldset",
    { className: "card" },
    el("legend", {}, say("card")),
    el("div", { className: "buttons" }, summary, toggle),
    fields,
    el("p", { className: "hint" }, say("card_demo")),
  )
  reveal(false)

  /** @param {boolean} isShown */
  function reveal(isShown) {
    fields.hidden = !isShown
    toggle.textContent = isShown ? hide : show
    toggle.setAttribute("aria-expanded", String(isShown))
  }

  return {
    element,
    /** Shows which card is there, masked. */
    mask() {
      const last4 = inputs.find(({ name }) => name === "cardNumber")?.value.slice(-4) ?? ""
      summary.textContent = dictionary.say("screens", "card_filled", { last4 })
      reveal(false)
    },
    isFilled: () => inputs.some(({ name, value }) => name === "cardNumber" && value !== ""),
    /** @returns {import("./card-provider.js").Card} */
    read: () => Object.assign(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))),
    clear() {
      for (const input of inputs) input.value = ""
    },
  }
}
