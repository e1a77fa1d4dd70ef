import type { LeaseClient } from "../client/client.js"
import { LeaseError } from "../client/errors.js"
import type { ContractEnding, LeaseActionName, LeaseFlow, LeaseState } from "../flow/flow-state.js"
import { type Feed, StateFeed } from "../flow/state-feed.js"
import type { ApplyBody, LeaseView } from "../wire.js"
import { type CheckoutState, QUIET } from "./checkout-state.js"
import { acknowledgedIn } from "./confirm.js"
import { Session } from "./contract-session.js"
import { isFormInHistory } from "./form-guard.js"
import { type FormBinding, LeaseForm } from "./lease-form.js"
import {
  type Confirmed,
  type Screen,
  type ScreenAction,
  type ScreenCart,
  type ScreenWords,
  sameScreen,
} from "./screen.js"
import { failureOf, screenOf } from "./screen-of.js"
import { speaker } from "./screen-words.js"

const UNDECIDED: unknown[] = [null, "open", "submitting", "undecided", "pending"]

/**
 * Whether the typed values may be needed again: before a decision, until an approval's offer has loaded, and if the store asks for another
 * application. After a denial, they are needed only if a message announces another operator. Otherwise, the new application is for a different
 * applicant.
 */
function mayAskAgain({ status, step, form, offer, messages }: LeaseView): boolean {
  if (UNDECIDED.includes(status)) return true
  if (status === "denied") return form !== null && messages.some(({ code }) => code === "second_look")
  return form !== null || (status === "approved" && step === "offer" && !offer)
}

export type LeaseCheckoutOptions<Cart extends ScreenCart> = ScreenWords & {
  flow: LeaseFlow<Cart>
  /** The same client as the flow's. */
  client: Pick<LeaseClient, "contract" | "signature">
  /** Called if the shopper chooses another payment method. */
  onOther: () => unknown
  /** Called if the shopper goes back to the cart. */
  onCart: () => unknown
}

/** A flow's screens, independent of how they are rendered. */
export type LeaseCheckout = Feed<CheckoutState> & {
  readonly form: FormBinding
  /** Starts the screens and the flow. Calling it again has no effect. */
  start(): void
  /** Stops the screens and discards what was typed. */
  stop(): void
  /**
   * Performs a button's action and resolves when it has finished. `given` is the one-time code or, for a button with `needsConsent`, the values of the
   * checked checkboxes. Rejects with whatever a shop's function threw.
   */
  press(action: ScreenAction, given?: string | Confirmed): Promise<void>
}

/** Creates the checkout from application to order. Doesn't touch the page before `start`. */
export function createLeaseCheckout<Cart extends ScreenCart>(options: LeaseCheckoutOptions<Cart>): LeaseCheckout {
  return new Checkout(options)
}

class Checkout<Cart extends ScreenCart> extends StateFeed<CheckoutState> implements LeaseCheckout {
  readonly form: FormBinding
  readonly #options
  readonly #form: LeaseForm
  readonly #speak
  #leave: (() => void) | null = null
  #view: LeaseView | null
  #heardAt: number | undefined
  #isFirst = true
  #busy: LeaseActionName | null = null
  /** The screen before the running action. */
  #before: Screen
  #explained: Error | null = null

