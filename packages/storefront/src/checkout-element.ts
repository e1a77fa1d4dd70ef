import { createLeaseClient, type LeaseClient } from "./client.js"
import { type ContractPart, openContract } from "./contract-part.js"
import type { ContractSession } from "./contract-session.js"
import type { Dictionary } from "./dictionary.js"
import { dictionaries } from "./element-words.js"
import type { LeaseFlow } from "./flow-state.js"
import { type CheckoutState, createLeaseCheckout, type LeaseCheckout } from "./lease-checkout.js"
import { define, LeaseElement, STORE_NEEDED } from "./lease-element.js"
import { createLeaseFlow } from "./lease-flow.js"
import { make } from "./make.js"
import { textPart } from "./parts.js"
import type { ScreenCart } from "./screen.js"
import { ScreenPart } from "./screen-part.js"
import type { ArticleDifference, LeaseView } from "./wire.js"

/** The lease that an element runs: of these options, until others are given. */
type Lease = {
  options: unknown[]
  client: LeaseClient
  flow: LeaseFlow<ScreenCart>
  checkout: LeaseCheckout
  dictionary: Dictionary
}

/**
 * `<lease-checkout>`: lease-to-own from application to order. Another cart, client, store, language or locale begins anew; `view` and `cart` are read
 * only then. Taken out of the page it ends, and forgets what was typed; an element that is only moved goes on.
 *
 * Its events bubble: `lease-placed` (`detail.orderId`, null where the store does not say which), `lease-other` (another payment method
 * is wanted), `lease-cart` (the shopper goes to the cart).
 */
class LeaseCheckoutElement extends LeaseElement {
  declare cartId: string | null
  /** The way amounts and dates are written, as for `Intl`. */
  declare locale: string | null
  /** In place of `cart-id` and the store. */
  declare client: LeaseClient | undefined
  /** In place of `language`. */
  declare dictionary: Dictionary | undefined
  /** Read before, on the server for example: it is not asked for. */
  declare view: LeaseView | null | undefined
  /** Fills the form in, and is compared with the contract. */
  declare cart: ScreenCart | undefined
  declare readCart: (() => Promise<ScreenCart>) | undefined
  /** Puts articles back into the cart. */
  declare restore: ((differences: ArticleDifference[]) => Promise<unknown>) | undefined

  #lease: Lease | null = null
  #leave: (() => void) | null = null
  /** The lease was here before, and may have gone on elsewhere. */
  #isBack = false
  #session: ContractSession | null = null
  #contract: ContractPart | null = null

  protected missing(): string {
    if (this.client) return ""
    return [!this.cartId && "cart-id", !this.hasStore && STORE_NEEDED].filter(Boolean).join(" and ")
  }

  protected run(): unknown {
    const dictionary = this.dictionary ?? dictionaries.of(this)
    if (!dictionary) return void dictionaries.load(this).then(() => this.changed())
    const { client, cartId, backendUrl, publishableKey, locale } = this
    const store = client ? [client] : [cartId, backendUrl, publishableKey]
    const options = [dictionary.language, locale, ...store]
    const isTheSame = this.#lease?.options.every((option, at) => option === options[at])
    if (this.#lease && isTheSame) return this.#start(this.#lease)
    this.end()
    this.#isBack = false
    this.#lease = this.#make(options, dictionary)
    this.#start(this.#lease)
  }

  protected end(): void {
    this.#isBack = this.#leave !== null || this.#isBack
    this.#leave?.()
    this.#leave = null
  }

  protected moved(): void {
    this.#contract?.moved()
  }

  protected apologize(): void {
    const say = ({ texts }: Dictionary) => {
      const words = textPart({ tone: "wrong", text: texts.codes.unavailable_off })
      if (this.missing()) this.fill(make("div", { "data-lease-screen": "unavailable" }, words))
    }
    if (this.dictionary) say(this.dictionary)
    else void dictionaries.load(this).then(say)
  }

  #make(options: unknown[], dictionary: Dictionary): Lease {
    const { cartId, view, cart, locale } = this
    const client = this.client ?? createLeaseClient({ cartId: cartId ?? "", transport: this.ask, dictionary })
    const flow: LeaseFlow<ScreenCart> = createLeaseFlow({
      client,
      dictionary,
      cart,
      view: view && dictionary.view(view),
      onPlaced: (orderId) => this.#tell("lease-placed", { orderId }),
      // Functions may be given later than the rest.
      readCart: async () => ((await this.readCart?.()) ?? flow.state.cart) as ScreenCart,
      restore: async (differences) => this.restore?.(differences),
    })
    const checkout = createLeaseCheckout({
      flow,
      client,
      dictionary,
      ...(locale && { locale }),
      onOther: () => this.#tell("lease-other"),
      onCart: () => this.#tell("lease-cart"),
    })
    return { options, client, flow, checkout, dictionary }
  }

  /** Begins, or goes on where it was before the element left the page. */
  #start({ client, flow, checkout, dictionary }: Lease): void {
    if (this.#leave) return
    const { form, press } = checkout
    const screen = new ScreenPart({ form, press, dictionary }, checkout.state)
    const stop = checkout.subscribe((state) => this.#show(screen, state))
    this.#leave = () => {
      checkout.stop()
      stop()
      this.#showContract(null)
    }
    this.fill(screen.element)
    checkout.start()
    // A look that fails leaves what is known; the shopper can ask again.
    if (this.#isBack && flow.state.view) client.get().catch(() => undefined)
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

  #tell(event: keyof LeaseEvents, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }))
  }
}

/** The events of `<lease-checkout>`. */
export type LeaseEvents = {
  "lease-placed": CustomEvent<{ orderId: string | null }>
  "lease-other": CustomEvent<undefined>
  "lease-cart": CustomEvent<undefined>
}

define("lease-checkout", LeaseCheckoutElement, {
  attributes: ["cart-id", "backend-url", "publishable-key", "language", "locale"],
  properties: ["transport", "client", "dictionary", "view", "cart", "readCart", "restore"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-checkout": LeaseCheckoutElement
  }
  interface HTMLElementEventMap extends LeaseEvents {}
}

export type { LeaseCheckoutElement }
