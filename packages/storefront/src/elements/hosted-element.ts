import type { LeaseClient } from "../client/client.js"
import type { HostedCard } from "../hosted/hosted-card.js"
import { createHostedCheckout } from "../hosted/hosted-checkout.js"
import type { HostedCheckout, HostedState } from "../hosted/hosted-state.js"
import type { ScreenWords } from "../screens/screen.js"
import { type BeginLease, CART_OPTIONS, CartElement } from "./cart-element.js"
import { define } from "./lease-element.js"
import { make } from "./make.js"
import { plainPart } from "./parts.js"
import { type ScreenBlocks, ScreenPart } from "./screen-part.js"

const BLOCKS: ScreenBlocks = { make: ({ screen }) => screen.blocks.flatMap((block) => plainPart(block) ?? []) }

/**
 * `<lease-hosted>`: lease-to-own by the operator's widget, from its opening to the order that the virtual card pays. Its own content is the shop's card
 * form. It is in the page all the time, and hidden until the card is there. `view` is read each time that it begins.
 */
class LeaseHostedElement extends CartElement {
  /** The amount that the card is charged, as people read it. */
  declare amount: string | null
  declare card: HostedCard | undefined
  /** Charges the card behind the token and places the order. Resolves to the order's id, null where it is not known. */
  declare pay: ((token: string) => Promise<string | null>) | undefined

  readonly #form = make("div")

  constructor() {
    super()
    // Enter in a form sends its inputs, in a page's address for example: a card goes to its provider alone.
    this.#form.addEventListener("submit", (event) => event.preventDefault())
  }

  protected needs(): (string | false)[] {
    const { amount, card, pay } = this
    return [...super.needs(), !amount && "amount", !card && "the property card", !pay && "the property pay"]
  }

  protected open(client: LeaseClient, words: ScreenWords): BeginLease {
    const { nonce } = this
    // Read each time, so that a later card or amount counts.
    const card = () => this.card as HostedCard
    const amount = () => this.amount ?? ""
    const view = () => this.view && words.dictionary.view(this.view)
    const checkout = createHostedCheckout({
      ...words,
      client,
      view: view() ?? null,
      nonce: nonce || undefined,
      get amount() {
        return amount()
      },
      card: {
        isFilled: () => card().isFilled(),
        mask: () => card().mask?.(),
        // An option that is gone ends the element.
        clear: () => this.card?.clear(),
        tokenize: () => card().tokenize(),
      },
      pay: async (token) => this.pay?.(token) ?? null,
      onPlaced: (orderId) => this.tell("lease-placed", { orderId }),
      onOther: () => this.tell("lease-other"),
      onCart: () => this.tell("lease-cart"),
    })
    return () => {
      const end = this.#begin(checkout)
      checkout.start(view() ?? null)
      return end
    }
  }

  #begin(checkout: HostedCheckout): () => void {
    // A frame among them would start over if it were appended again.
    for (const node of this.own) if (node.parentNode !== this.#form) this.#form.append(node)
    const screen = new ScreenPart({ press: checkout.press, blocks: BLOCKS, kept: this.#form }, checkout.state)
    const show = (state: HostedState) => {
      this.#showCard(state)
      screen.show(state)
    }
    this.#showCard(checkout.state)
    this.fill(screen.element)
    const stop = checkout.subscribe(show)
    return () => {
      checkout.stop()
      stop()
    }
  }

  #showCard({ card }: HostedState): void {
    this.#form.setAttribute("data-lease-card", card)
    this.#form.setAttribute("aria-busy", String(card === "busy"))
    this.#form.hidden = card === "hidden"
  }
}

define("lease-hosted", LeaseHostedElement, {
  attributes: [...CART_OPTIONS.attributes, "amount"],
  properties: [...CART_OPTIONS.properties, "card", "pay"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-hosted": LeaseHostedElement
  }
}

export type { LeaseHostedElement }
