import { createLeaseClient, type LeaseClient } from "../client/client.js"
import type { ScreenWords } from "../screens/screen.js"
import type { LeaseView } from "../wire.js"
import { dictionaries } from "../words/dictionaries.js"
import type { Dictionary } from "../words/dictionary.js"
import { LeaseElement } from "./lease-element.js"
import { make } from "./make.js"
import { textPart } from "./parts.js"

/** Begins a lease in its element, and returns the way to end it. `isBack`: it was ended before, and may have gone on elsewhere. */
export type BeginLease = (isBack: boolean) => () => void

/** The events of a cart's element. */
export type LeaseEvents = {
  /** There is an order; null where the store does not say which. */
  "lease-placed": CustomEvent<{ orderId: string | null }>
  /** Another payment method is wanted. */
  "lease-other": CustomEvent<undefined>
  /** The shopper goes to the cart. */
  "lease-cart": CustomEvent<undefined>
}

/**
 * The lease of a cart. Another cart, client, store, language or locale starts over. Taken out of the page it ends, and
 * forgets what was typed; an element that is only moved goes on.
 */
export abstract class CartElement extends LeaseElement {
  declare cartId: string | null
  /** In place of `cart-id` and the store. */
  declare client: LeaseClient | undefined
  /** In place of the words of `locale`. */
  declare dictionary: Dictionary | undefined
  /** Read before, on the server for example: it is not asked for. */
  declare view: LeaseView | null | undefined

  /** The lease that runs, with the options it was made of. */
  #lease: { options: unknown[]; begin: BeginLease } | null = null
  #end: (() => void) | null = null
  #isBack = false

  /** Makes the lease of the options of now. */
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

  protected apologize(): void {
    const say = ({ texts }: Dictionary) => {
      const words = textPart({ tone: "wrong", text: texts.codes.unavailable_off })
      if (this.missing) this.fill(make("div", { "data-lease-screen": "unavailable" }, words))
    }
    if (this.dictionary) say(this.dictionary)
    else void dictionaries.load(this.language).then(say)
  }

  /** Its events bubble. */
  protected tell<Event extends keyof LeaseEvents>(event: Event, detail?: LeaseEvents[Event]["detail"]): void {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }))
  }
}

/** Options of every cart's element, as `define` takes them. */
export const CART_OPTIONS = {
  attributes: ["cart-id", "backend-url", "publishable-key", "locale"],
  properties: ["transport", "client", "dictionary", "view"],
} as const

declare global {
  interface HTMLElementEventMap extends LeaseEvents {}
}
