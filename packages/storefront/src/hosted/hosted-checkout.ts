import { isMistake, LeaseError, wordsOf } from "../client/errors.js"
import { hasTotalChanged, taxChoice } from "../client/tax-choice.js"
import { report, reportOf } from "../client/view-feed.js"
import { StateFeed } from "../flow/state-feed.js"
import { QUIET } from "../screens/checkout-state.js"
import { type ScreenAction, sameScreen } from "../screens/screen.js"
import { speaker } from "../screens/screen-words.js"
import type { LeaseView } from "../wire.js"
import { type HostedPlace, hostedMessage, hostedScreen, isKept } from "./hosted-screen.js"
import type { HostedCheckout, HostedCheckoutOptions, HostedState } from "./hosted-state.js"
import { type HostedLeaseEnd, type HostedStage, startHostedLease } from "./start-hosted-lease.js"

/** The number of declines after which the shopper can no longer retry. */
const MOST_TRIES = 2

/** The codes of refused success reports whose text says what to do. */
const SAID = ["widget_late", "widget_other_cart"]

const OPENS: HostedPlace[] = ["begin", "pending", "silent"]

/**
 * Creates a checkout with the operator's widget, which fills in the shop's card form. Anything that renders the states of `createLeaseCheckout` can
 * render these. Doesn't touch the page before `start`.
 */
export function createHostedCheckout(options: HostedCheckoutOptions): HostedCheckout {
  return new Checkout(options)
}

class Checkout extends StateFeed<HostedState> implements HostedCheckout {
  readonly #options
  readonly #speak
  readonly #choice
  /** The result of the last call to the shop's `onTotalChange`. */
  #refreshed: Promise<unknown> | undefined
  #place: HostedPlace
  #view: LeaseView | null
  /** Set while the checkout runs. Aborted when the widget is closed. */
  #leaving: AbortController | null = null
  #pendingRead: Promise<LeaseView> | null = null
  #isPlaced = false
  /** The token of an accepted card whose order isn't placed yet. */
  #token: string | null = null
  #declines = 0

  constructor(options: HostedCheckoutOptions) {
    const { view = null, amount } = options
    const speak = speaker(options)
    const place = view ? "begin" : "checking"
    super({ ...QUIET, screen: hostedScreen({ place, view, amount, mayPay: true }, speak), card: "hidden" })
    this.#options = options
    this.#speak = speak
    this.#choice = taxChoice(options.client)
    this.#view = view
    this.#place = place
  }

