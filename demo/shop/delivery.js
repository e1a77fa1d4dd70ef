import { button, el, field, money, showError } from "./dom.js"

/** Name, label and what the browser may fill in. */
const ADDRESS = /** @type {const} */ ([
  ["first_name", "First name", "given-name"],
  ["last_name", "Last name", "family-name"],
  ["address_1", "Street address", "address-line1"],
  ["city", "City", "address-level2"],
  ["province", "State (two letters)", "address-level1"],
  ["postal_code", "Zip code", "postal-code"],
])

/**
 * Where the order goes and how: a form, or what it says once it was sent.
 *
 * @param {{ cart: import("./store.js").Cart, store: import("./store.js").Store,
 *   onSaved: (cart: import("./store.js").Cart) => Promise<void> }} options
 */
export async function deliverySection({ cart: first, store, onSaved }) {
  const options = await store.shippingOptions(first)
  const heading = el("h2", { tabIndex: -1 }, "Delivery")
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
      el("p", { className: "hint" }, `${cart.shipping_methods[0]?.name}. We write to ${cart.email}.`),
      button("Change", change, { kind: "plain" }),
    )
  }

  /** @param {import("./store.js").Cart} cart */
  function showForm(cart) {
    const known = cart.shipping_address ?? {}
    const email = el("input", {
      name: "email",
      type: "email",
      autocomplete: "email",
      required: true,
      value: cart.email ?? "",
    })
    const inputs = ADDRESS.map(([name, label, autocomplete]) =>
      field(label, el("input", { name, autocomplete, required: true, value: known[name] ?? "" })),
    )
    const save = el("button", { className: "main" }, "Save and continue")
    const form = el(
      "form",
      {},
      el("div", { className: "fields" }, field("E-mail address", email), ...inputs),
      shippingChoice(options, cart),
      save,
    )
    form.onsubmit = async (event) => {
      event.preventDefault()
      save.disabled = true
      try {
        const { email, optionId, ...address } = Object.fromEntries(new FormData(form))
        const delivery = {
          email: String(email),
          optionId: String(optionId),
          address: { ...address, country_code: "us" },
        }
        await store.deliver(cart, delivery)
        const saved = (await store.cart()) ?? cart
        showSaved(saved)
        await onSaved(saved)
        heading.focus()
      } catch (error) {
        showError(/** @type {Error} */ (error))
      } finally {
        save.disabled = false
      }
    }
    section.replaceChildren(heading, form)
  }
}

/** @param {import("./store.js").ShippingOption[]} options @param {import("./store.js").Cart} cart */
function shippingChoice(options, { shipping_methods, currency_code }) {
  const chosen = shipping_methods[0]?.shipping_option_id ?? options[0]?.id
  return el(
    "fieldset",
    { className: "methods" },
    el("legend", {}, "How it comes"),
    ...options.map(({ id, name, amount }) => {
      const radio = el("input", { type: "radio", name: "optionId", value: id, checked: id === chosen, required: true })
      return el("div", { className: "choice" }, el("label", {}, radio, name, el("b", {}, money(amount, currency_code))))
    }),
  )
}
