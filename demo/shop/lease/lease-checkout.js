import { createLeaseFlow } from "/lease-to-own/flow.js"
import { LeaseError, nextStep } from "/lease-to-own/index.js"
import { button, el } from "../dom.js"
import { dictionary } from "../language.js"
import { openContract } from "./contract-dialog.js"
import { leaseDecision } from "./lease-decision.js"
import { LeaseForm } from "./lease-form.js"
import { leaseIntro } from "./lease-intro.js"
import { leaseOffer } from "./lease-offer.js"
import { placeLease } from "./place-lease.js"
import { other, said } from "./screen.js"
import { help } from "./words.js"

/** @type {Record<import("./screen.js").Step | "form", import("./screen.js").ShowStep>} `form`: open over the step that asks for it */
const SCREENS = {
  unavailable: ({ view }) => ({ content: said(view), buttons: [] }),
  intro: leaseIntro,
  form: ({ form, actions }) => ({ content: form ? [form] : [], buttons: [other(actions)] }),
  ...leaseDecision,
  ...leaseOffer,
  ...placeLease,
  // The hosted widget has screens of its own.
  card: ({ view }) => ({ content: said(view), buttons: [] }),
  placed: () => ({ content: [], buttons: [] }),
}

/** An application with one of these statuses may have to be sent again. @type {Set<unknown>} */
const UNANSWERED = new Set([null, "open", "submitting", "undecided"])

const { screens } = dictionary.texts

/** The words said while a task runs. @type {{ [task in import("/lease-to-own/flow.js").LeaseTask]?: string }} */
const WAITING = {
  apply: screens.keep_open,
  offer: screens.pricing,
  signature: screens.checking,
  place: screens.placing,
  restore: screens.placing,
}

/** @typedef {import("./screen.js").LeaseView} LeaseView */
/** @typedef {import("./screen.js").LeaseState} LeaseState */
/** @typedef {import("../store.js").Cart} Cart */

/**
 * Lease-to-own from application to order: shows the screen of the flow's step, moves the focus to its heading, and
 * says what is in progress and what went wrong.
 */
