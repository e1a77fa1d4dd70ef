import { button, el, money } from "./dom.js"
import { say } from "./language.js"
import { hostedLease, leaseCheckout } from "./lease/lease-payment.js"
import { chosenMethod, paymentMethods } from "./payment-methods.js"

/**
 * @typedef {import("./payment-methods.js").Method} Method
 * @typedef {{ cart: import("./store.js").Cart, view: import("/lease-to-own/index.js").LeaseView,
 *   client: import("/lease-to-own/index.js").LeaseClient, store: import("./store.js").Store,
 *   readCart: () => Promise<import("./store.js").Cart>, onPlaced: () => void }} PaymentOptions `readCart` also shows it
 */

/** The payment methods, and below them what the chosen one needs. */
export class Payment {
  #options
  #methods
  #below = el("div", { className: "method" })
  #lease
  #hosted
  #stop = () => {}

  /** @param {PaymentOptions} options */
  constructor(options) {
    const { cart, view, client, store, readCart, onPlaced } = options
    const amount = money(cart.total, cart.currency_code)
    this.#options = options
    this.#methods = paymentMethods(cart, view, (method) => this.#choose(method))
    const restore = this.#restore
    // The provider of this shop charges nothing for its token.
    const pay = async () => {
      await store.placeOrder(cart)
      return null
    }
    const common = { client, view }
    const invoice = { onPlaced, onOther: () => this.#chooseInvoice() }
    this.#lease = leaseCheckout({ ...common, cart, readCart, restore }, invoice)
    this.#hosted = hostedLease({ ...common, amount, pay }, { onPlaced, onOther: () => this.#chooseNone() })
    this.elements = [this.#methods.element, this.#below]
  }

  begin() {
    const { view, client } = this.#options
    this.#stop = client.subscribe((next) => this.#hear(next))
    this.#hear(view)
    const chosen = chosenMethod(view)
    if (chosen && !this.#methods.radioOf(chosen).disabled) this.#show(chosen)
  }

  end() {
    this.#stop()
    this.#below.replaceChildren()
  }

  /** @param {import("/lease-to-own/index.js").LeaseView} view */
  #hear(view) {
    this.#hosted.view = view
    this.#methods.close(view)
  }

  #restore = async (/** @type {import("/lease-to-own/index.js").ArticleDifference[]} */ differences) => {
    const { store, readCart } = this.#options
    const fresh = await readCart()
    for (const difference of differences) await store.putBack(fresh, difference)
    await readCart()
  }

  #chooseInvoice() {
    this.#choose("invoice")
    this.#methods.radioOf("invoice").focus()
  }

  /** Back to the methods, none of them chosen. */
  #chooseNone() {
    const radio = this.#methods.radioOf("hosted")
    history.replaceState({}, "")
    this.#below.replaceChildren()
    radio.checked = false
    radio.focus()
  }

  #placeOrder = async () => {
    const { store, cart, onPlaced } = this.#options
    await store.placeOrder(cart)
    onPlaced()
  }

  /** @param {Method} method */
  #choose(method) {
    history.replaceState({ method }, "")
    this.#show(method)
  }

  /** @param {Method} method */
  #show(method) {
    this.#methods.radioOf(method).checked = true
    const chosen = { lease: this.#lease, hosted: this.#hosted, invoice: button(say("place_order"), this.#placeOrder) }
    this.#below.replaceChildren(chosen[method])
  }
}
