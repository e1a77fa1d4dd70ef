import { createLeaseMessage, type LeaseMessage, type LeaseMessageOf } from "../client/lease-message.js"
import type { MessageWords } from "../words/message-en.js"
import { dialogPart } from "./dialog-part.js"
import { define, LeaseElement } from "./lease-element.js"
import { make, makeButton, nextId } from "./make.js"
import { figuresPart, pointsPart, textPart } from "./parts.js"

/** `<lease-message>`: lease-to-own next to a price, in a cart, or for a region. Reserves its space until the store responds. */
export class LeaseMessageElement extends LeaseElement {
  declare productId: string | null
  declare regionId: string | null
  /**
   * The ID of the shopper's cart. With a region, the shopper's approval, if any, replaces the headline. Without a region, the message is about the
   * cart.
   */
  declare cartId: string | null
  /** The price on the page, for the estimate, or the cart's total (major units). Changing it makes the element read the message again. */
  declare amount: string | null
  /** Overrides individual texts for `locale`. */
  declare words: Partial<MessageWords> | undefined
  /** A message that was already read, for example on the server. The element then reads only the cart. */
  declare message: LeaseMessage | null | undefined

  #asked = ""
  #shown: LeaseMessage | null | undefined
  #close = () => {}

  protected needs(): (string | false)[] {
    const { productId, regionId, cartId, amount, needsStore } = this
    if (this.message !== undefined) return [Boolean(this.message && cartId) && needsStore]
    const isAmount = amount === null || (amount.trim() !== "" && Number.isFinite(Number(amount)))
    return [
      productId === "" && "product-id",
      !regionId && (productId ? "region-id" : !cartId && "region-id or cart-id"),
      !isAmount && "an amount such as 499.00",
      needsStore,
    ]
  }

  protected run(): void {
    const { message, productId, regionId, cartId, amount, backendUrl, language } = this
    const isRead = message !== undefined && !(message && cartId)
    const place = [productId, regionId, cartId, amount, backendUrl, this.words?.language ?? language]
    const asked = isRead ? "" : JSON.stringify([...place, message?.product])
    if (isRead) this.#show(message)
    else if (asked !== this.#asked) void this.#read(asked)
    this.#asked = asked
  }

  protected end(): void {
    this.#close()
    if (!this.isConnected) return
    this.#asked = ""
    this.#shown = undefined
  }

  protected moved(): void {
    this.#close()
  }

  protected copied(): void {
    this.#close()
  }

  protected cameBack(): void {
    this.#asked = ""
    this.changed()
  }

  async #read(asked: string): Promise<void> {
    const { productId, regionId, cartId, amount, message, words, language: locale } = this
    // Clear the old figures, which are for a different price.
    this.#show(message ?? null)
    let found = message ?? undefined
    try {
      const messages = createLeaseMessage({ transport: this.carrier, locale, ...(words && { words }) })
      found = await messages.read({
        ...(message ? { product: message.product } : regionId && { regionId }),
        ...(productId && { productId }),
        ...(amount !== null && { amount: Number(amount) }),
        cartId,
      } as LeaseMessageOf)
    } catch (error) {
      console.error("<lease-message> shows nothing:", error)
    }
    if (asked !== this.#asked) return
    if (found) return this.#show(found)
    this.#shown = undefined
    this.fill()
  }

  /** Null reserves the space for a message. */
  #show(message: LeaseMessage | null): void {
    if (message === this.#shown) return
    this.#shown = message
    this.#close()
    if (!message) this.fill(make("div", { "data-lease-message": "waiting" }))
    else this.fill(...(message.available ? [this.#messageOf(message)] : []))
  }

  #messageOf(message: LeaseMessage): HTMLElement {
    const { headline, costs, limits, learnMore } = message
    const name = `${learnMore.button}: ${learnMore.title}`
    const open = () => {
      this.#close = openDialog(message, element)
    }
    const element = make(
      "div",
      { "data-lease-message": true },
      make("p", { "data-lease-headline": true }, headline),
      textPart({ tone: "hint", text: limits ? `${costs} ${limits}` : costs }),
      ...estimateOf(message),
      makeButton("link", learnMore.button, open, { "aria-label": name }),
    )
    return element
  }
}

/** Returns the estimate's figures, always together with their disclosure. */
function estimateOf({ estimate }: LeaseMessage): Node[] {
  if (!estimate) return []
  const { figures, disclosure, language } = estimate
  const list = figuresPart({ variant: "totals", rows: figures.map((figure) => ({ name: "estimate", ...figure })) })
  const words = make("p", { lang: language, "data-lease-text": "hint" }, disclosure)
  return [make("div", { "data-lease-estimate": true }, list, words)]
}

function openDialog({ learnMore }: LeaseMessage, parent: HTMLElement): () => void {
  const { title, how, disclosure, close: word } = learnMore
  const titleId = nextId()
  const heading = make("h2", { id: titleId, tabindex: -1 }, title)
  const close = () => dialog.close()
  const content = make(
    "div",
    { "data-lease-learn-more": true },
    heading,
    pointsPart({ points: [...how] }),
    ...disclosure.map((text) => textPart({ tone: "plain", text })),
    makeButton("main", word, close),
  )
  const dialog = dialogPart({ titleId, askToClose: close, onClosed: close }, content)
  parent.append(dialog.element)
  dialog.open()
  heading.focus()
  return close
}

define("lease-message", LeaseMessageElement, {
  attributes: ["product-id", "region-id", "cart-id", "amount", "backend-url", "publishable-key", "locale"],
  properties: ["transport", "words", "message"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-message": LeaseMessageElement
  }
}
