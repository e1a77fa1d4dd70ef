import { createLeaseFlow } from "/lease-to-own/flow.js"
import { createLeaseCheckout } from "/lease-to-own/screens.js"
import { button, el } from "../dom.js"
import { words } from "../language.js"
import { applicationForm } from "./application-form.js"
import { showBlock } from "./blocks.js"
import { showContract } from "./contract-dialog.js"

/** @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView */
/** @typedef {import("/lease-to-own/screens.js").CheckoutState} CheckoutState */
/** @typedef {import("/lease-to-own/screens.js").Screen} Screen */
/** @typedef {import("../store.js").Cart} Cart */

/** Lease-to-own from application to order: shows the screens that the package makes, and moves the focus where it says. */
export class LeaseCheckout {
  #screen = el("div", { className: "screen" })
  #said = el("p", { role: "status", className: "said" })
  #problem = el("p", { role: "alert", className: "error", tabIndex: -1, hidden: true })
  element = el("div", { className: "lease" }, this.#problem, this.#screen, this.#said)
  #checkout
  /** @type {ReturnType<typeof applicationForm> | null} */
  #form = null
  /** @type {CheckoutState | null} */
  #shown = null
  #stop = () => {}

  /** @param {import("/lease-to-own/flow.js").LeaseFlowOptions<Cart> & { onOther: () => void }} options */
  constructor({ onOther, ...options }) {
    const flow = createLeaseFlow({ ...options, dictionary: words.dictionary })
    const onCart = () => location.assign("#/cart")
    this.#checkout = createLeaseCheckout({ ...words, flow, client: options.client, onOther, onCart })
  }

  /** @param {LeaseView} view */
  begin(view) {
    this.#stop = this.#checkout.subscribe((state) => this.#show(state))
    this.#checkout.start(view)
  }

  end() {
    this.#stop()
    this.#checkout.stop()
    this.#shown = null
  }

  /** @param {CheckoutState} state */
  #show(state) {
    const { screen, said, problem, form, contract, focus } = state
    const shown = this.#shown
    this.#shown = state
    if (screen !== shown?.screen) this.#showScreen(screen)
    this.#said.textContent = said
    this.#problem.textContent = problem
    this.#problem.hidden = problem === ""
    if (form !== shown?.form) this.#form?.showProblems(form)
    if (contract && contract !== shown?.contract) showContract(contract)
    if (focus && focus !== shown?.focus) this.#focusOn(focus.on)
  }

  /** @param {Screen} screen */
  #showScreen({ heading, blocks, buttons }) {
    this.#form = null
    this.#screen.replaceChildren(
      el("h3", { tabIndex: -1 }, heading),
      ...blocks.map((block) => (block.kind === "form" ? this.#showForm(block) : showBlock(block))),
      el("div", { className: "buttons" }, ...buttons.map((each) => this.#button(each))),
    )
  }

  /** @param {import("/lease-to-own/screens.js").FormBlock} block */
  #showForm(block) {
    this.#form = applicationForm(block, this.#checkout.form)
    return this.#form.element
  }

  /** @param {import("/lease-to-own/screens.js").ScreenButton} button */
  #button({ label, action, kind, needsConsent }) {
    const isAgreed = () => !needsConsent || this.#screen.querySelector("input")?.reportValidity()
    return button(label, () => isAgreed() && this.#checkout.press(action), kind)
  }

  /** @param {import("/lease-to-own/screens.js").Focus["on"]} place */
  #focusOn(place) {
    const places = {
      heading: () => this.#screen.querySelector("h3"),
      problem: () => this.#problem,
      form: () => this.#form?.summary,
      button: () => this.#screen.querySelector("button"),
    }
    places[place]()?.focus()
  }
}
