import { createLeaseOrder, type LeaseOfOrder } from "../screens/lease-order.js"
import type { OrderSummary } from "../screens/order-summary.js"
import type { Dictionary } from "../words/dictionary.js"
import { define, LeaseElement } from "./lease-element.js"
import { make } from "./make.js"
import { figuresPart, textPart } from "./parts.js"

/**
 * `<lease-status>`: the lease on its order's page. It shows nothing for an order paid another way, and an error if the store doesn't
 * answer.
 */
class LeaseStatusElement extends LeaseElement {
  declare orderId: string | null
  /** The page where an order's new contract is signed, with `{cartId}` in its address. */
  declare contractLink: string | null
  /** Replaces the words of `locale`. */
  declare dictionary: Dictionary | undefined
  /** A lease already read with `createLeaseOrder`. Null for an order paid another way. */
  declare lease: Pick<LeaseOfOrder, "summary"> | null | undefined

  #asked = ""

  protected needs(): (string | false)[] {
    return this.lease === undefined ? [!this.orderId && "order-id", this.needsStore] : []
  }

  protected run(): unknown {
    if (this.lease !== undefined) return this.#show(this.lease)
    const { orderId, backendUrl, contractLink, dictionary, language } = this
    const asked = JSON.stringify([orderId, backendUrl, contractLink, dictionary?.language ?? language])
    if (asked === this.#asked) return
    this.#asked = asked
    void this.#read(asked)
  }

  protected end(): void {
    if (this.isConnected) this.#asked = ""
  }

  async #read(asked: string): Promise<void> {
    const { orderId, contractLink, dictionary, language: locale } = this
    const isWanted = () => asked === this.#asked && this.lease === undefined
    try {
      const orders = createLeaseOrder({ transport: this.ask, locale, dictionary, contractLink })
      const lease = await orders.read(orderId ?? "")
      if (isWanted()) this.#show(lease)
    } catch (error) {
      const problem = textPart({ tone: "wrong", text: (error as Error).message })
      if (isWanted()) this.fill(make("div", { "data-lease-status": true }, problem))
    }
  }

  #show(lease: Pick<LeaseOfOrder, "summary"> | null): void {
    this.fill(...(lease ? [statusOf(lease.summary)] : []))
  }
}

function statusOf({ method, figures, messages, payments, sign }: OrderSummary): HTMLElement {
  return make(
    "div",
    { "data-lease-status": true },
    make("p", { "data-lease-method": true }, method),
    ...messages.map((text) => textPart({ tone: "note", text })),
    sign ? make("a", { href: sign.href, "data-lease-button": "main" }, sign.label) : "",
    textPart({ tone: "plain", text: payments }),
    figuresPart({ look: "plain", rows: figures }),
  )
}

define("lease-status", LeaseStatusElement, {
  attributes: ["order-id", "backend-url", "publishable-key", "locale", "contract-link"],
  properties: ["transport", "dictionary", "lease"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-status": LeaseStatusElement
  }
}

export type { LeaseStatusElement }
