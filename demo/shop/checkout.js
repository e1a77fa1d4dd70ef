import { nextStep } from "/lease-to-own/index.js"
import { totals } from "./cart.js"
import { deliverySection } from "./delivery.js"
import { button, el, money } from "./dom.js"
import { hostedSection } from "./hosted.js"
import { dictionary, say } from "./language.js"
import { leaseSection } from "./lease.js"

/** Lease states in which the shopper has not chosen this method, or not any more. */
const NOT_CHOSEN = new Set([null, "denied", "expired", "cancelled", "superseded"])
/** From here on the shopper owes the lease: no other method may take the order. */
const SIGNED = new Set(["signed", "placing"])

/** The ways to pay, in the order of their rows. */
const METHODS = /** @type {const} */ (["lease", "hosted", "invoice"])

/**
 * @typedef {(typeof METHODS)[number]} Method
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 */

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
   * The methods (A1, B1), and below them what the chosen one needs. Why lease-to-own is not possible is the server's word.
   *
   * @param {import("./store.js").Cart} cart
   * @param {LeaseView} first
   */
  function showPayment(cart, first) {
    let view = first
    const placed = () => go("#/order")
    const section = leaseSection({ client, cart, readCart, restore, onPlaced: placed, onOther: chooseInvoice })
    const amount = money(cart.total, cart.currency_code)
    const hosted = hostedSection({ client, pay: placeOrder, onOther: chooseOther, onPlaced: placed, amount })
    const below = el("div", { className: "method" })
    const isOff = nextStep(view) === "unavailable"
    const rows = { lease: leaseRow(view, isOff), hosted: hostedRow(view), invoice: invoiceRow(cart) }
    const methods = el(
      "fieldset",
      { className: "methods" },
      el("legend", { className: "hidden" }, say("payment_method")),
    )
    for (const method of METHODS) {
      rows[method].radio.onchange = () => choose(method)
      if (method !== "hosted" || isHosted(view)) methods.append(rows[method].row)
    }
    payment.replaceChildren(el("h2", { id: "payment" }, say("payment")), methods, below)
    const stop = client.subscribe(heard)
    heard(view)
    const kept = methodOf(view, isOff)
    if (kept && !rows[kept].radio.disabled) show(kept)
    return () => {
      stop()
      section.end()
      hosted.end()
    }

    /** @param {LeaseView} next */
    function heard(next) {
      view = next
      const isPaidByCard = nextStep(next) === "card"
      const isSigned = (SIGNED.has(next.status ?? "") && next.way !== "widget") || next.step === "settling"
      rows.invoice.close(isPaidByCard ? say("lease_signed") : isSigned && say("invoice_signed"))
      rows.lease.close(isPaidByCard && say("lease_signed"))
      rows.hosted.close(isSigned && say("invoice_signed"))
    }

    /** @param {import("/lease-to-own/index.js").ArticleDifference[]} differences */
    async function restore(differences) {
      const fresh = await readCart()
      for (const difference of differences) await store.putBack(fresh, difference)
      await readCart()
    }

    function chooseInvoice() {
      choose("invoice")
      rows.invoice.radio.focus()
    }

    /** Back to the methods, none of them chosen. */
    function chooseOther() {
      history.replaceState({}, "")
      hosted.end()
      rows.hosted.radio.checked = false
      below.replaceChildren()
      rows.hosted.radio.focus()
    }

    async function placeOrder() {
      await store.placeOrder(cart)
      placed()
    }

    /** @param {Method} method */
    function choose(method) {
      history.replaceState({ method }, "")
      show(method)
    }

    /** @param {Method} method */
    function show(method) {
      rows[method].radio.checked = true
      section.end()
      hosted.end()
      if (method === "invoice") return below.replaceChildren(button(say("place_order"), placeOrder))
      const chosen = method === "lease" ? section : hosted
      below.replaceChildren(chosen.element)
      chosen.begin(view)
    }
  }
}

/**
 * What is chosen when the page opens: what the lease itself says, else what was chosen here before a reload, which stands in the entry of the
 * browser's history.
 *
 * @param {LeaseView} view @param {boolean} isOff @returns {Method | undefined}
 */
function methodOf(view, isOff) {
  const { method } = history.state ?? {}
  if (nextStep(view) === "card") return "hosted"
  if (method === "hosted" && isHosted(view)) return "hosted"
  if (!isOff && ((view.way !== "widget" && !NOT_CHOSEN.has(view.status)) || method === "lease")) return "lease"
  return method === "invoice" ? "invoice" : undefined
}

/** @param {LeaseView} view */
function isHosted({ can, step }) {
  return can.widget.allowed || step === "card"
}

/** @param {LeaseView} view @param {boolean} isOff */
function leaseRow({ status, reasons }, isOff) {
  const { method, method_about, method_denied } = dictionary.texts.screens
  const about = status === "denied" ? method_denied : method_about
  return methodRow("lease", method, isOff ? reasons.map(({ message }) => message).join(" ") : about, isOff)
}

/** @param {LeaseView} view */
function hostedRow({ operator }) {
  const method = dictionary.say("screens", "hosted_method", { operator: operator.name })
  const about = dictionary.say("screens", "hosted_about", { operator: operator.name })
  return methodRow("hosted", method, about, false)
}

/** @param {import("./store.js").Cart} cart */
function invoiceRow({ shipping_methods }) {
  const isReady = shipping_methods.length > 0
  return methodRow("invoice", say("invoice"), say(isReady ? "invoice_about" : "invoice_needs_delivery"), !isReady)
}

/** @param {Method} value @param {string} title @param {string} about @param {boolean} isOff */
function methodRow(value, title, about, isOff) {
  const describedBy = `about-${value}`
  const hint = el("p", { id: describedBy, className: "hint" }, about)
  const radio = el("input", { type: "radio", name: "method", value, disabled: isOff, "aria-describedby": describedBy })
  const row = el("div", { className: "choice" }, el("label", {}, radio, el("b", {}, title)), hint)
  /** Not possible any more, and why; false opens it again. @param {string | false} why */
  const close = (why) => {
    radio.disabled = isOff || why !== false
    hint.textContent = why || about
  }
  return { row, radio, close }
}

/** @param {import("./store.js").Line} line */
function shortLine({ product_title, quantity }) {
  return el("li", {}, `${quantity} × ${product_title}`)
}
