import { LeaseError, shownError } from "../client/errors.js"
import { hasTotalChanged, taxChoice } from "../client/tax-choice.js"
import { reportOf } from "../client/view-feed.js"
import type { LeaseStep, LeaseView, SignatureBody } from "../wire.js"
import { type FlowErrorCode, flowError, isOrderFailed, refusalOf } from "./flow-errors.js"
import {
  type LeaseActionName,
  type LeaseActions,
  type LeaseFlow,
  type LeaseFlowOptions,
  type LeaseState,
} from "./flow-state.js"
import { createPoller } from "./poller.js"
import { StateFeed } from "./state-feed.js"

/** Pauses between signature checks, because signing can finish before the service has recorded the first payment. */
const CHECK_AGAIN_MS = [2500, 5000, 10_000]

type Action = { name: LeaseActionName; work: () => Promise<unknown> }

/**
 * Creates the flow for one cart's lease, with a state based on the store's view. It gets the offer after an approval and places the order after the
 * signature, but only once each: after a failure, the shopper must act. Before `start`, it sends no requests and doesn't touch the page.
 */
export function createLeaseFlow<Cart = unknown>(options: LeaseFlowOptions<Cart>): LeaseFlow<Cart> {
  return new Flow(options)
}

class Flow<Cart> extends StateFeed<LeaseState<Cart>> implements LeaseFlow<Cart> {
  readonly actions: LeaseActions
  readonly #shop
  readonly #offer: Action
  readonly #order: Action
  readonly #choice
  /** The result of the last call to the shop's `onTotalChange`. */
  #refreshed: Promise<unknown> | undefined
  readonly #poller
  #isOn = false
  #isPlaced = false
  #separateId: string | undefined
  /** Whether a view read without this browser's key has been read again with the key. */
  #hasReread = false
  /** The step that started the last automatic action. */
  #tried: LeaseStep | null = null
  #leave: (() => void) | undefined
  #wake: (() => void) | undefined

  constructor({ view = null, cart, ...shop }: LeaseFlowOptions<Cart>) {
    super({ view, step: view?.step ?? null, busy: null, error: null, oldPrice: null, codeMessage: null, cart })
    const { client } = shop
    this.#shop = shop
    this.#offer = { name: "offer", work: () => client.offer() }
    this.#order = { name: "place", work: () => this.#place() }
    this.#choice = taxChoice(client)
    this.#poller = createPoller(client.check, () => this.state.busy !== null || this.#isPlaced)
    this.actions = {
      check: () => this.#run({ name: "check", work: client.check }),
      apply: (application, how) => this.#run({ name: "apply", work: () => client.apply(application, how) }),
      takeApproval: (code) => this.#run({ name: "takeApproval", work: () => client.takeApproval(code) }),
      askCode: () =>
        this.#run({ name: "askCode", work: async () => this.#set({ codeMessage: (await client.askCode()).message }) }),
      offer: () => this.#run(this.#offer),
      sign: (show, acknowledged) => this.#run({ name: "sign", work: () => this.#sign(show, acknowledged) }),
      signature: () => this.#run({ name: "signature", work: () => this.#checkSignature("requested") }),
      place: () => this.#run(this.#order),
      restore: () => this.#run({ name: "restore", work: () => this.#restore() }),
      removeItems: () => this.#run({ name: "removeItems", work: () => this.#removeItems() }),
      separate: () => this.#run({ name: "separate", work: () => this.#changeCart(() => client.separate()) }),
    }
  }

