import { LeaseError, nextStep } from "/lease-to-own/index.js"
import { button, el } from "../dom.js"
import { dictionary } from "../language.js"
import { openContract } from "./contract-dialog.js"
import { leaseDecision } from "./lease-decision.js"
import { createLeaseFlow } from "./lease-flow.js"
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

/** @typedef {import("./screen.js").LeaseView} LeaseView */

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
  #flow
  #form
  #actions
  #view
  /** The screen's contents, as one text. */
  #shown = ""
  /** The same, from before the task that runs. */
  #shownBefore = ""
  #wasBusy = false

  /** @param {Omit<import("./lease-flow.js").FlowOptions, "onChange" | "onProblem"> & { onOther: () => void }} options */
  constructor({ onOther, ...options }) {
    this.#client = options.client
    this.#view = options.view
    this.#flow = createLeaseFlow({
      ...options,
      onChange: () => this.#change(),
      onProblem: (error) => this.#explain(error),
    })
    this.#form = new LeaseForm({
      cart: options.cart,
      send: (application, consent) =>
        this.#flow.run({ work: () => this.#apply(application, consent), words: screens.keep_open }),
      onLeft: () => this.#show(),
    })
    const { look, offer, place, checkSignature, restore } = this.#flow
    this.#actions = {
      look,
      offer,
      place,
      checkSignature,
      restore,
      start: () => this.#openForm(true),
      reopenForm: () => this.#openForm(false),
      sign: () => this.#flow.run({ work: () => this.#sign() }),
      other: onOther,
    }
  }

  /** @param {LeaseView} view */
  begin(view) {
    this.#flow.begin(view)
    // After a reload the form is open again, but empty: what was typed is stored nowhere.
    this.#goForward()
    addEventListener("popstate", this.#goForward)
  }

  end() {
    this.#flow.end()
    removeEventListener("popstate", this.#goForward)
    this.#form.close()
    this.#form.forget()
    this.#shown = ""
  }

  /** To the form, where the browser's history has it open. */
  #goForward = () => {
    if (!this.#form.isOpen && history.state?.isFormOpen) this.#openForm(false)
  }

  /** @param {boolean} isConsentGiven */
  #openForm(isConsentGiven) {
    const { view } = this.#flow.state
    if (!view.form) return
    this.#form.open(view, isConsentGiven)
    this.#show()
  }

  /** @param {Record<string, unknown>} application @param {{ version: string, language: string }} consent the text that was agreed to */
  async #apply(application, { version, language }) {
    await this.#client.apply(application, { consent: { accepted: true, version, language } })
    if (this.#form.isOpen) this.#form.finish()
  }

  async #sign() {
    const ending = await openContract(this.#client, help(this.#flow.state.view))
    if (ending === "done" || ending === "asked") return this.#flow.check(ending)
    await this.#client.get()
    this.#screen.querySelector("button")?.focus()
  }

  #change() {
    const { view, isBusy } = this.#flow.state
    if (view !== this.#view) this.#hear(view)
    if (isBusy && !this.#wasBusy) {
      this.#problem.hidden = true
      this.#shownBefore = this.#shown
    }
    this.#show()
    if (this.#wasBusy && !isBusy) {
      const isTheSame = this.#shown === this.#shownBefore && this.#problem.hidden && !this.#form.isOpen
      this.#said.textContent = isTheSame ? screens.nothing_new : ""
    }
    this.#wasBusy = isBusy
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
      // The screen says it already.
      if (this.#view.messages.some(({ code }) => code === error.code)) return
    }
    this.#problem.textContent = error.message
    this.#problem.hidden = false
    this.#problem.focus()
  }

  #show() {
    const { view, waiting, failure, cart } = this.#flow.state
    const { status, messages, reasons, offer, form } = view
    const step = this.#step()
    const title = waiting ? screens.waiting : dictionary.say("steps", step)
    const shown = [title, view.step, status, messages, reasons, offer, waiting, failure, form !== null, cart.total]
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
    const { view, failure } = this.#flow.state
    // The store may not know why its own last step failed.
    if (failure) return "order_failed"
    return this.#form.isOpen ? "form" : nextStep(view)
  }

  /** @returns {import("./screen.js").Scene} */
  #scene() {
    return { ...this.#flow.state, form: this.#form.isOpen ? this.#form.element : null, actions: this.#actions }
  }
}

/** @returns {import("./screen.js").Screen} */
function underWay() {
  return { content: [el("div", { className: "waiting" })], buttons: [] }
}
