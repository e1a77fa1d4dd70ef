import { createLeaseMessage, type LeaseMessage, type LeaseMessageOf } from "../client/lease-message.js"
import { onZip, rememberedZip, rememberZip } from "../client/zip-code.js"
import type { EstimateInWords } from "../words/estimate.js"
import type { MessageWords } from "../words/message-en.js"
import { dialogPart } from "./dialog-part.js"
import { define, LeaseElement } from "./lease-element.js"
import { make, makeButton, nextId } from "./make.js"
import { figuresPart, pointsPart, textPart } from "./parts.js"
import { zipPart } from "./zip-part.js"

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
  /** How often the payments of the estimate are due, such as `monthly`, if the page lets the shopper choose. */
  declare frequency: string | null
  /** Overrides individual texts for `locale`. */
  declare words: Partial<MessageWords> | undefined
  /** A message that was already read, for example on the server. The element then reads only the cart. */
  declare message: LeaseMessage | null | undefined

  #asked = ""
  #shown: LeaseMessage | null | undefined
  #close = () => {}
  #forget = () => {}
  /** Whether the shopper has just entered the ZIP code here. If so, the updated message gets focus. */
  #answers = false

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
    const { message, productId, regionId, cartId, amount, frequency, backendUrl, language } = this
    this.#forget()
    this.#forget = onZip(() => this.changed())
    const zip = this.needsStore ? null : rememberedZip()
    const isRead = message !== undefined && !(message && (cartId || (zip && message.of.regionId)))
    const place = [productId, regionId, cartId, amount, frequency, zip, backendUrl, this.words?.language ?? language]
    const asked = isRead ? "" : JSON.stringify([...place, message?.product])
    if (isRead) this.#show(message)
    else if (asked !== this.#asked) void this.#read(asked, zip)
    this.#asked = asked
  }

  protected end(): void {
    this.#close()
    this.#forget()
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

  async #read(asked: string, zip: string | null): Promise<void> {
    const { productId, regionId, cartId, amount, frequency, message, words, language: locale } = this
    // Clear the old figures, which are for a different price or state.
    this.#show(message && !zip ? message : null)
    let found = message ?? undefined
    try {
      const messages = createLeaseMessage({ transport: this.carrier, locale, ...(words && { words }) })
      const own = {
        ...(regionId && { regionId }),
        ...(productId && { productId }),
        ...(amount !== null && { amount: Number(amount) }),
        ...(frequency && { frequency }),
      }
      const of = message ? { ...message.of, ...(!zip && { product: message.product }) } : own
      found = await messages.read({ ...of, cartId, zip } as LeaseMessageOf)
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
    const isShown = message?.available || message?.zip
    if (!message) this.fill(make("div", { "data-lease-message": "waiting" }))
    else this.fill(...(isShown ? [this.#messageOf(message)] : []))
    if (!message || !this.#answers) return
    this.#answers = false
    this.querySelector<HTMLElement>("[data-lease-message]")?.focus()
  }

  #messageOf(message: LeaseMessage): HTMLElement {
    const { available, headline, costs, reasons, limits, estimate, zip, learnMore } = message
    const name = `${learnMore.button}: ${learnMore.title}`
    const open = () => {
      this.#close = openDialog(message, element)
    }
    const hints = available ? [!estimate && costs, limits] : reasons
    const hint = hints.filter(Boolean).join(" ")
    const answer = (given: string) => {
      this.#answers = true
      rememberZip(given)
    }
    const element = make(
      "div",
      { "data-lease-message": true, tabindex: -1 },
      make("p", { "data-lease-headline": true }, headline),
      ...(estimate ? [estimatePart(estimate)] : []),
      ...(hint ? [textPart({ tone: "hint", text: hint })] : []),
      ...(zip && !this.needsStore ? [zipPart(zip, answer)] : []),
      ...(available ? [makeButton("link", learnMore.button, open, { "aria-label": name })] : []),
    )
    return element
  }
}

function estimatePart({ line, rows, notes, disclosure, language }: EstimateInWords): HTMLElement {
  return make(
    "div",
    { "data-lease-estimate": true },
    textPart({ tone: "plain", text: line }),
    figuresPart({ variant: "estimate", rows }),
    ...notes.map((text) => textPart({ tone: "plain", text })),
    make("p", { lang: language, "data-lease-text": "plain" }, disclosure),
  )
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
  attributes: ["product-id", "region-id", "cart-id", "amount", "frequency", "backend-url", "publishable-key", "locale"],
  properties: ["transport", "words", "message"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-message": LeaseMessageElement
  }
}