  start = () => {
    if (this.#isOn) return
    this.#isOn = true
    this.#choice.begin()
    const { client } = this.#shop
    const { view } = this.state
    this.#listen()
    this.#poller.start()
    // If an action from before `stop` is still running, don't start it again.
    if (!this.state.busy) {
      this.#tried = null
      this.#set({ error: null })
    }
    if (!view) void this.#run({ name: "check", work: client.get })
    else this.#hear(view)
    // The server that read this view had no lease key, so the application may be this browser's own. Read the view again with the key.
    if (view?.step !== "in_progress" || this.#hasReread) return
    this.#hasReread = true
    client.get().catch(() => undefined)
  }

  stop = () => {
    this.#isOn = false
    this.#poller.stop()
    this.#wake?.()
    if (!this.state.busy) this.#deafen()
  }

  chooseOther = async () => {
    const { view, busy } = this.state
    const work = () => this.#changeCart(this.#shop.client.putBack)
    if (view?.separate_cart && !busy && !(await this.#run({ name: "putBack", work }))) return false
    await this.#choice.takeBack(() => this.state.view)
    await this.#refreshed
    return true
  }

  #listen(): void {
    this.#leave ??= this.#shop.client.subscribe((view) => this.#hear(view))
  }

  #deafen(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  #set(changes: Partial<LeaseState<Cart>>): void {
    const { view, error } = { ...this.state, ...changes }
    const step = this.#isPlaced ? "placed" : isOrderFailed(error) ? "order_failed" : (view?.step ?? null)
    this.set({ ...changes, step })
  }

  /** Runs one action at a time, followed by any automatic ones. */
  async #run(first: Action): Promise<boolean> {
    if (this.state.busy) return false
    this.#listen()
    this.#set({ busy: first.name, error: null })
    let error: Error | null = null
    for (let action: Action | undefined = first; action; ) {
      try {
        await this.#do(action)
        error = this.state.error
        action = this.#automatic()
      } catch (problem) {
        error = this.#toShow(problem)
        // Read the state again: after a refusal, this page may be out of date, and after a lost response, the call may have worked.
        const isRead = error instanceof LeaseError && (await this.#shop.client.get().catch(() => null))
        action = isRead ? this.#automatic() : undefined
      }
    }
    if (!this.#isOn) this.#deafen()
    this.#set({ busy: null, error })
    return !error
  }

  #toShow(problem: unknown): Error {
    const shown = shownError(problem)
    if (!(shown instanceof LeaseError) || shown === problem) return shown
    return this.#shop.dictionary?.error(shown) ?? shown
  }

  async #do({ name, work }: Action): Promise<void> {
    const isInSync = () => this.state.view?.cart_in_sync !== false
    const wasInSync = isInSync()
    const { readCart } = this.#shop
    if (this.state.busy !== name) this.#set({ busy: name })
    await work()
    if (readCart && !(wasInSync && isInSync())) this.#set({ cart: await readCart() })
  }

  /** Returns the next action that doesn't need the shopper. */
  #automatic(): Action | undefined {
    const { view } = this.state
    if (!view || !this.#isOn || this.#isPlaced) return undefined
    const step = view.step
    if (step !== "unavailable" && step !== "denied" && this.#choice.isDue(view))
      return { name: "choose", work: () => this.#choice.make(view) }
    if (this.#tried === step) return undefined
    this.#tried = step
    if (step === "cart_changed" || (step === "offer" && !view.offer)) return this.#offer
    // If `order_id` is set, the order already exists.
    return step === "ready" && !view.order_id ? this.#order : undefined
  }

  #hear(view: LeaseView) {
    const { step } = view
    const { view: before, error, oldPrice } = this.state
    // After the order, the store tells only the applicant about the separate cart, and the key may be gone.
    if (step !== "placed" || view.separate_cart) this.#separateId = view.separate_cart?.id
    const [old, price] = [before?.offer?.cash_price, view.offer?.cash_price]
    this.#set({
      view,
      oldPrice: old && price && old !== price ? old : oldPrice,
      error: step !== "ready" && isOrderFailed(error) ? null : error,
    })
    if (hasTotalChanged(before, view)) this.#refreshed = reportOf(() => this.#shop.onTotalChange?.())
    if (step === "placed") return this.#end(view.order_id)
    if (this.#isOn) this.#poller.after(view.poll_after_ms)
    const action = this.state.busy ? undefined : this.#automatic()
    if (action) void this.#run(action)
  }

  #end(orderId: string | null): void {
    this.#poller.after(null)
    if (this.#isPlaced) return
    this.#isPlaced = true
    this.#set({})
    const separate = this.#separateId
    reportOf(() => (separate ? this.#shop.onPlaced(orderId, separate) : this.#shop.onPlaced(orderId)))
  }

  async #sign(...[show, acknowledged]: Parameters<LeaseActions["sign"]>): Promise<void> {
    const { client } = this.#shop
    const ending = await show(await client.contract(acknowledged))
    if (ending !== "done" && ending !== "requested") return void (await client.get())
    this.#set({ busy: "signature" })
    await this.#checkSignature(ending)
  }

  async #checkSignature(hint: SignatureBody["hint"]): Promise<void> {
    const { client, dictionary } = this.#shop
    let view = await client.signature(hint)
    for (const ms of hint === "done" ? CHECK_AGAIN_MS : []) {
      if (view.signature !== "not_signed" || view.step === "first_payment_pending") break
      await this.#pause(ms)
      if (!this.#isOn || this.#isPlaced) return
      view = await client.signature(hint)
    }
    const { signature, step } = view
    const tell = (code: FlowErrorCode) => this.#set({ error: flowError(code, { view, dictionary }) })
    if (this.#isPlaced) return
    if (signature === "unreachable") tell("service_unreachable")
    if (signature === "no_status" && step !== "ready" && step !== "confirming") tell("no_status")
    if (signature === "not_signed" && step !== "first_payment_pending" && hint === "done") tell("signature_unconfirmed")
  }

  /** Waits, unless `stop` ends the wait early. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      setTimeout(resolve, ms)
    })
  }

  async #place(): Promise<void> {
    const { client, dictionary } = this.#shop
    const answer = await client.place()
    if (answer.type === "order") return this.#end(answer.order_id)
    const { view } = this.state
    const error = view && refusalOf(answer, view.step === "ready", { view, dictionary })
    if (error) this.#set({ error })
  }

  async #removeItems(): Promise<void> {
    const { client } = this.#shop
    // Read the view again, because the cart may have changed since the last read.
    const { step, line_changes = [], separate_cart } = await client.get()
    await this.#changeCart(async () => {
      // If an interrupted move noted these items, the separate cart must not have them.
      if (step === "unavailable" && separate_cart) await client.separate([])
      if (step === "unavailable") await client.restore(line_changes)
    })
  }

  async #changeCart(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } finally {
      this.#refreshed = reportOf(() => this.#shop.onTotalChange?.())
    }
    await this.#shop.client.get()
  }

  async #restore(): Promise<void> {
    const { client, dictionary, restore } = this.#shop
    // Read the view again, because the cart may have changed since the last read.
    const { differences = [], line_changes = [] } = await client.get()
    const restoreLines = () => client.restore(line_changes)
    try {
      await (restore ? restore(differences, restoreLines) : restoreLines())
    } catch (error) {
      // If a response is lost, pressing the button again restores the remaining items.
      if (!(error instanceof LeaseError) || error.retryable) throw error
    }
    const view = await client.get()
    if (view.step === "contract_mismatch") this.#set({ error: flowError("restore_failed", { view, dictionary }) })
  }
}
