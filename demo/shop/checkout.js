import { createLeaseClient } from "/lease-to-own/index.js"
import { fill, focusOn, html, money, once, onPress, showError } from "./html.js"
import { ask, flow, language, readCart, STORE, transport } from "./store.js"

/**
 * @typedef {import("./store.js").Cart} Cart
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {import("/lease-to-own/index.js").LeaseClient} LeaseClient
 */

/** The label and the autocomplete value of each address field. */
const ADDRESS = {
  email: ["Email address", "email"],
  first_name: ["First name", "given-name"],
  last_name: ["Last name", "family-name"],
  address_1: ["Street address", "address-line1"],
  city: ["City", "address-level2"],
  province: ["State (two letters)", "address-level1"],
  postal_code: ["ZIP code", "postal-code"],
}
/** @type {import("/lease-to-own/index.js").Dictionary} */
const dictionary = (await import(`/lease-to-own/${language}.js`))[language]
/** Set if this shop uses the operator's hosted widget. */
const hosted = flow === "hosted" ? await import("./hosted.js") : null
const onPlaced = () => location.assign("#/order")
/** The steps after the signature. @type {import("/lease-to-own/index.js").LeaseStep[]} */
const SIGNED = ["first_payment_pending", "confirming", "ready", "order_failed", "contract_mismatch"]

/** The checkout page: delivery, then payment. The lease comes last, because it needs the final total. @param {HTMLElement} main */
export async function checkoutPage(main) {
  const cart = await readCart()
  if (!cart?.items.length) return location.assign("#/cart")
  const client = createLeaseClient({ cartId: cart.id, transport, dictionary })
  const view = await client.get()
  if (cart.completed_at || view.step === "placed") return onPlaced()
  const { shipping_options } = await ask("GET", `shipping-options?cart_id=${cart.id}`)
  const form = deliveryForm(cart, shipping_options)
  fill(
    main,
    html`<h1 tabindex="-1">Checkout</h1>
    <div class="columns">
      <div>
        <section id="delivery">${cart.shipping_methods.length ? savedDelivery(cart) : form}</section>
        <section>
          <h2>Payment</h2>
          <div role="radiogroup" aria-label="Payment method">
            ${choice("method", "lease", html`<b lang="${language}">${dictionary.texts.screens.method}</b>`, aboutLease(cart, view))}
            ${choice("method", "invoice", html`<b>Invoice</b>`, "")}
          </div>
          <div id="below"></div>
        </section>
      </div>
      <aside aria-label="Your order">${summary(cart)}</aside>
    </div>`,
  )
  let end = payment(main, cart, view, client)
  onPress(main, {
    change() {
      fill(main.querySelector("#delivery"), form)
      focusOn("#delivery h2")
    },
    place: () => placeOrder(cart).then(onPlaced),
  })
  main.onsubmit = (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target)
    if (form.id !== "address") return
    event.preventDefault()
    once(form, async () => {
      await deliver(cart, Object.fromEntries(new FormData(form)))
      end()
      end = (await checkoutPage(main)) ?? end
      focusOn("#delivery h2")
    })
  }
  return () => end()
}

/** @param {Cart} cart */
function savedDelivery({ email, shipping_address: to = {}, shipping_methods: [chosen] }) {
  return html`<h2 tabindex="-1">Delivery</h2>
    <p>${to.first_name} ${to.last_name}, ${to.address_1}, ${to.city}, ${to.province} ${to.postal_code}</p>
    <p class="hint">${chosen?.name}. Contact: ${email}.</p>
    <button name="change">Change</button>`
}

/** @param {Cart} cart @param {{ id: string, name: string, amount: number }[]} options */
function deliveryForm({ email, shipping_address, shipping_methods: [chosen] }, options) {
  options.sort((a, b) => a.amount - b.amount)
  const known = /** @type {Record<string, string | undefined>} */ ({ ...shipping_address, email })
  const fields = Object.entries(ADDRESS).map(
    ([name, [label, fills]]) =>
      html`<label>${label}<input name="${name}" autocomplete="${fills}" value="${known[name]}" required></label>`,
  )
  const first = chosen?.shipping_option_id ?? options[0]?.id
  const choices = options.map(({ id, name, amount }) =>
    choice("optionId", id, html`${name}<b>${money(amount)}</b>`, "", id === first),
  )
  return html`<h2 tabindex="-1">Delivery</h2>
    <form id="address">
      <div class="fields">${fields}</div>
      <div role="radiogroup" aria-label="Shipping method">${choices}</div>
      <button class="main">Save and continue</button>
    </form>`
}

/** @param {string} name @param {string} value @param {unknown} label @param {unknown} about @param {boolean} [isChosen] */
function choice(name, value, label, about, isChosen = false) {
  const radio = html`<input type="radio" name="${name}" value="${value}" aria-describedby="about-${value}" required ${isChosen ? "checked" : ""}>`
  return html`<div class="choice"><label>${radio}${label}</label><div id="about-${value}" class="hint">${about}</div></div>`
}

/**
 * Says what a lease costs, until the shopper has applied and gets an offer. If this cart can't be leased, says why. The shopper can choose
 * lease-to-own even then, because its screen may remove the items that can't be leased.
 *
 * @param {Cart} cart @param {LeaseView} view
 */
