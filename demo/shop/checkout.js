import { nextStep } from "/lease-to-own/index.js"
import { totals } from "./cart.js"
import { deliverySection } from "./delivery.js"
import { button, el } from "./dom.js"
import { dictionary, say } from "./language.js"
import { leaseSection } from "./lease.js"

/** Lease states in which the shopper has not chosen this method, or not any more. */
const NOT_CHOSEN = new Set([null, "denied", "expired", "cancelled", "superseded"])
/** From here on the shopper owes the lease: no other method may take the order. */
const SIGNED = new Set(["signed", "placing"])

/**
 * Delivery, then payment. The lease comes last, because it needs the final total.
 *
 * @type {import("./shop.js").Page}
 */
export async function checkoutPage({ main, store, lease, go, count }) {
  const cart = await store.cart()
  if (!cart?.items.length) return go("#/cart")
  if (cart.completed_at) return go("#/order")

  const client = lease(cart.id)
  const side = el("aside", { "aria-label": say("your_order") })
  const payment = el("section", { "aria-labelledby": "payment" })
  const delivery = await deliverySection({ cart, store, onSaved: delivered })
  main.append(
    el("h1", { tabIndex: -1 }, say("checkout_title")),
    el("div", { className: "columns" }, el("div", {}, delivery, payment), side),
  )
  let end = () => {}
  await delivered(cart)
  return () => end()

  /** @param {import("./store.js").Cart} cart */
  function showOrder(cart) {
    count(cart)
    side.replaceChildren(el("ul", { className: "short" }, ...cart.items.map(shortLine)), totals(cart))
  }

  async function readCart() {
    const fresh = /** @type {import("./store.js").Cart} */ (await store.cart())
    showOrder(fresh)
    return fresh
  }

  /** @param {import("./store.js").Cart} cart */
  async function delivered(cart) {
    end()
    showOrder(cart)
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
    const section = leaseSection({ client, cart, readCart, onPlaced: () => go("#/order"), onOther: chooseInvoice })
    const below = el("div", { className: "method" })
    const isOff = nextStep(view) === "unavailable"
    const [byLease, byInvoice] = [leaseRow(view, isOff), invoiceRow(cart)]
    const methods = el(
      "fieldset",
      { className: "methods" },
      el("legend", { className: "hidden" }, say("payment_method")),
    )
    methods.append(byLease.row, byInvoice.row)
    payment.replaceChildren(el("h2", { id: "payment" }, say("payment")), methods, below)
    byLease.radio.onchange = () => choose("lease")
    byInvoice.radio.onchange = () => choose("invoice")
    const stop = client.subscribe(({ status }) => byInvoice.close(SIGNED.has(status ?? "")))
    byInvoice.close(SIGNED.has(view.status ?? ""))
    // What was chosen here before a reload stands in the entry of the browser's history.
    const { method } = history.state ?? {}
    if (!isOff && (!NOT_CHOSEN.has(view.status) || method === "lease")) show("lease", view)
    else if (method === "invoice" && !byInvoice.radio.disabled) show("invoice", view)
    return () => {
      stop()
      section.end()
    }

    function chooseInvoice() {
      choose("invoice")
      byInvoice.radio.focus()
    }

    /** @param {"lease" | "invoice"} method */
    function choose(method) {
      history.replaceState({ method }, "")
      show(method, view)
    }

    /** @param {"lease" | "invoice"} method @param {import("/lease-to-own/index.js").LeaseView} known */
    function show(method, known) {
      const radio = method === "lease" ? byLease.radio : byInvoice.radio
      radio.checked = true
      if (method === "lease") {
        below.replaceChildren(section.element)
        section.begin(known)
        return
      }
      section.end()
      const place = async () => {
        await store.placeOnInvoice(cart)
        go("#/order")
      }
      below.replaceChildren(button(say("place_order"), place))
    }
  }
}

/** @param {import("/lease-to-own/index.js").LeaseView} view @param {boolean} isOff */
function leaseRow({ status, reasons }, isOff) {
  const { method, method_about, method_denied } = dictionary.texts.screens
  const about = status === "denied" ? method_denied : method_about
  return methodRow("lease", method, isOff ? reasons.map(({ message }) => message).join(" ") : about, isOff)
}

/** @param {import("./store.js").Cart} cart */
function invoiceRow({ shipping_methods }) {
  const isReady = shipping_methods.length > 0
  const about = say(isReady ? "invoice_about" : "invoice_needs_delivery")
  const { row, radio } = methodRow("invoice", say("invoice"), about, !isReady)
  /** @param {boolean} isSigned */
  const close = (isSigned) => {
    radio.disabled = isSigned || !isReady
    row.querySelector(".hint")?.replaceChildren(isSigned ? say("invoice_signed") : about)
  }
  return { row, radio, close }
}

/** @param {string} value @param {string} title @param {string} about @param {boolean} disabled */
function methodRow(value, title, about, disabled) {
  const describedBy = `about-${value}`
  const radio = el("input", { type: "radio", name: "method", value, disabled, "aria-describedby": describedBy })
  const label = el("label", {}, radio, el("b", {}, title))
  const row = el("div", { className: "choice" }, label, el("p", { id: describedBy, className: "hint" }, about))
  return { row, radio }
}

/** @param {import("./store.js").Line} line */
function shortLine({ product_title, quantity }) {
  return el("li", {}, `${quantity} × ${product_title}`)
}