export class LeaseCheckout {
  #screen = el("div", { className: "screen" })
  #said = el("p", { role: "status", className: "said" })
  #problem = el("p", { role: "alert", className: "error", tabIndex: -1, hidden: true })
  element = el("div", { className: "lease" }, this.#problem, this.#screen, this.#said)
  #client
  #cart
  #flow
  #form
  #actions
  #view
  #stop = () => {}
  /** The screen's contents, as one text. */
  #shown = ""
  /** The same, from before the task that runs. */
  #shownBefore = ""
  #wasBusy = false
  /** @type {Error | null} */
  #explained = null

  /** @param {import("/lease-to-own/flow.js").LeaseFlowOptions<Cart> & { view: LeaseView, cart: Cart, onOther: () => void }} options */
  constructor({ onOther, ...options }) {
    this.#client = options.client
    this.#view = options.view
    this.#cart = options.cart
    this.#flow = createLeaseFlow({ ...options, dictionary })
    this.#form = new LeaseForm({
      cart: options.cart,
      send: (application, consent) => this.#apply(application, consent),
      onLeft: () => this.#show(),
    })
    this.#actions = {
      ...this.#flow.actions,
      start: () => this.#openForm(true),
      reopenForm: () => this.#openForm(false),
      sign: () => this.#sign(),
      other: onOther,
    }
  }

  /** @param {LeaseView} view */
  begin(view) {
    this.#stop = this.#flow.subscribe((state) => this.#change(state))
    this.#flow.start(view)
    // After a reload the form is open again, but empty: what was typed is stored nowhere.
    this.#goForward()
    addEventListener("popstate", this.#goForward)
  }

  end() {
    this.#stop()
    this.#flow.stop()
    removeEventListener("popstate", this.#goForward)
    this.#form.close()
    this.#form.forget()
    this.#shown = ""
    this.#wasBusy = false
  }

  /** To the form, where the browser's history has it open. */
  #goForward = () => {
    if (!this.#form.isOpen && history.state?.isFormOpen) this.#openForm(false)
  }

  /** @param {boolean} isConsentGiven */
  #openForm(isConsentGiven) {
    const { view } = this.#flow.state
    if (!view?.form) return
    this.#form.open(view, isConsentGiven)
    this.#show()
  }

  /** @param {Record<string, unknown>} application @param {LeaseView["consent"]} consent the text that was agreed to */
  async #apply(application, { version, language }) {
    const isSent = await this.#flow.actions.apply(application, { consent: { accepted: true, version, language } })
    if (!isSent || !this.#form.isOpen) return
    this.#form.finish()
    this.#show()
  }

  async #sign() {
    let ending = /** @type {import("/lease-to-own/flow.js").ContractEnding} */ ("closed")
    const isDone = await this.#flow.actions.sign(async (contract) => {
      ending = await openContract(this.#client, contract, help(this.#view))
      return ending
    })
    if (isDone && ending === "closed") this.#screen.querySelector("button")?.focus()
  }

  /** @param {LeaseState} state */
  #change({ view, step, busy, error }) {
    // The page of the order follows.
    if (!view || step === "placed") return
    if (view !== this.#view) this.#hear(view)
    if (busy && !this.#wasBusy) {
      this.#problem.hidden = true
      this.#shownBefore = this.#shown
    }
    this.#show()
    if (!busy && error && error !== this.#explained) this.#explain(error)
    if (!busy) this.#explained = error
    if (this.#wasBusy && !busy) {
      const isTheSame = this.#shown === this.#shownBefore && this.#problem.hidden && !this.#form.isOpen
      this.#said.textContent = isTheSame ? screens.nothing_new : ""
    }
    this.#wasBusy = busy !== null
  }

  /** @param {LeaseView} next */
  #hear(next) {
    const hasChanged = this.#view.step !== next.step || this.#view.status !== next.status
    if (this.#form.isOpen && ((hasChanged && nextStep(next) !== "intro") || !next.form)) this.#form.finish()
    if (!UNANSWERED.has(next.status)) this.#form.forget()
    this.#view = next
  }

  /** @param {Error} error */
  #explain(error) {
    if (error instanceof LeaseError) {
      if (this.#form.isOpen) return this.#form.showProblems(error.fields, error.message)
      const isRefused = error.status >= 400
      // The screen says it already.
      if (this.#failure() || (isRefused && this.#view.messages.some(({ code }) => code === error.code))) return
    }
    this.#problem.textContent = error.message
    this.#problem.hidden = false
    this.#problem.focus()
  }

  #show() {
    const { busy, cart } = this.#flow.state
    const { status, messages, reasons, offer, form, step: told } = this.#view
    const step = this.#step()
    const waiting = (busy && WAITING[busy]) ?? ""
    const title = waiting ? screens.waiting : dictionary.say("steps", step)
    const shown = [title, told, status, messages, reasons, offer, waiting, this.#failure(), form !== null, cart?.total]
    const now = JSON.stringify(shown)
    // Asking again must not move the page under a reader or a writer.
    if (now === this.#shown) return
    const isFirst = this.#shown === ""
    this.#shown = now
    const heading = el("h3", { tabIndex: -1 }, title)
    const { content, buttons } = waiting ? underWay() : SCREENS[step](this.#scene())
    const row = buttons.map(({ label, action, kind }) => button(label, action, kind))
    this.#screen.replaceChildren(heading, ...content, el("div", { className: "buttons" }, ...row))
    this.#said.textContent = waiting
    if (!isFirst) heading.focus()
  }

  #step() {
    return this.#form.isOpen ? "form" : (this.#flow.state.step ?? nextStep(this.#view))
  }

  /** Why the order of a signed lease was refused, where only this page knows. */
  #failure() {
    const { step, error } = this.#flow.state
    return step === "order_failed" && nextStep(this.#view) === "ready" && error ? error.message : ""
  }

  /** @returns {import("./screen.js").Scene} */
  #scene() {
    const { cart = this.#cart, oldPrice } = this.#flow.state
    const form = this.#form.isOpen ? this.#form.element : null
    return { view: this.#view, cart, oldPrice, failure: this.#failure(), form, actions: this.#actions }
  }
}

/** @returns {import("./screen.js").Screen} */
function underWay() {
  return { content: [el("div", { className: "waiting" })], buttons: [] }
}