function aboutLease({ id }, { estimate, operator, step, reasons }) {
  if (estimate) return html`<lease-message ${STORE} cart-id="${id}"></lease-message>`
  const about = dictionary.say("screens", hosted ? "hosted_about" : "method_about", { operator: operator.name })
  const why = reasons.map(({ message }) => message).join(" ") || dictionary.texts.steps.unavailable
  return html`<span lang="${language}">${step === "unavailable" ? why : about}</span>`
}

/** @param {Cart} cart */
function summary(cart) {
  return html`<ul>${cart.items.map((line) => html`<li>${line.quantity} × ${line.product_title}</li>`)}</ul>${totals(cart)}`
}

/** Reads the cart again and shows its total. @param {HTMLElement} main */
async function updateSummary(main) {
  const cart = /** @type {Cart} */ (await readCart())
  fill(main.querySelector("aside"), summary(cart))
  return cart
}

/** Returns a cart's costs. @param {Cart} cart */
export function totals({ item_subtotal, shipping_methods, shipping_subtotal, tax_total, total }) {
  const shipping = shipping_methods.length ? [["Delivery", shipping_subtotal]] : []
  const rows = [["Items", item_subtotal], ...shipping, ["Sales tax", tax_total], ["Total", total]]
  return html`<dl>${rows.map(([name, amount]) => html`<div><dt>${name}</dt><dd>${money(Number(amount))}</dd></div>`)}</dl>`
}

/** @param {Cart} cart @param {{ [name: string]: unknown }} form */
async function deliver({ id }, { email, optionId, ...fields }) {
  const address = { ...fields, country_code: "us" }
  await ask("POST", `carts/${id}`, { email, shipping_address: address, billing_address: address })
  await ask("POST", `carts/${id}/shipping-methods`, { option_id: optionId })
}

/**
 * Places the order with Medusa's own provider, which stands for an invoice or, with the hosted widget, a card provider. Returns the order's ID.
 *
 * @param {Cart} cart @returns {Promise<string | null>}
 */
async function placeOrder({ id }) {
  const { payment_collection } = await ask("POST", "payment-collections", { cart_id: id })
  const sessions = `payment-collections/${payment_collection.id}/payment-sessions`
  await ask("POST", sessions, { provider_id: "pp_system_default" })
  return (await ask("POST", `carts/${id}/complete`)).order?.id ?? null
}

/**
 * Shows what the chosen payment method needs, below the methods. Returns a function that removes it again.
 *
 * @param {HTMLElement} main @param {Cart} cart @param {LeaseView} view @param {LeaseClient} client
 */
function payment(main, cart, view, client) {
  const [lease, invoice] = /** @type {NodeListOf<HTMLInputElement>} */ (main.querySelectorAll("[name=method]"))
  const below = /** @type {HTMLElement} */ (main.querySelector("#below"))
  const readAgain = () => updateSummary(main)
  const words = { dictionary, locale: navigator.language, lang: language }
  const element = Object.assign(leaseElement(cart), { client, view, cart, readCart: readAgain, ...words })
  element.addEventListener("lease-placed", onPlaced)
  element.addEventListener("lease-total-change", readAgain)
  element.addEventListener("lease-cart", () => location.assign("#/cart"))
  element.addEventListener("lease-other", () => choose(invoice).focus())
  for (const radio of [lease, invoice]) radio.onchange = () => choose(radio)
  const stop = client.subscribe((next) => {
    offerInvoice(main, cart, next)
    if (!next.estimate || !main.querySelector("#about-lease lease-message")) {
      fill(main.querySelector("#about-lease"), aboutLease(cart, next))
    }
  })
  offerInvoice(main, cart, view)
  // After a reload, the history entry still contains the chosen method.
  if (view.status && view.step !== "denied") show(lease)
  else if (history.state?.method) show(history.state.method === "lease" ? lease : invoice)
  return () => {
    stop()
    below.replaceChildren()
  }

  /** @param {HTMLInputElement} radio */
  function choose(radio) {
    history.replaceState({ method: radio.value }, "")
    return show(radio)
  }

  /** @param {HTMLInputElement} radio */
  function show(radio) {
    radio.checked = true
    below.replaceChildren(...(radio === lease ? [element] : []))
    if (radio === invoice) payByInvoice().catch(showError)
    return radio
  }

  /** Restores the sales tax that lease-to-own removed from the cart, because the shopper should see the total before ordering. */
  async function payByInvoice() {
    if (view.sales_tax?.mode === "by_operator") {
      await client.choose(false)
      await readAgain()
    }
    if (invoice.checked) fill(below, html`<button class="main" name="place">Place order</button>`)
  }
}

/** @param {Cart} cart @returns {HTMLElement} */
function leaseElement(cart) {
  if (!hosted) return document.createElement("lease-checkout")
  return hosted.hostedLease({ amount: money(cart.total), placeOrder: () => placeOrder(cart) })
}

/**
 * Disables the invoice after the signature, because the lease is binding from then on.
 *
 * @param {HTMLElement} main @param {Cart} cart @param {LeaseView} view
 */
function offerInvoice(main, cart, { step }) {
  const isSigned = SIGNED.includes(step)
  const why = isSigned ? "No longer available: you signed a lease." : "Choose a shipping method first."
  const invoice = /** @type {HTMLInputElement} */ (main.querySelector("[value=invoice]"))
  invoice.disabled = isSigned || !cart.shipping_methods.length
  fill(main.querySelector("#about-invoice"), html`${invoice.disabled ? why : "Pay within 30 days."}`)
}
