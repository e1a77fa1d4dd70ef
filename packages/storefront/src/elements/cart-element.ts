import { createLeaseClient, type LeaseClient } from "../client/client.js"
import type { ScreenWords } from "../screens/screen.js"
import type { LeaseView } from "../wire.js"
import { dictionaries } from "../words/dictionaries.js"
import type { Dictionary } from "../words/dictionary.js"
import { LeaseElement } from "./lease-element.js"
import { make } from "./make.js"
import { textPart } from "./parts.js"

/** Runs a lease in its element and returns a function that stops it. `isBack` is true if the lease was stopped before and may have changed since. */
export type BeginLease = (isBack: boolean) => () => void

export type LeaseEvents = {
  /** Fired once the order is placed. `orderId` is null if the store didn't return it. Make `separateCartId`, if any, the shopper's cart. */
  "lease-placed": CustomEvent<{ orderId: string | null; separateCartId?: string }>
  /** Fired when the shopper chooses another payment method. */
  "lease-other": CustomEvent<undefined>
  /** Fired when the shopper goes back to the cart. */
  "lease-cart": CustomEvent<undefined>
  /** Fired when sales tax, or items that were moved or removed, have changed the cart's total. Read the cart again, and show its total. */
  "lease-total-change": CustomEvent<undefined>
}

/**
 * The base class of elements with a cart. Removing such an element from the page stops the lease and discards what was typed, but moving it within
 * the page doesn't.
 */
export abstract class CartElement extends LeaseElement {
  declare cartId: string | null
  /** Your own client, used instead of `cart-id` and the store. */
  declare client: LeaseClient | undefined
  /** Overrides the texts for `locale`. */
  declare dictionary: Dictionary | undefined
  /** A view that was already read, for example on the server. */
  declare view: LeaseView | null | undefined

  #lease: { options: unknown[]; begin: BeginLease } | null = null
  #end: (() => void) | null = null
  #isBack = false

  protected abstract open(client: LeaseClient, words: ScreenWords): BeginLease

  protected needs(): (string | false)[] {
    return this.client ? [] : [!this.cartId && "cart-id", this.needsStore]
  }

  protected run(): unknown {
    const dictionary = this.dictionary ?? dictionaries.of(this.language)
    if (!dictionary) return void dictionaries.load(this.language).then(() => this.changed())
    const { client, cartId, backendUrl, publishableKey, locale } = this
    const store = client ? [client] : [cartId, backendUrl, publishableKey]
    const options = [dictionary.language, locale, ...store]
    if (!this.#lease?.options.every((option, at) => option === options[at])) {
      this.end()
      this.#isBack = false
      const own = client ?? createLeaseClient({ cartId: cartId ?? "", transport: this.ask, dictionary })
      this.#lease = { options, begin: this.open(own, { dictionary, ...(locale && { locale }) }) }
    }
    this.#end ??= this.#lease.begin(this.#isBack)
  }

  protected end(): void {
    if (!this.#end) return
    this.#end()
    this.#end = null
    this.#isBack = true
  }

  protected showFallback(): void {
    const say = ({ texts }: Dictionary) => {
      const words = textPart({ tone: "wrong", text: texts.codes.unavailable_off })
      if (this.missing) this.fill(make("div", { "data-lease-screen": "unavailable" }, words))
    }
    if (this.dictionary) say(this.dictionary)
    else void dictionaries.load(this.language).then(say)
  }

  protected tell<Event extends keyof LeaseEvents>(event: Event, detail?: LeaseEvents[Event]["detail"]): void {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }))
  }
}

export const CART_OPTIONS = {
  attributes: ["cart-id", "backend-url", "publishable-key", "locale"],
  properties: ["transport", "client", "dictionary", "view"],
} as const

declare global {
  interface HTMLElementEventMap extends LeaseEvents {}
}
