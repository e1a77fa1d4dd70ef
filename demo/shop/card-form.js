import { el, field } from "./dom.js"
import { dictionary, say } from "./language.js"

/** The fields that the lease card goes into, by the keys of `siteConfig` (spec 2.9); the store's option names them `#lease-card-…`. */
const FIELDS = /** @type {const} */ (["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"])

/**
 * Inputs of the page's own: the frames of card providers cannot be filled from outside. The widget writes into them, nobody types, and
 * nothing but the card provider reads them.
 */
export function cardForm() {
  const inputs = FIELDS.map((name) =>
    el("input", { id: `lease-card-${name.toLowerCase()}`, name, readOnly: true, autocomplete: "off" }),
  )
  const element = el(
    "fieldset",
    { hidden: true, className: "card" },
    el("legend", {}, say("card")),
    el("p", { className: "hint" }, dictionary.texts.screens.card_filled),
    el("div", { className: "fields" }, ...inputs.map((input, at) => field(say(`card_${FIELDS[at] ?? "name"}`), input))),
    el("p", { className: "hint" }, say("card_demo")),
  )
  return {
    element,
    isFilled: () => inputs.some(({ name, value }) => name === "cardNumber" && value !== ""),
    /** @returns {import("./card-provider.js").Card} */
    read: () => Object.assign(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))),
    clear() {
      for (const input of inputs) input.value = ""
    },
  }
}
