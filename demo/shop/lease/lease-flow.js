import { LeaseError, nextStep } from "/lease-to-own/index.js"
import { dictionary } from "../language.js"
import { inWords } from "./words.js"

/** The contract can say that it is done before the service has booked the first payment. The store then looks again after these waits (ms). */
const LOOK_AGAIN_MS = [2500, 5000, 10_000]

const { screens, codes } = dictionary.texts

/**
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {import("../store.js").Cart} Cart
 * @typedef {{ work: () => unknown, words?: string }} Task `words`: what is said while it runs
 *
 * @typedef {{ view: LeaseView, cart: Cart, isBusy: boolean, waiting: string, failure: string,
 *   oldPrice: number | undefined }} LeaseState
 *   `waiting`: words of the task that runs, if it has any; `failure`: why the order of a signed lease was not placed;
 *   `oldPrice`: of the offer before this one, in major units
 *
 * @typedef {{ client: import("/lease-to-own/index.js").LeaseClient, view: LeaseView, cart: Cart, readCart: () => Promise<Cart>,
 *   restore: (differences: import("/lease-to-own/index.js").ArticleDifference[]) => Promise<void>, onChange: () => void,
 *   onProblem: (error: Error) => void, onPlaced: () => void }} FlowOptions
 *   `view`, `cart`: as they are now; another tab may change both. `restore` puts articles back into the cart
 */

/**
 * Lease-to-own without its screens: what is loaded next, when the store is asked again, and what each action does. The server's
 * view says where the lease stands. The flow itself asks for the offer after an approval and places the order after the
 * signature, each once: after a failure there is a button.
 *
 * @param {FlowOptions} options
 */
export const createLeaseFlow = (options) => new LeaseFlow(options)

class LeaseFlow {
  #shop
  /** The step whose automatic task was started. */
  #tried = ""
  /** @type {number | undefined} */
  #timer
  #stop = () => {}
  #offer = { work: () => this.#shop.client.offer(), words: screens.pricing }
  #order = { work: () => this.#place(), words: screens.placing }

  /** @param {FlowOptions} options */
  constructor({ view, cart, ...shop }) {
    this.#shop = shop
    /** @type {LeaseState} */
    this.state = { view, cart, isBusy: false, waiting: "", failure: "", oldPrice: undefined }
  }

  /** @param {LeaseView} view */
  begin(view) {
    this.#stop()
    this.#stop = this.#shop.client.subscribe((next) => this.#hear(next))
    this.#hear(view)
  }

  end() {
    this.#stop()
    clearTimeout(this.#timer)
    this.#tried = ""
    this.state.failure = ""
  }

  look = () => this.run({ work: this.#shop.client.check })
  offer = () => this.run(this.#offer)
  place = () => this.run(this.#order)
  checkSignature = () => this.run({ work: () => this.check("asked") })

  /** Puts the cart back as it was signed, and orders it. @param {import("/lease-to-own/index.js").ArticleDifference[]} differences */
  restore = (differences) => {
    const work = async () => {
      await this.#shop.restore(differences)
      await this.#shop.client.get()
    }
    return this.run({ work, words: screens.placing })
  }

  /** Does one thing at a time, and then what follows from it. @param {Task} first */
  async run(first) {
    const { state } = this
    if (state.isBusy) return
    state.isBusy = true
    try {
      for (let task = /** @type {Task | undefined} */ (first); task; task = this.#automatic()) await this.#do(task)
      this.#wait("")
    } catch (error) {
      state.waiting = ""
      await this.#explain(/** @type {Error} */ (error))
    }
    state.isBusy = false
    this.#shop.onChange()
  }

  /**
   * Has the store look at the signature. `done`: the contract said so; `asked`: the shopper did.
   *
   * @param {"done" | "asked"} hint
   */
  async check(hint) {
    const { client, onProblem } = this.#shop
    const isSettling = () => this.state.view.step === "settling"
    this.#wait(screens.checking)
    let { signature } = await client.signature(hint)
    for (const ms of hint === "done" ? LOOK_AGAIN_MS : []) {
      if (signature !== "not_signed" || isSettling()) break
      await new Promise((resolve) => setTimeout(resolve, ms))
      ;({ signature } = await client.signature(hint))
    }
    if (signature === "verified") return
    this.#wait("")
    const { view } = this.state
    if (signature === "unreachable") onProblem(new Error(codes.service_unreachable))
    else if (signature === "no_status" && nextStep(view) !== "ready") onProblem(new Error(inWords(view, "no_status")))
    else if (hint === "done" && !isSettling()) onProblem(new Error(inWords(view, "signature_pending")))
  }

  /** @param {LeaseView} view */
  #hear(view) {
    const { state } = this
    const step = nextStep(view)
    if (step === "placed") return this.#shop.onPlaced()
    const old = state.view.offer?.cash_price
    if (old !== undefined && view.offer && view.offer.cash_price !== old) state.oldPrice = old
    if (step !== "ready") state.failure = ""
    state.view = view
    this.#poll(view.poll_after_ms)
    this.#shop.onChange()
    const task = state.isBusy ? undefined : this.#automatic()
    if (task) this.run(task)
  }

  /** The store says how soon to ask again. A hidden page makes no call. @param {number | null} ms */
  #poll(ms) {
    clearTimeout(this.#timer)
    if (!ms) return
    this.#timer = setTimeout(() => {
      if (document.hidden || this.state.isBusy) this.#poll(ms)
      else this.#shop.client.check().catch(() => this.#poll(ms))
    }, ms)
  }

  /** A task that needs no shopper. @returns {Task | undefined} */
  #automatic() {
    const { view } = this.state
    const step = nextStep(view)
    if (this.#tried === step) return undefined
    this.#tried = step
    if (step === "cart_changed" || (step === "offer" && !view.offer)) return this.#offer
    return step === "ready" ? this.#order : undefined
  }

  /** @param {Task} task */
  async #do({ work, words = "" }) {
    const { state } = this
    const wasInSync = state.view.cart_in_sync
    this.#wait(words)
    await work()
    if (!wasInSync || !state.view.cart_in_sync) state.cart = await this.#shop.readCart()
  }

  /** @param {string} words */
  #wait(words) {
    this.state.waiting = words
    this.#shop.onChange()
  }

  async #place() {
    const { state } = this
    state.failure = ""
    const answer = await this.#shop.client.place()
    if (answer.type === "order") return this.#shop.onPlaced()
    const reason = reasonOf(answer)
    if (nextStep(state.view) === "ready") state.failure = inWords(state.view, "order_failed_signed", { reason })
    else if (state.view.messages.length === 0) throw new Error(reason)
  }

  /** A refusal may mean that this page is out of date, and a lost answer is no "no": the store knows. @param {Error} error */
  async #explain(error) {
    if (error instanceof LeaseError) await this.#shop.client.get().catch(() => undefined)
    this.#shop.onChange()
    this.#shop.onProblem(error)
  }
}

/** Medusa's own refusals name ids and are written for developers. @param {{ code: string, message: string }} refusal */
function reasonOf({ code, message }) {
  return Object.hasOwn(codes, code) ? message : codes.completion_failed
}
