import type { LeaseClient } from "../client/client.js"
import { createHostedCheckout } from "../hosted/hosted-checkout.js"
import type { HostedCard, HostedCheckout, HostedState } from "../hosted/hosted-state.js"
import type { ScreenWords } from "../screens/screen.js"
import { type BeginLease, CART_OPTIONS, CartElement } from "./cart-element.js"
import { define } from "./lease-element.js"
import { make } from "./make.js"
import { plainPart } from "./parts.js"
import { type ScreenBlocks, ScreenPart } from "./screen-part.js"

const BLOCKS: ScreenBlocks = { make: ({ screen }) => screen.blocks.flatMap((block) => plainPart(block) ?? []) }

/** `<lease-hosted>`: the operator's widget. The element's content is the shop's card form, which stays hidden until there is a card. */
export class LeaseHostedElement extends CartElement {
  /** The amount charged to the card, as text for the shopper. */
  declare amount: string | null
  declare card: HostedCard | undefined
  /** Charges the token's card and places the order. Resolves to the order's ID, or to null if the ID is unknown. */
  declare pay: ((token: string) => Promise<string | null>) | undefined

  readonly #form = make("div")

  constructor() {
    super()
    // Keep Enter from submitting the card form, which could put the card data in the page's URL. Card data may go only to the card provider.
    this.#form.addEventListener("submit", (event) => event.preventDefault())
  }

  protected needs(): (string | false)[] {
    const { amount, card, pay } = this
    return [...super.needs(), !amount && "amount", !card && "the property card", !pay && "the property pay"]
  }

  protected open(client: LeaseClient, words: ScreenWords): BeginLease {
    const { nonce, view } = this
    // Read the options on each use, so later changes to the card or the amount apply.
    const card = () => this.card as HostedCard
    const amount = () => this.amount ?? ""
    const checkout = createHostedCheckout({
      ...words,
      client,
      view: view && words.dictionary.view(view),
      nonce: nonce || undefined,
      get amount() {
        return amount()
      },
      card: {
        isFilled: () => card().isFilled(),
        mask: () => card().mask?.(),
        // Removing the `card` option stops the element, so `card` may be missing here.
        clear: () => this.card?.clear(),
        tokenize: () => card().tokenize(),
      },
      pay: async (token) => this.pay?.(token) ?? null,
      onPlaced: (orderId) => this.tell("lease-placed", { orderId }),
      onOther: () => this.tell("lease-other"),
      onCart: () => this.tell("lease-cart"),
      onTotalChange: () => this.tell("lease-total-change"),
    })
    return () => this.#begin(checkout)
  }

  #begin(checkout: HostedCheckout): () => void {
    // Append only nodes that aren't there yet, because appending a frame again would reload it.
    for (const node of this.own) if (node.parentNode !== this.#form) this.#form.append(node)
    const screen = new ScreenPart({ press: checkout.press, blocks: BLOCKS, kept: this.#form }, checkout.state)
    const show = (state: HostedState) => {
      this.#showCard(state)
      screen.show(state)
    }
    this.#showCard(checkout.state)
    this.fill(screen.element)
    const stop = checkout.subscribe(show)
    checkout.start()
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
