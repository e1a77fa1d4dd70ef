import { button, el, money } from "./dom.js"
import { say } from "./language.js"
import { HostedLease } from "./lease/hosted-lease.js"
import { leaseCheckout } from "./lease/lease-checkout.js"
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
  #view
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
    this.#view = view
    this.#methods = paymentMethods(cart, view, (method) => this.#choose(method))
    const restore = this.#restore
    const onOther = () => this.#chooseInvoice()
    this.#lease = leaseCheckout({ client, view, cart, readCart, restore }, { onPlaced, onOther })
    this.#hosted = new HostedLease({
      client,
      amount,
      onPlaced,
      // The provider of this shop charges nothing for its token.
      pay: async () => {
        await store.placeOrder(cart)
        return null
      },
      onOther: () => this.#chooseNone(),
    })
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
    this.#leave()
  }

  #leave() {
    this.#hosted.end()
    this.#below.replaceChildren()
  }

  /** @param {import("/lease-to-own/index.js").LeaseView} view */
  #hear(view) {
    this.#view = view
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
    this.#leave()
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
    this.#leave()
    if (method === "invoice") return this.#below.append(button(say("place_order"), this.#placeOrder))
    if (method === "lease") return this.#below.append(this.#lease)
    this.#below.append(this.#hosted.element)
    this.#hosted.begin(this.#view)
  }
}