  start = () => {
    if (this.#leaving) return
    this.#leaving = new AbortController()
    this.#choice.begin()
    addEventListener("pagehide", this.#hide)
    addEventListener("pageshow", this.#comeBack)
    document.addEventListener("turbo:before-cache", this.#hide)
    this.#show(this.#view ? "begin" : "checking", QUIET)
    if (this.#isOver()) return
    if (this.#view) void this.#choose()
    else void this.#checkAgain()
  }

  stop = () => {
    if (!this.#leaving) return
    removeEventListener("pagehide", this.#hide)
    removeEventListener("pageshow", this.#comeBack)
    document.removeEventListener("turbo:before-cache", this.#hide)
    this.#leaving.abort()
    this.#leaving = null
    this.#token = null
    this.#declines = 0
    this.#options.card.clear()
  }

  /**
   * Clears the card data, because someone else may go back to the page, and a cached copy would contain the data. The widget can fill it in again.
   */
  #hide = () => {
    if (this.#place !== "card") return
    this.#options.card.clear()
    this.#show("begin")
  }

  #comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted && this.#place === "begin") void this.#checkAgain()
  }

  press = async (action: ScreenAction) => {
    const { onCart } = this.#options
    if (action === "start") return this.#open()
    if (action === "place") return this.#pay()
    if (action === "check") return this.#checkAgain()
    if (action === "other") await this.#other()
    if (action === "toCart") await onCart()
  }

  #screenNow() {
    const { amount } = this.#options
    return hostedScreen(
      { place: this.#place, view: this.#view, amount, mayPay: this.#declines < MOST_TRIES },
      this.#speak,
    )
  }

  #show(place: HostedPlace, changes: Partial<HostedState> = {}): void {
    this.#place = place
    const screen = this.#screenNow()
    const card = place === "paying" ? "busy" : place === "card" ? "shown" : "hidden"
    const isSame = sameScreen(screen, this.state.screen)
    this.set({
      statusText: "",
      ...changes,
      card,
      ...(screen.statusText && { statusText: screen.statusText }),
      ...(!isSame && { screen }),
    })
  }

  #arrive(place: HostedPlace): void {
    this.#show(place, { problem: "", focus: { on: "heading" } })
  }

  #tell(problem: string, place: HostedPlace): void {
    this.#place = place
    const isSaid = this.#screenNow().blocks.some((block) => block.kind === "text" && block.text === problem)
    if (isSaid) this.#arrive(place)
    else this.#show(place, { problem, focus: { on: "problem" } })
  }

  /** If there is an order, reports it to the shop, once, and returns true. */
  #isOver(): boolean {
    if (this.#view?.step !== "placed") return false
    this.#end(this.#view.order_id)
    return true
  }

  #end(orderId: string | null): void {
    if (this.#isPlaced) return
    this.#isPlaced = true
    reportOf(() => this.#options.onPlaced(orderId))
  }

  /** Reads the state again, because this page may be out of date after a refusal. */
  async #reload(): Promise<void> {
    this.#hear(await this.#options.client.get().catch(() => null))
  }

  #hear(view: LeaseView | null): void {
    if (!view) return
    const isNewTotal = hasTotalChanged(this.#view, view)
    this.#view = view
    if (isNewTotal) this.#refreshed = reportOf(() => this.#options.onTotalChange?.())
  }

  /** Makes the choice before the widget opens, so that the shopper sees the total that the lease pays. Opening the widget would make it, too. */
  async #choose(): Promise<void> {
    const view = this.#view
    if (this.#choice.isDue(view) && view.actions.widget.allowed) this.#hear(await this.#choice.make(view))
  }

  async #other(): Promise<void> {
    this.#hear(await this.#choice.takeBack(() => this.#view))
    await this.#refreshed
    await this.#options.onOther()
  }

  async #checkAgain(): Promise<void> {
    const { signal } = this.#leaving ?? {}
    if (!signal) return
    const [before, isFirst] = [this.state.screen, !this.#view]
    const wasCard = this.#place === "card"
    this.#show(isFirst ? "checking" : this.#place, { problem: "" })
    try {
      // After a restart, share the read that is still in progress.
      this.#pendingRead ??= this.#options.client.get()
      this.#hear(await this.#pendingRead)
    } catch (error) {
      if (!signal.aborted) this.#tell(this.#wordsOf(error), wasCard ? "card" : "begin")
      return
    } finally {
      this.#pendingRead = null
    }
    if (signal.aborted) return
    void this.#choose()
    this.#show(wasCard && isKept(this.#view) ? "card" : "begin")
    if (this.#isOver() || isFirst) return
    if (this.state.screen === before) this.#show(this.#place, { statusText: this.#speak.say("nothing_new") })
    else this.#arrive(this.#place)
  }

  async #open(): Promise<void> {
    if (!this.#leaving || !OPENS.includes(this.#place)) return
    // A silent widget may be invisible, so close it before opening another one.
    this.#leaving.abort()
    this.#leaving = new AbortController()
    const { signal } = this.#leaving
    this.#arrive("loading")
    // The shopper may have chosen another payment method before, which restored the tax.
    this.#choice.begin()
    await this.#choose()
    if (signal.aborted) return
    let isMade = false
    const onStage = (stage: HostedStage) => {
      isMade = stage === "saving"
      if (!signal.aborted && stage !== this.#place) this.#show(stage)
    }
    try {
      const ending = await startHostedLease({ ...this.#options, signal, onStage })
      // Not awaited, because an error from a shop's function must reach the caller instead of the `catch` below.
      if (!signal.aborted) return this.#finish(ending)
    } catch (error) {
      if (!signal.aborted) await (isMade ? this.#lose(error, signal) : this.#explain(error, signal))
    }
  }

  async #finish(ending: HostedLeaseEnd): Promise<void> {
    if (ending.type === "success") return this.#receive(ending.view)
    if (ending.type === "failed") {
      return this.#tell(this.#message("widget_failed", { reference: ending.reference }), "begin")
    }
    if (ending.decision === "APP_DENIED") return this.#arrive("denied")
    if (ending.decision === "APP_PENDING") return this.#arrive("pending")
    if (isKept(this.#view)) return this.#arrive("begin")
    this.#show("begin")
    await this.#other()
  }

  #receive(stored: LeaseView): void {
    const { card } = this.#options
    this.#hear(stored)
    if (this.#isOver()) return
    if (!card.isFilled()) {
      this.#tell(this.#message("widget_fields"), "begin")
      return
    }
    card.mask?.()
    this.#arrive("card")
  }

  async #explain(error: unknown, signal: AbortSignal): Promise<void> {
    if (!(error instanceof LeaseError)) {
      this.#show("begin")
      throw error
    }
    // Log missing fields, because only the page's developers can fix them.
    for (const { message } of error.fields) console.error(message)
    await this.#reload()
    if (signal.aborted || this.#isOver()) return
    this.#tell(error.message, "begin")
  }

  /** Shows that a lease exists but the store didn't accept it, so the shopper must not apply again. */
  async #lose(error: unknown, signal: AbortSignal): Promise<void> {
    // Get the lease's reference, which didn't exist before.
    await this.#reload()
    if (signal.aborted || this.#isOver()) return
    const isSaid = error instanceof LeaseError && SAID.includes(error.code)
    this.#tell(isSaid ? error.message : this.#message("widget_empty"), "lost")
  }

  async #pay(): Promise<void> {
    if (!this.#leaving || this.#place !== "card") return
    const { signal } = this.#leaving
    const { card, pay } = this.#options
    this.#arrive("paying")
    try {
      const token = this.#token ?? (await card.tokenize())
      // A shopper who has left must not be charged.
      if (signal.aborted) return
      this.#token = token
      if (!token) {
        this.#declines++
        return this.#tell(this.#message("card_declined"), "card")
      }
      card.clear()
      this.#end((await pay(token)) ?? null)
    } catch (error) {
      // If the shopper has left, no screen can show the error.
      if (signal.aborted) throw error
      await this.#reload()
      // The order may have been placed even though the response was lost.
      if (!signal.aborted && !this.#isOver()) this.#tell(this.#wordsOf(error), "card")
      return
    }
    // This read makes the client move the lease key to the order.
    void this.#reload()
  }

  /** Returns an error's message for the shopper, or a general one if the error has no message or is a bug. */
  #wordsOf(error: unknown): string {
    const isScripts = isMistake(error)
    if (isScripts) report(error)
    return (!isScripts && wordsOf(error)) || this.#speak.dictionary.texts.codes.refused
  }

  #message(code: Parameters<typeof hostedMessage>[1], more?: Record<string, string>): string {
    return this.#view ? hostedMessage(this.#view, code, this.#speak, more) : ""
  }
}
