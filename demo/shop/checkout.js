import { totals } from "./cart.js"
import { deliverySection } from "./delivery.js"
import { el } from "./dom.js"
import { say } from "./language.js"
import { Payment } from "./payment.js"

/** @typedef {import("./store.js").Cart} Cart */

/**
 * Delivery, then payment. The lease comes last, because it needs the final total.
 *
 * @type {import("./shop.js").Page}
 */
export async function checkoutPage({ main, store, lease, go, count }) {
  const first = await store.cart()
  if (!first?.items.length) return go("#/cart")
  if (first.completed_at) return go("#/order")

  const client = lease(first.id)
  const side = el("aside", { "aria-label": say("your_order") })
  const section = el("section", { "aria-labelledby": "payment" })
  /** @type {Payment | undefined} */
  let payment
  const delivery = await deliverySection({ cart: first, store, onSaved: showPayment })
  main.append(
    el("h1", { tabIndex: -1 }, say("checkout_title")),
    el("div", { className: "columns" }, el("div", {}, delivery, section), side),
  )
  await showPayment(first)
  return () => payment?.end()

  /** @param {Cart} cart */
  async function showPayment(cart) {
    payment?.end()
    showOrder(cart)
    const view = await client.get()
    const onPlaced = () => go("#/order")
    if (view.step === "placed") return onPlaced()
    payment = new Payment({ cart, view, client, store, readCart, onPlaced })
    section.replaceChildren(el("h2", { id: "payment" }, say("payment")), ...payment.elements)
    payment.begin()
  }

  async function readCart() {
    const cart = /** @type {Cart} */ (await store.cart())
    showOrder(cart)
    return cart
  }

  /** @param {Cart} cart */
  function showOrder(cart) {
    count(cart)
    side.replaceChildren(el("ul", { className: "short" }, ...cart.items.map(shortLine)), totals(cart))
  }
}

/** @param {import("./store.js").Line} line */
function shortLine({ product_title, quantity }) {
  return el("li", {}, `${quantity} × ${product_title}`)
}
