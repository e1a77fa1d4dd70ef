import { button, el, field, money, once } from "./dom.js"
import { say } from "./language.js"

/** Name, also of its label, and what the browser may fill in. */
const ADDRESS = /** @type {const} */ ([
  ["first_name", "given-name"],
  ["last_name", "family-name"],
  ["address_1", "address-line1"],
  ["city", "address-level2"],
  ["province", "address-level1"],
  ["postal_code", "postal-code"],
])

/**
 * Where the order goes and how: a form, or what it says once it was sent.
 *
 * @param {{ cart: import("./store.js").Cart, store: import("./store.js").Store,
 *   onSaved: (cart: import("./store.js").Cart) => Promise<void> }} options
 */
export async function deliverySection({ cart: first, store, onSaved }) {
  const options = await store.shippingOptions(first)
  const heading = el("h2", { tabIndex: -1 }, say("delivery"))
  const section = el("section", {})
  if (first.shipping_methods.length > 0) showSaved(first)
  else showForm(first)
  return section

  /** @param {import("./store.js").Cart} cart */
  function showSaved(cart) {
    const { first_name, last_name, address_1, city, province, postal_code } = cart.shipping_address ?? {}
    const change = () => {
      showForm(cart)
      heading.focus()
    }
    section.replaceChildren(
      heading,
      el("p", {}, `${first_name} ${last_name}, ${address_1}, ${city}, ${province} ${postal_code}`),
      el(
        "p",
        { className: "hint" },
        say("chosen_delivery", { option: cart.shipping_methods[0]?.name ?? "", email: cart.email ?? "" }),
      ),
      button(say("change"), change, "plain"),
    )
  }

  /** @param {import("./store.js").Cart} cart */
  function showForm(cart) {
    const save = el("button", { className: "main" }, say("save"))
    const form = deliveryForm(options, cart, save)
    const submit = async () => {
      await store.deliver(cart, deliveryIn(form))
      const saved = (await store.cart()) ?? cart
      showSaved(saved)
      await onSaved(saved)
      heading.focus()
    }
    form.onsubmit = (event) => {
      event.preventDefault()
      once(save, submit)
    }
    section.replaceChildren(heading, form)
  }
}

/** @param {import("./store.js").ShippingOption[]} options @param {import("./store.js").Cart} cart @param {HTMLButtonElement} save */
function deliveryForm(options, cart, save) {
  const known = cart.shipping_address ?? {}
  const common = { autocomplete: "email", required: true }
  const email = el("input", { ...common, name: "email", type: "email", value: cart.email ?? "" })
  const inputs = ADDRESS.map(([name, autocomplete]) =>
    field(say(name), el("input", { name, autocomplete, required: true, value: known[name] ?? "" })),
  )
  return el(
    "form",
    {},
    el("div", { className: "fields" }, field(say("email"), email), ...inputs),
    shippingChoice(options, cart),
    save,
  )
}

/** @param {HTMLFormElement} form */
function deliveryIn(form) {
  const { email, optionId, ...address } = Object.fromEntries(new FormData(form))
  return { email: String(email), optionId: String(optionId), address: { ...address, country_code: "us" } }
}

/** @param {import("./store.js").ShippingOption[]} options @param {import("./store.js").Cart} cart */
function shippingChoice(options, { shipping_methods, currency_code }) {
  const chosen = shipping_methods[0]?.shipping_option_id ?? options[0]?.id
  return el(
    "fieldset",
    { className: "methods" },
    el("legend", {}, say("how_it_comes")),
    ...options.map(({ id, name, amount }) => {
      const radio = el("input", { type: "radio", name: "optionId", value: id, checked: id === chosen, required: true })
      return el("div", { className: "choice" }, el("label", {}, radio, name, el("b", {}, money(amount, currency_code))))
    }),
  )
}
