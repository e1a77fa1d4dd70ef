import { startHostedLease } from "/lease-to-own/hosted.js"
import { LeaseError, nextStep } from "/lease-to-own/index.js"
import { button, el } from "../dom.js"
import { dictionary } from "../language.js"
import { cardForm } from "./card-form.js"
import { tokenize } from "./card-provider.js"
import { inWords, say } from "./words.js"

/** @type {Set<string>} */
const WAITING = new Set(["opening", "open", "silent", "saving", "paying"])

/** A declined card is tried once more. */
const MOST_TRIES = 2

const { screens, codes } = dictionary.texts

/**
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {"begin" | "opening" | "open" | "silent" | "saving" | "card" | "paying" | "denied" | "pending" | "lost"} Stage
 *
 * @typedef {{ client: import("/lease-to-own/index.js").LeaseClient, view: LeaseView, pay: () => Promise<void>,
 *   onOther: () => void, onPlaced: () => void, amount: string }} HostedOptions
 *   `pay`: places the order once the card is accepted; `onPlaced`: the order is there already; `amount`: what the card is charged,
 *   as people read it
 */

/**
 * The hosted widget, then a form that the widget has filled in with the virtual card. Only `card-provider.js` reads the card,
 * once, and the form is cleared.
 */
export class HostedLease {
  #card = cardForm()
  #heading = el("h3", { tabIndex: -1 })
  #words = el("div", {})
  #said = el("p", { role: "status", className: "said" })
  #problem = el("p", { role: "alert", className: "error", tabIndex: -1, hidden: true })
  #buttons = el("div", { className: "buttons" })
  element = el(
    "div",
    { className: "lease screen" },
    ...[this.#heading, this.#problem, this.#words, this.#card.element, this.#said, this.#buttons],
  )
  #options
  #view
  /** The token of a card that was accepted while the order was not placed. @type {string | null} */
  #token = null
  #tries = 0
  #leaving = new AbortController()

  /** @param {HostedOptions} options */
  constructor(options) {
    this.#options = options
    this.#view = options.view
  }

  /** @param {LeaseView} view */
  begin(view) {
    this.end()
    this.#leaving = new AbortController()
    this.#view = view
    this.#show("begin")
  }

  end() {
    this.#leaving.abort()
    this.#card.clear()
    this.#token = null
    this.#tries = 0
  }

  /** @param {Stage} stage */
  #show(stage) {
    const isWaiting = WAITING.has(stage)
    const words = textOf(stage, this.#view)
    this.#heading.textContent = titleOf(stage, this.#view)
    this.#words.replaceChildren(...(words && !isWaiting ? [el("p", {}, words)] : []))
    this.#said.textContent = isWaiting ? words : ""
    this.#card.element.hidden = stage !== "card" && stage !== "paying"
    this.#buttons.replaceChildren(...this.#buttonsOf(stage))
  }

  /** @param {Stage} stage @returns {HTMLElement[]} */
  #buttonsOf(stage) {
    const { onOther, amount } = this.#options
    const label = dictionary.texts.buttons
    if (mismatchOf(this.#view)) return [button(label.restore, () => location.assign("#/cart"))]
    if (stage === "card") {
      const pay = button(dictionary.say("buttons", "pay_card", { amount }), () => this.#payByCard())
      return this.#tries < MOST_TRIES ? [pay] : []
    }
    const other = button(label.other, onOther, "plain")
    if (stage === "denied") return [other]
    // Only the virtual card pays for a signed lease.
    const ways = isKept(this.#view) ? [] : [other]
    if (stage === "silent") return [button(label.retry, () => this.#again()), ...ways]
    if (stage === "begin" || stage === "pending") return [button(label.open_widget, () => this.#open()), ...ways]
    return []
  }

  /** A silent window cannot be told from none, so it is closed before another one opens. */
  #again() {
    this.begin(this.#view)
    return this.#open()
  }

  async #open() {
    const { signal } = this.#leaving
    let isMade = false
    this.#problem.hidden = true
    /** @param {import("/lease-to-own/hosted.js").HostedStage} stage */
    const onStage = (stage) => {
      isMade = stage === "saving"
      if (!signal.aborted) this.#show(stage === "loading" ? "opening" : stage)
    }
    try {
      const ending = await startHostedLease({ client: this.#options.client, dictionary, signal, onStage })
      if (!signal.aborted) this.#finish(ending)
    } catch (error) {
      if (!signal.aborted) await (isMade ? this.#lose(error) : this.#explain(error))
    }
  }

  /** @param {import("/lease-to-own/hosted.js").HostedLeaseEnd} ending */
  #finish(ending) {
    if (ending.type === "success") return this.#showCard(ending.view)
    if (ending.type === "failed") {
      return this.#tell(inWords(this.#view, "widget_failed", { reference: ending.reference }))
    }
    if (ending.decision === "APP_DENIED") return this.#arrive("denied")
    if (ending.decision === "APP_PENDING") return this.#arrive("pending")
    this.#show("begin")
    if (!isKept(this.#view)) this.#options.onOther()
  }

  /** @param {unknown} error */
  async #explain(error) {
    if (!(error instanceof LeaseError)) throw error
    // For the developer of the page: the fields that are missing.
    for (const { message } of error.fields) console.error(message)
    await this.#look()
    if (nextStep(this.#view) === "placed") return this.#options.onPlaced()
    this.#tell(error.message)
  }

  /** A lease was made, and the store did not take it: a second application would be the worst way on. @param {unknown} error */
  async #lose(error) {
    // Only now there is a lease, and a reference with it.
    await this.#look()
    const says = error instanceof LeaseError && error.code === "widget_late"
    this.#tell(says ? error.message : inWords(this.#view, "widget_empty"), "lost")
  }

  async #look() {
    this.#view = await this.#options.client.get().catch(() => this.#view)
  }

  /** @param {LeaseView} stored */
  #showCard(stored) {
    this.#view = stored
    if (nextStep(stored) === "placed") return this.#options.onPlaced()
    this.#card.mask()
    if (this.#card.isFilled()) this.#arrive("card")
    else this.#tell(codes.widget_fields)
  }

  /** @param {Stage} stage */
  #arrive(stage) {
    this.#show(stage)
    this.#heading.focus()
  }

  /** @param {string} text @param {Stage} [stage] */
  #tell(text, stage = "begin") {
    this.#show(stage)
    this.#problem.textContent = text
    this.#problem.hidden = false
    this.#problem.focus()
  }

  async #payByCard() {
    this.#problem.hidden = true
    this.#show("paying")
    this.#token ??= await tokenize(this.#card.read())
    if (!this.#token) {
      this.#tries++
      return this.#tell(inWords(this.#view, "card_declined"), "card")
    }
    this.#card.clear()
    try {
      await this.#options.pay()
    } catch (error) {
      this.#tell(/** @type {Error} */ (error).message, "card")
    }
  }
}

/** True when the lease is signed: only its virtual card can pay. @param {LeaseView} view */
function isKept(view) {
  return nextStep(view) === "card"
}

/** Why the card cannot pay: it was issued for another cart. Empty when it can. @param {LeaseView} view */
function mismatchOf(view) {
  return isKept(view) ? view.messages.map(({ message }) => message).join(" ") : ""
}

/** @param {Stage} stage @param {LeaseView} view */
function titleOf(stage, view) {
  const operator = view.operator.name
  if (stage === "card" || stage === "paying" || isKept(view)) return dictionary.say("steps", "card")
  if (WAITING.has(stage)) return screens.waiting
  if (stage === "denied") return dictionary.say("steps", "denied")
  if (stage === "pending") return dictionary.say("steps", "undecided")
  return say("hosted_method", { operator })
}

/** @param {Stage} stage @param {LeaseView} view */
function textOf(stage, view) {
  const operator = view.operator.name
  const texts = {
    begin: mismatchOf(view) || (isKept(view) ? screens.card_gone : say("hosted_about", { operator })),
    opening: screens.hosted_opening,
    open: say("hosted_open", { operator }),
    silent: say("hosted_silent", { operator }),
    saving: codes.widget_saving,
    card: "",
    paying: screens.placing,
    denied: inWords(view, "denied"),
    pending: inWords(view, "pending"),
    lost: "",
  }
  return texts[stage]
}
