import type { LeaseClient } from "../client/client.js"
import type { LeaseFlow } from "../flow/flow-state.js"
import { createLeaseFlow } from "../flow/lease-flow.js"
import type { CheckoutState } from "../screens/checkout-state.js"
import type { ContractSession } from "../screens/contract-session.js"
import { createLeaseCheckout, type LeaseCheckout } from "../screens/lease-checkout.js"
import type { ScreenCart, ScreenWords } from "../screens/screen.js"
import type { ArticleDifference } from "../wire.js"
import { type BeginLease, CART_OPTIONS, CartElement } from "./cart-element.js"
import { CheckoutBlocks } from "./checkout-blocks.js"
import { type ContractPart, openContract } from "./contract-part.js"
import { define } from "./lease-element.js"
import { ScreenPart } from "./screen-part.js"

/** `<lease-checkout>`: lease-to-own from application to order. It reads `view` and `cart` whenever a lease begins. */
export class LeaseCheckoutElement extends CartElement {
  /** The cart that fills in the form and is compared with the contract. */
  declare cart: ScreenCart | undefined
  declare readCart: (() => Promise<ScreenCart>) | undefined
  /** Puts the signed items back into the cart. */
  declare restore: ((differences: ArticleDifference[]) => Promise<unknown>) | undefined

  #session: ContractSession | null = null
  #contract: ContractPart | null = null

  protected moved(): void {
    this.#contract?.moved()
  }

  protected open(client: LeaseClient, words: ScreenWords): BeginLease {
    const { view, cart } = this
    const { dictionary } = words
    const flow: LeaseFlow<ScreenCart> = createLeaseFlow({
      client,
      dictionary,
      cart,
      view: view && dictionary.view(view),
      onPlaced: (orderId) => this.tell("lease-placed", { orderId }),
      // These functions may be set later than the other options.
      readCart: async () => ((await this.readCart?.()) ?? flow.state.cart) as ScreenCart,
      restore: async (differences) => this.restore?.(differences),
    })
    const onOther = () => this.tell("lease-other")
    const onCart = () => this.tell("lease-cart")
    const checkout = createLeaseCheckout({ ...words, flow, client, onOther, onCart })
    return (isBack) => {
      const end = this.#begin(checkout, words)
      // If this read fails, the last view stays, and the shopper can check again.
      if (isBack && flow.state.view) client.get().catch(() => undefined)
      return end
    }
  }

  #begin(checkout: LeaseCheckout, { dictionary }: ScreenWords): () => void {
    const { form, press } = checkout
    const screen = new ScreenPart({ press, blocks: new CheckoutBlocks({ form, dictionary, press }) }, checkout.state)
    const stop = checkout.subscribe((state) => this.#show(screen, state))
    this.fill(screen.element)
    checkout.start()
    return () => {
      checkout.stop()
      stop()
      this.#showContract(null)
    }
  }

  #show(screen: ScreenPart, state: CheckoutState): void {
    if (!state.contract) this.#showContract(null)
    screen.show(state)
    this.#showContract(state.contract)
  }

  #showContract(session: ContractSession | null): void {
    if (session === this.#session) return
    this.#session = session
    this.#contract?.close()
    this.#contract = session && openContract(session, this)
  }
}

define("lease-checkout", LeaseCheckoutElement, {
  attributes: CART_OPTIONS.attributes,
  properties: [...CART_OPTIONS.properties, "cart", "readCart", "restore"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-checkout": LeaseCheckoutElement
  }
}
