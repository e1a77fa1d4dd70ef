import type { LeaseClient } from "../client/client.js"
import type { LeaseFlow, LeaseFlowOptions } from "../flow/flow-state.js"
import { createLeaseFlow } from "../flow/lease-flow.js"
import type { CheckoutState } from "../screens/checkout-state.js"
import type { ContractSession } from "../screens/contract-session.js"
import { createLeaseCheckout, type LeaseCheckout } from "../screens/lease-checkout.js"
import type { FormProblems } from "../screens/lease-form.js"
import type { Block, Checkbox, ScreenCart, ScreenWords } from "../screens/screen.js"
import { type BeginLease, CART_OPTIONS, CartElement } from "./cart-element.js"
import { type ContractPart, openContract } from "./contract-part.js"
import { codePart, consentPart, type FieldPart, type FormPart, type FormTools, formPart } from "./form-parts.js"
import { define } from "./lease-element.js"
import { countdownPart, plainPart } from "./parts.js"
import { type ScreenBlocks, ScreenPart } from "./screen-part.js"

export class CheckoutBlocks implements ScreenBlocks {
  readonly #tools
  #form: FormPart | null = null
  #boxes: FieldPart<HTMLInputElement>[] = []

  constructor(tools: FormTools) {
    this.#tools = tools
  }

  make({ screen, form }: CheckoutState): HTMLElement[] {
    if (this.#form) this.#tools.form.bind(null)
    this.#form = null
    const before = this.#boxes.filter(({ control }) => control.isConnected)
    this.#boxes = []
    const elements = screen.blocks.flatMap((block) => this.#partsOf(block, before))
    this.tell(form)
    return elements
  }

  tell(problems: FormProblems): void {
    this.#form?.tell(problems)
  }

  #partsOf(block: Block, before: FieldPart<HTMLInputElement>[]): HTMLElement[] {
    if (block.kind === "consent") return block.boxes.map((box) => this.#boxOf(box, before))
    if (block.kind === "code") return [codePart(block, this.#tools)]
    if (block.kind === "countdown") return [countdownPart(block)]
    if (block.kind !== "form") return [plainPart(block) ?? []].flat()
    this.#form = formPart(block, this.#tools)
    return [this.#form.element]
  }

  /** Keeps the checkbox checked as long as the same text is shown. */
  #boxOf(box: Checkbox, before: FieldPart<HTMLInputElement>[]): HTMLElement {
    const part = consentPart(box)
    part.control.checked = before.some(({ control: { name, value, checked } }) => {
      return checked && name === box.name && value === box.value
    })
    this.#boxes.push(part)
    return part.element
  }
}

/** `<lease-checkout>`: lease-to-own from application to order. Reads `view` and `cart` only when a lease starts. */
export class LeaseCheckoutElement extends CartElement {
  /** The cart that prefills the form and is compared with the contract. */
  declare cart: ScreenCart | undefined
  declare readCart: (() => Promise<ScreenCart>) | undefined
  /** Overrides how the signed items are put back into the cart. */
  declare restore: LeaseFlowOptions["restore"]

  #session: ContractSession | null = null
  #contract: ContractPart | null = null

  protected moved(): void {
    this.#contract?.moved()
  }

  protected open(client: LeaseClient, words: ScreenWords): BeginLease {
    const { view, cart } = this
    const { dictionary } = words
    const flow: LeaseFlow<ScreenCart> = createLeaseFlow({
      client,
      dictionary,
      cart,
      view: view && dictionary.view(view),
      onPlaced: (orderId, separateCartId) =>
        this.tell("lease-placed", { orderId, ...(separateCartId && { separateCartId }) }),
      onTotalChange: () => this.tell("lease-total-change"),
      // Read these functions on each call, because they may be set later than the other options.
      readCart: async () => ((await this.readCart?.()) ?? flow.state.cart) as ScreenCart,
      restore: (differences, restoreLines) => (this.restore ? this.restore(differences, restoreLines) : restoreLines()),
    })
    const onOther = () => this.tell("lease-other")
    const onCart = () => this.tell("lease-cart")
    const checkout = createLeaseCheckout({ ...words, flow, client, onOther, onCart })
    return (isBack) => {
      const end = this.#begin(checkout, words)
      // If this read fails, the last view stays, and the shopper can check again.
      if (isBack && flow.state.view) client.get().catch(() => undefined)
      return end
    }
  }

  #begin(checkout: LeaseCheckout, { dictionary }: ScreenWords): () => void {
    const { form, press } = checkout
    const screen = new ScreenPart({ press, blocks: new CheckoutBlocks({ form, dictionary, press }) }, checkout.state)
    const stop = checkout.subscribe((state) => this.#show(screen, state))
    this.fill(screen.element)
    checkout.start()
    return () => {
      checkout.stop()
      stop()
      this.#showContract(null)
    }
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
}

define("lease-checkout", LeaseCheckoutElement, {
  attributes: CART_OPTIONS.attributes,
  properties: [...CART_OPTIONS.properties, "cart", "readCart", "restore"],
})

declare global {
  interface HTMLElementTagNameMap {
    "lease-checkout": LeaseCheckoutElement
  }
}
