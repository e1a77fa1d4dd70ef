import { nextStep } from "/lease-to-own/index.js"
import { totals } from "./cart.js"
import { deliverySection } from "./delivery.js"
import { button, el } from "./dom.js"
import { leaseSection } from "./lease.js"

/** Lease states in which the shopper has not chosen this method, or not any more. */
const NOT_CHOSEN = new Set([null, "denied", "expired", "cancelled", "superseded"])

/**
 * Delivery, then payment. The lease comes last, because it needs the final total.
 *
 * @type {import("./shop.js").Page}
 */
export async function checkoutPage({ main, store, lease, go, count }) {
  const cart = await store.cart()
  if (!cart?.items.length) return go("#/cart")
  if (cart.completed_at) return go("#/order")
  count(cart)

  const client = lease(cart.id)
  const side = el("aside", { "aria-label": "Your order" })
  const payment = el("section", { "aria-labelledby": "payment" })
  const delivery = await deliverySection({ cart, store, onSaved: delivered })
  main.append(
    el("h1", { tabIndex: -1 }, "Checkout"),
    el("div", { className: "columns" }, el("div", {}, delivery, payment), side),
  )
  let end = () => {}
  await delivered(cart)
  return () => end()

  /** @param {import("./store.js").Cart} cart */
  async function delivered(cart) {
    end()
    side.replaceChildren(el("ul", { className: "short" }, ...cart.items.map(shortLine)), totals(cart))
    const view = await client.get()
    if (nextStep(view) === "placed") return go("#/order")
    end = showPayment(cart, view)
  }

  /**
   * The methods (A1), and below them what the chosen one needs. Why lease-to-own is not possible is the server's word.
   *
   * @param {import("./store.js").Cart} cart
   * @param {import("/lease-to-own/index.js").LeaseView} view
   */
  function showPayment(cart, view) {
    const below = el("div", { className: "method" })
    const chosen = el("fieldset", { className: "methods" }, el("legend", { className: "hidden" }, "Payment method"))
    const section = leaseSection({ client, cart, onPlaced: () => go("#/order"), onOther: () => choose("invoice") })
    const reasons = view.reasons.map(({ message }) => message).join(" ")
    const isOff = nextStep(view) === "unavailable"
    const isReady = cart.shipping_methods.length > 0
    const about = view.status === "denied" ? "Not approved for this cart." : "Apply, see what it costs, sign, done."
    chosen.append(
      methodRow("lease", "Lease-to-own", isOff ? reasons : about, isOff, choose),
      methodRow("invoice", "Invoice", isReady ? "Pay within 30 days." : "Choose a delivery first.", !isReady, choose),
    )
    payment.replaceChildren(el("h2", { id: "payment" }, "Payment"), chosen, below)
    if (!isOff && !NOT_CHOSEN.has(view.status)) choose("lease", view)
    return section.end

    /** @param {string} method @param {import("/lease-to-own/index.js").LeaseView} [known] */
    function choose(method, known) {
      const radio = chosen.querySelector(`[value=${method}]`)
      if (radio instanceof HTMLInputElement) radio.checked = true
      if (method === "lease") {
        below.replaceChildren(section.element)
        section.begin(known ?? view)
        return
      }
      section.end()
      const place = async () => {
        await store.placeOnInvoice(cart)
        go("#/order")
      }
      below.replaceChildren(button("Place order", place))
    }
  }
}

/**
 * @param {string} value
 * @param {string} title
 * @param {string} about
 * @param {boolean} disabled
 * @param {(method: string) => void} choose
 */
function methodRow(value, title, about, disabled, choose) {
  const describedBy = `about-${value}`
  const radio = el("input", { type: "radio", name: "method", value, disabled, "aria-describedby": describedBy })
  radio.onchange = () => choose(value)
  return el(
    "div",
    { className: "choice" },
    el("label", {}, radio, el("b", {}, title)),
    el("p", { id: describedBy, className: "hint" }, about),
  )
}

/** @param {import("./store.js").Line} line */
function shortLine({ product_title, quantity }) {
  return el("li", {}, `${quantity} × ${product_title}`)
}
