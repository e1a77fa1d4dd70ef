import {
  createLeaseOrder,
  type LeaseOfOrder,
  type OrderSummary,
  type UnreadLease,
  unreadLease,
} from "../screens/lease-order.js"
import type { Dictionary } from "../words/dictionary.js"
import { define, LeaseElement } from "./lease-element.js"
import { make, makeButton } from "./make.js"
import { figuresPart, plainPart, textPart } from "./parts.js"

type Shown = Pick<LeaseOfOrder, "summary">

/**
 * `<lease-status>`: the lease on its order's page, a button to try again if the lease couldn't be read, or nothing if the order was paid another way.
 */
export class LeaseStatusElement extends LeaseElement {
  declare orderId: string | null
  /** The page where an order's new contract is signed, with `{cartId}` in its URL. */
  declare contractLink: string | null
  /** The cart's page, for items that couldn't be leased with the order. Its URL may contain `{cartId}`. */
  declare cartLink: string | null
  /** Overrides the texts for `locale`. */
  declare dictionary: Dictionary | undefined
  /** A lease that was already read with `createLeaseOrder` or a `LeaseServer`. If that read failed, the element reads the lease itself. */
  declare lease: Shown | UnreadLease | null | undefined

  #asked = ""

  protected needs(): (string | false)[] {
    return this.#given === undefined ? [!this.orderId && "order-id", this.needsStore] : []
  }

  protected run(): unknown {
    if (this.#given !== undefined) return this.#show(this.#given)
    const { orderId, backendUrl, contractLink, cartLink, dictionary, language } = this
    const asked = JSON.stringify([orderId, backendUrl, contractLink, cartLink, dictionary?.language ?? language])
    if (asked === this.#asked) return
    this.#asked = asked
    void this.#read(asked)
  }

  protected end(): void {
    if (this.isConnected) this.#asked = ""
  }

  protected cameBack(): void {
    this.#asked = ""
    this.changed()
  }

  get #given(): Shown | null | undefined {
    const { lease } = this
    return lease?.summary === null ? undefined : lease
  }

  async #read(asked: string): Promise<void> {
    const { orderId, contractLink, cartLink, language: locale, dictionary } = this
    const words = { locale, dictionary, contractLink, cartLink }
    const isWanted = () => asked === this.#asked && this.#given === undefined
    try {
      const lease = await createLeaseOrder({ transport: this.ask, ...words }).read(orderId ?? "")
      if (isWanted()) this.#show(lease)
    } catch (error) {
      console.error("<lease-status> could not read the lease:", error)
      const unread = await unreadLease(words)
      if (isWanted()) this.fill(unreadOf(unread, () => this.#readAgain(asked)))
    }
  }

  /** Reads the lease again and moves focus to the result, because the button that had focus is gone. */
  async #readAgain(asked: string): Promise<void> {
    await this.#read(asked)
    const shown = this.firstElementChild as HTMLElement | null
    shown?.setAttribute("tabindex", "-1")
    shown?.focus()
  }

  #show(lease: Shown | null): void {
    this.fill(...(lease ? [statusOf(lease.summary)] : []))
  }
}

function unreadOf({ message, retry }: UnreadLease, again: () => void): HTMLElement {
  return make(
    "div",
    { "data-lease-status": true },
    textPart({ tone: "note", text: message }),
    makeButton("plain", retry, again),
  )
}

function statusOf({ method, offer, figures, messages, payments, sign, separate }: OrderSummary): HTMLElement {
  return make(
    "div",
    { "data-lease-status": true },
    make("p", { "data-lease-method": true }, method),
    ...messages.map((text) => textPart({ tone: "note", text })),
    sign ? make("a", { href: sign.href, "data-lease-button": "main" }, sign.label) : "",
    ...(separate ? separatePart(separate) : []),
    payments ? textPart({ tone: "plain", text: payments }) : "",
    ...offer.flatMap((block) => plainPart(block) ?? []),
    figuresPart({ variant: "plain", rows: figures }),
  )
}

function separatePart({ text, link }: NonNullable<OrderSummary["separate"]>): (HTMLElement | string)[] {
  const shown = textPart({ tone: "note", text })
  return [shown, link ? make("a", { href: link.href, "data-lease-button": "plain" }, link.label) : ""]
}

define("lease-status", LeaseStatusElement, {
  attributes: ["order-id", "backend-url", "publishable-key", "locale", "contract-link", "cart-link"],
  properties: ["transport", "dictionary", "lease"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-status": LeaseStatusElement
  }
}