  constructor(options: LeaseCheckoutOptions<Cart>) {
    const { flow } = options
    const screen = screenOf({ state: flow.state }, options)
    super({ ...QUIET, screen, statusText: screen.statusText })
    this.#options = options
    this.#speak = speaker(options)
    this.#view = flow.state.view
    this.#form = new LeaseForm({
      words: options,
      cart: () => flow.state.cart,
      send: (application, consent) => void this.#apply(application, consent),
      onProblems: (form) => this.set({ form, ...(form.message && { focus: { on: "form" } as const }) }),
      problems: () => this.state.form,
      onTyped: (form, statusText) => this.set({ form, statusText }),
      onLeft: () => this.#show(),
    })
    this.form = this.#form.binding
    this.#before = screen
  }

  start = () => {
    if (this.#leave) return
    const { flow } = this.#options
    this.#isFirst = true
    this.#busy = null
    this.set(QUIET)
    this.#heardAt = Date.now()
    const stopHearing = flow.subscribe(this.#change)
    addEventListener("popstate", this.#goForward)
    addEventListener("pagehide", this.#hide)
    addEventListener("pageshow", this.#comeBack)
    document.addEventListener("turbo:before-cache", this.#forget)
    this.#leave = () => {
      stopHearing()
      removeEventListener("popstate", this.#goForward)
      removeEventListener("pagehide", this.#hide)
      removeEventListener("pageshow", this.#comeBack)
      document.removeEventListener("turbo:before-cache", this.#forget)
    }
    flow.start()
    if (this.#isFirst) this.#change(flow.state)
    // After a reload, the form is open again but empty, because typed values aren't stored.
    this.#goForward()
  }

  stop = () => {
    this.#leave?.()
    this.#leave = null
    this.#options.flow.stop()
    this.state.contract?.end()
    this.#form.close()
    this.#form.forget()
  }

  press = async (action: ScreenAction, given?: string | Confirmed) => {
    const { flow, onOther, onCart } = this.#options
    const [typed, confirmed] = typeof given === "object" ? [undefined, given] : [given, {}]
    if (action === "start" || action === "reopenForm") return this.#openForm(confirmed)
    if (action === "sign") return this.#sign(confirmed)
    if (action === "other") {
      if (await flow.chooseOther()) await onOther()
    } else if (action === "toCart") await onCart()
    else if (action === "takeApproval") await flow.actions[action](typed)
    else await flow.actions[action]()
  }

  #goForward = () => {
    if (!this.#form.block && isFormInHistory()) this.#openForm()
  }

  /** Clears secrets, because someone else may go back to the page. */
  #hide = () => this.#form.forgetSecrets()

  /** Closes a contract that the browser restored with the page, because the contract's URL works only once. */
  #comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) this.state.contract?.end()
  }

  /** Clears values and closes the contract, because Turbo is about to cache a copy of the page. */
  #forget = () => {
    this.state.contract?.end()
    this.#form.forget()
  }

  #openForm(confirmed?: Confirmed): void {
    const { view } = this.#options.flow.state
    if (!view?.form) return
    this.#form.open(view, confirmed)
    this.#show()
  }

  async #apply(application: Record<string, unknown>, consent: ApplyBody["consent"]): Promise<void> {
    const isSent = await this.#options.flow.actions.apply(application, { consent })
    if (!isSent || !this.#form.block) return
    this.#form.finish()
    this.#show()
  }

  async #sign(confirmed: Confirmed): Promise<void> {
    const { flow, client, dictionary } = this.#options
    const acknowledged = acknowledgedIn(confirmed, flow.state.view?.offer ?? null)
    let ending = "closed" as ContractEnding
    const isDone = await flow.actions.sign(async (contract) => {
      const help = this.#view ? this.#speak.help(this.#view) : ""
      const session = new Session({ client, contract, acknowledged, dictionary, help })
      if (!this.#leave) session.end()
      else this.set({ contract: session })
      ending = await session.ended
      this.set({ contract: null })
      return ending
    }, acknowledged)
    if (isDone && ending === "closed" && this.#leave) this.set({ focus: { on: "button" } })
  }

  #change = (state: LeaseState<Cart>) => {
    const { view, step, busy, error } = state
    // The shop shows the order page next.
    if (step === "placed") return this.state.contract?.end("detected")
    const done = this.#busy
    this.#busy = busy
    if (busy && !done) {
      this.#before = this.state.screen
      this.set({ problem: "", statusText: "" })
    }
    if (view && view !== this.#view) this.#hear(view)
    const changes = this.#screenNow()
    if (!busy && error && error !== this.#explained) Object.assign(changes, this.#explain(error))
    if (!busy) this.#explained = error
    if (!busy && done) {
      const { screen, problem } = { ...this.state, ...changes }
      const isTheSame = done !== "choose" && sameScreen(screen, this.#before) && !problem && !this.#form.block
      Object.assign(changes, {
        statusText: isTheSame ? this.#speak.say(done === "askCode" ? "code_again" : "nothing_new") : "",
      })
    }
    this.set(changes)
  }

  #hear(next: LeaseView): void {
    const before = this.#view
    const hasChanged = before?.step !== next.step || before.status !== next.status
    this.#view = next
    this.#heardAt = Date.now()
    // An error from the previous screen doesn't apply to this one.
    if (hasChanged) this.set({ problem: "" })
    if (this.#form.block && ((hasChanged && next.step !== "intro") || !next.form)) this.#form.finish()
    if (!mayAskAgain(next)) this.#form.forget()
    else if (!before && isFormInHistory() && next.form) this.#form.open(next)
    else if (this.#form.block && !hasChanged && before.consent.version !== next.consent.version) {
      // Show the new texts. What was typed stays.
      this.#form.close()
      this.#form.open(next)
    }
  }

  #explain(error: Error): Partial<CheckoutState> {
    const { state } = this.#options.flow
    if (error instanceof LeaseError) {
      const { code, message, fields } = error
      if (this.#form.block) return { form: this.#form.problemsOf(fields, message), focus: { on: "form" } }
      const isSaid = state.view?.messages.some((each) => each.code === code)
      if (failureOf(state) || isSaid) return {}
    }
    return { problem: error.message, focus: { on: "problem" } }
  }

  #show(): void {
    this.set(this.#screenNow())
  }

  /** Keeps the old screen object if nothing visible changed, so that polling doesn't disturb a shopper who is reading or typing. */
  #screenNow(): Partial<CheckoutState> {
    const scene = { state: this.#options.flow.state, form: this.#form.block, heardAt: this.#heardAt }
    const screen = screenOf(scene, this.#options)
    const isFirst = this.#isFirst
    this.#isFirst = isFirst && !this.#view
    if (sameScreen(screen, this.state.screen)) return screen.statusText ? { statusText: screen.statusText } : {}
    const form = screen.step === "form" ? { form: this.#form.firstProblems } : {}
    return { screen, statusText: screen.statusText, focus: isFirst ? null : { on: "heading" }, ...form }
  }
}
