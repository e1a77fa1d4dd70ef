import "/lease-to-own/hosted-element.js"
import { html } from "./html.js"

/** The fields in the option `widget.siteConfig` (`lease-settings.mjs`). The operator's widget fills them in. */
const FIELDS = { cardnumber: "Card number", cvv: "Security code", expiration: "Expires" }

/**
 * Creates `<lease-hosted>` with this shop's card form. A real shop's card provider turns the card into a token and charges it. This shop discards the
 * card and places the order.
 *
 * @param {{ amount: string, placeOrder: () => Promise<string | null> }} options
 */
export function hostedLease({ amount, placeOrder }) {
  const element = document.createElement("lease-hosted")
  const inputs = Object.entries(FIELDS).map(
    ([name, label]) => html`<label>${label}<input id="lease-card-${name}" readonly autocomplete="off"></label>`,
  )
  element.innerHTML = String(html`<form><p id="masked"></p><div class="fields">${inputs}</div></form>`)
  const form = /** @type {HTMLFormElement} */ (element.querySelector("form"))
  const number = /** @type {HTMLInputElement} */ (form.querySelector("#lease-card-cardnumber"))
  const card = {
    isFilled: () => number.value !== "",
    mask: () => form.querySelector("#masked")?.replaceChildren(`Virtual card ending in ${number.value.slice(-4)}`),
    clear: () => form.reset(),
    tokenize: async () => crypto.randomUUID(),
  }
  return Object.assign(element, { amount, card, pay: placeOrder })
}
