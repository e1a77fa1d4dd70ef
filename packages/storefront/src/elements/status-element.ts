import { createLeaseOrder } from "../client/lease-order.js"
import { type OrderWords, orderSummary } from "../screens/order-summary.js"
import type { OrderLease } from "../wire.js"
import type { CodeWords } from "../words/code-words.js"
import type { Dictionary } from "../words/dictionary.js"
import { dictionaries, orderWords } from "./element-words.js"
import { define, LeaseElement, STORE_NEEDED } from "./lease-element.js"
import { make } from "./make.js"
import { textPart } from "./parts.js"

/**
 * `<lease-status>`: the lease on the page of its order. It shows nothing for an order that was paid otherwise, and says so where the store does not
 * answer.
 */
class LeaseStatusElement extends LeaseElement {
  declare orderId: string | null
  /** The page where an order's new contract is signed, with `{cartId}` in it. */
  declare contractLink: string | null
  /** In place of `language`. */
  declare dictionary: Dictionary | undefined
  /** The words of where the lease stands, in place of `language`. */
  declare words: CodeWords | undefined
  /** Read before, by `createLeaseOrder`: it is not asked for. Null for an order that was paid otherwise. */
  declare lease: OrderLease | null | undefined

  #asked = ""

  protected missing(): string {
    if (this.lease !== undefined) return ""
    return [!this.orderId && "order-id", !this.hasStore && STORE_NEEDED].filter(Boolean).join(" and ")
  }

  protected run(): unknown {
    const dictionary = this.dictionary ?? dictionaries.of(this)
    const words = this.words ?? orderWords.of(this)
    if (!dictionary || !words) {
      void Promise.all([dictionaries.load(this), orderWords.load(this)]).then(() => this.changed())
      return
    }
    if (this.lease !== undefined) return this.#show(this.lease, dictionary)
    const asked = JSON.stringify([this.orderId, this.backendUrl, this.contractLink, dictionary.language])
    if (asked === this.#asked) return
    this.#asked = asked
    void this.#read(asked, dictionary, words)
  }

  protected end(): void {
    if (this.isConnected) this.#asked = ""
  }

  async #read(asked: string, dictionary: Dictionary, words: CodeWords): Promise<void> {
    const isWanted = () => asked === this.#asked && this.lease === undefined
    try {
      const lease = await createLeaseOrder({ transport: this.ask, words }).read(this.orderId ?? "")
      if (isWanted()) this.#show(lease, dictionary)
    } catch (error) {
      const problem = textPart({ tone: "wrong", text: (error as Error).message })
      if (isWanted()) this.fill(make("div", { "data-lease-status": true }, problem))
    }
  }

  #show(lease: OrderLease | null, dictionary: Dictionary): void {
    this.fill(...(lease ? [statusOf(lease, { dictionary, contractLink: this.contractLink })] : []))
  }
}

function statusOf(lease: OrderLease, words: OrderWords): HTMLElement {
  const { method, figures, messages, payments, sign } = orderSummary(lease, words)
  return make(
    "div",
    { "data-lease-status": true },
    make("p", { "data-lease-method": true }, method),
    ...messages.map((text) => textPart({ tone: "note", text })),
    sign ? make("a", { href: sign.href, "data-lease-button": "main" }, sign.label) : "",
    textPart({ tone: "plain", text: payments }),
    make(
      "dl",
      { "data-lease-figures": "plain" },
      ...figures.map(({ name, label, value }) =>
        make("div", { "data-lease-figure": name }, make("dt", {}, label), make("dd", {}, value)),
      ),
    ),
  )
}

define("lease-status", LeaseStatusElement, {
  attributes: ["order-id", "backend-url", "publishable-key", "language", "contract-link"],
  properties: ["transport", "dictionary", "words", "lease"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-status": LeaseStatusElement
  }
}

export type { LeaseStatusElement }
