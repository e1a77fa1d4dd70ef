import { createHostedCheckout } from "/lease-to-own/hosted.js"
import { button, el } from "../dom.js"
import { words } from "../language.js"
import { showBlock } from "./blocks.js"
import { cardForm } from "./card-form.js"
import { tokenize } from "./card-provider.js"

/**
 * @typedef {import("/lease-to-own/hosted.js").HostedState} HostedState
 * @typedef {import("/lease-to-own/screens.js").Screen} Screen
 * @typedef {Pick<import("/lease-to-own/hosted.js").HostedCheckoutOptions, "client" | "amount" | "pay" | "onOther" | "onPlaced">} HostedOptions
 */

/**
 * The hosted widget, then a form that the widget has filled in with the virtual card: shows the screens that the package makes, and moves the focus
 * where it says. Only `card-provider.js` reads the card.
 */
export class HostedLease {
  #card = cardForm()
  #heading = el("h3", { tabIndex: -1 })
  #blocks = el("div", {})
  #said = el("p", { role: "status", className: "said" })
  #problem = el("p", { role: "alert", className: "error", tabIndex: -1, hidden: true })
  #buttons = el("div", { className: "buttons" })
  element = el(
    "div",
    { className: "lease screen" },
    ...[this.#heading, this.#problem, this.#blocks, this.#card.element, this.#said, this.#buttons],
  )
  #checkout
  /** @type {HostedState | null} */
  #shown = null

  /** @param {HostedOptions} options */
  constructor(options) {
    const { isFilled, mask, clear, read } = this.#card
    const card = { isFilled, mask, clear, tokenize: () => tokenize(read()) }
    const onCart = () => location.assign("#/cart")
    this.#checkout = createHostedCheckout({ ...words, ...options, card, onCart })
    this.#checkout.subscribe((state) => this.#show(state))
  }

  /** @param {import("/lease-to-own/index.js").LeaseView} view */
  begin(view) {
    this.end()
    this.#checkout.start(view)
  }

  end() {
    this.#checkout.stop()
  }

  /** @param {HostedState} state */
  #show(state) {
    const { screen, said, problem, card, focus } = state
    const shown = this.#shown
    this.#shown = state
    if (screen !== shown?.screen) this.#showScreen(screen)
    this.#said.textContent = said
    this.#problem.textContent = problem
    this.#problem.hidden = problem === ""
    this.#card.element.hidden = card === "hidden"
    if (focus && focus !== shown?.focus) (focus.on === "problem" ? this.#problem : this.#heading).focus()
  }

  /** @param {Screen} screen */
  #showScreen({ heading, blocks, buttons }) {
    this.#heading.textContent = heading
    this.#blocks.replaceChildren(...blocks.map((block) => (block.kind === "form" ? "" : showBlock(block))))
    const pressed = buttons.map(({ label, action, kind }) => button(label, () => this.#checkout.press(action), kind))
    this.#buttons.replaceChildren(...pressed)
  }
}
