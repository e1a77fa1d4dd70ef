import { fakeLeaseView } from "../../react/src/fake-view"
import { type FakeLeaseClient, fakeLeaseClient } from "../../react/src/testing"
import type { LeaseStep, LeaseView, Message, Transport, TransportRequest } from "../src/index"
import { FakeCart } from "./cart"
import type { Params, State } from "./state.mjs"

export const FAULTS = {
  "service-down": "Lease service down",
  "answer-lost": "Next answer lost",
  "second-tab": "Second tab ahead",
  "cart-changed": "Cart changed",
} as const
export type Fault = keyof typeof FAULTS

export type Shown = Pick<State, "view" | "fails" | "product" | "lease">
type Tools = { message(code: string, params?: Params): Message; hear(line: string): void; forget(fault: Fault): void }
type Answer = { status: number; body: unknown }

const KEY = "example-key"
const KEY_NAME = "lease-to-own:cart_1"
/** How long a write takes, so that its progress can be seen (ms). */
const WRITE_MS = 120
/** What the shopper reaches in the second tab, by this tab's step. */
const AHEAD: Partial<Record<LeaseStep, LeaseStep>> = {
  ...{ intro: "offer", undecided: "offer", deciding: "offer", in_progress: "offer" },
  ...{ offer: "placed", cart_changed: "placed", first_payment_pending: "placed", confirming: "placed" },
  ...{ ready: "placed", order_failed: "placed", contract_mismatch: "placed" },
}

/** A store in the page's memory. It uses the fake client to move from step to step, and gives the responses of the store's routes. */
export class FakeStore {
  readonly lease: FakeLeaseClient
  /** What a browser would keep in `localStorage`. */
  readonly storage
  readonly #state
  readonly #tools
  readonly #cart: FakeCart
  readonly #faults = new Set<Fault>()
  #fails
  #pending = 0

  constructor(state: Shown, tools: Tools) {
    this.#state = state
    this.#tools = tools
    this.#fails = { ...state.fails }
    const { view } = state
    this.lease = fakeLeaseClient(view ? { step: view.step, view } : {})
    this.#cart = new FakeCart(view)
    this.storage = new MapStorage(view?.status ? [[KEY_NAME, KEY]] : [])
  }

  set(fault: Fault): void {
    this.#faults.add(fault)
    const { step, status, order_id, order, offer } = this.lease.view
    const kept = { order_id, order }
    const ahead = AHEAD[step]
    if (fault === "second-tab" && ahead) {
      this.lease.move(ahead, ahead === "placed" ? {} : kept)
      // Tabs share the browser's storage.
      this.storage.setItem(KEY_NAME, KEY)
    }
    if (fault !== "cart-changed") return
    if (offer && (status === "offered" || status === "signing")) this.lease.move("cart_changed", { ...kept, offer })
    else if (step === "ready" || step === "order_failed") this.lease.move("contract_mismatch", kept)
    else if (step === "intro") {
      const reasons = [this.#tools.message("unavailable_items", { items: "Gift card" })]
      this.lease.move("unavailable", { reasons, line_changes: [{ line_id: "line_1", quantity: 0 }] })
    }
  }

  /** Ends the state's own failures, so that the next press works. */
  recover(): void {
    this.#fails = {}
  }

  /** Resolves when no request is open, except those that are never answered. */
  async idle(pause: (ms: number) => Promise<void>): Promise<void> {
    do await pause(20)
    while (this.#pending > 0)
  }

  readonly transport: Transport = async (request) => {
    const word = wordOf(request)
    const failure = this.#fails[word]
    if (failure === "hold") return new Promise(() => {})
    this.#pending++
    try {
      const isWrite = request.method === "POST"
      await new Promise((resolve) => setTimeout(resolve, isWrite ? WRITE_MS : 0))
      const answer = failure ? this.#refusal(failure.code, failure.status) : await this.#answer(word, request)
      const isLost = isWrite && this.#faults.delete("answer-lost")
      this.#tools.hear(`${request.method} ${word}: ${isLost ? "answer lost" : outcomeOf(answer)}`)
      if (!isLost) return structuredClone(answer)
      this.#tools.forget("answer-lost")
      throw new TypeError("The answer is lost.")
    } finally {
      this.#pending--
    }
  }

  #refusal(code: string, status = 409): Answer {
    const { message, params } = this.#tools.message(code)
    return { status, body: { type: "refused", code, message, params } }
  }

  async #answer(word: string, request: TransportRequest): Promise<Answer> {
    const { body, headers = {} } = request
    const { product, lease } = this.#state
    const isMove =
      word === "carts" || word === "cart" || (word === "line-items" && this.lease.view.step !== "contract_mismatch")
    if (isMove) return { status: 200, body: this.#move(request) }
    if (word === "products") return { status: 200, body: { ...product, products: { prod_1: product } } }
    if (word === "orders") return { status: 200, body: { lease } }
    if (word === "view") return { status: 200, body: this.#view(headers["x-lease-key"]) }
    return this.#refused(word, body) ?? { status: 200, body: await this.#write(word, body) }
  }

  #view(key: string | undefined): LeaseView {
    const { view } = this.lease
    const isOthers = view.status && !key && view.step !== "placed" && view.status !== "denied"
    if (isOthers) return fakeLeaseView("in_progress", { form: null })
    const isEarly = view.step === "intro" || view.step === "unavailable"
    if (!this.#faults.has("service-down") || !isEarly) return view
    const reasons = [this.#tools.message("service_down")]
    return { ...view, step: "unavailable", form: null, reasons, poll_after_ms: 3000 }
  }

  /** Why the store refuses a write, because this page is out of date or the service is down. */
  #refused(word: string, body: unknown): Answer | undefined {
    const { step, reasons } = this.lease.view
    const isResent = (body as { application?: unknown } | undefined)?.application === null
    if (step === "placed") return this.#refusal("order_placed")
    const [reason] = reasons
    if (word === "application" && reason) return { status: 409, body: { type: "refused", ...reason } }
    if (word === "application" && step !== "intro" && !isResent && step !== "undecided")
      return this.#refusal("application_open")
    if (step === "contract_mismatch" && word === "payment-collections") return this.#refusal("contract_mismatch")
    if (word === "contract" && step === "cart_changed") return this.#refusal("cart_changed")
    const needsService = /^(application|approval|offer|contract|widget)$/.test(word) && !isResent
    return needsService && this.#faults.has("service-down") ? this.#refusal("service_unreachable", 503) : undefined
  }

  async #write(word: string, body: unknown): Promise<unknown> {
    const { lease } = this
    if (word === "application")
      return {
        ...(lease.view.step === "intro" || body === null ? await lease.apply(body, {} as never) : lease.view),
        leaseKey: KEY,
      }
    if (word === "approval-code") return { leaseKey: KEY, message: this.#tools.message("code_sent", { minutes: "15" }) }
    if (word === "approval") return lease.takeApproval()
    if (word === "choice") return lease.choose((body as { chosen: boolean }).chosen)
    if (word === "offer") return this.#offer()
    if (word === "contract") return { ...(await lease.contract()), url: "https://contract.example.com" }
    if (word === "signature")
      return this.#faults.has("service-down") ? { ...lease.view, signature: "unreachable" } : lease.signature()
    if (word === "widget") return { ...(await lease.widget()), scriptUrl: "https://widget.example.com" }
    if (word === "widget-events") return lease.widgetEvent(body as never)
    if (word === "line-items") {
      await this.lease.restore([])
      return { cart: {} }
    }
    const isCompletion = word === "complete"
    if (isCompletion) return { type: "order", order: { id: ((await lease.place()) as { order_id: string }).order_id } }
    return { payment_collection: { id: "pay_col_1", amount: 500, payment_sessions: [] } }
  }

  /** The offer, which is for another price once the cart has changed. */
  async #offer(): Promise<LeaseView> {
    const hasChanged = this.lease.view.step === "cart_changed"
    const view = await this.lease.offer()
    const { offer } = view
    if (!hasChanged || !offer?.summary) return view
    const summary = { ...offer.summary, cashPrice: 650, total: 1040, each: 82.5 }
    this.lease.move("offer", { offer: { ...offer, cash_price: 650, lines: [], summary } })
    return this.lease.view
  }

  /** Moves or removes lines, after which the rest of the cart can be leased. */
  #move(request: TransportRequest): object {
    const answer = this.#cart.answer(request)
    const { unavailable: lines, separate: separate_cart } = this.#cart
    const { step, reasons } = this.lease.view
    const changes = { separate_cart, line_changes: lines.map(({ id }) => ({ line_id: id, quantity: 0 })) }
    if (step === "unavailable" && lines.length === 0) this.lease.move("intro", { separate_cart })
    else if (request.method === "POST")
      this.lease.move(step, { ...this.lease.view, ...changes, reasons: reasons.map((one) => ({ ...one, lines })) })
    return answer
  }
}

/** Storage in memory. */
class MapStorage {
  readonly #entries
  constructor(entries: [string, string][]) {
    this.#entries = new Map(entries)
  }
  getItem = (name: string) => this.#entries.get(name) ?? null
  setItem = (name: string, value: string) => void this.#entries.set(name, value)
  removeItem = (name: string) => void this.#entries.delete(name)
}

/** A route's last word: `view` for the lease of a cart, and `cart` for Medusa's cart. */
function wordOf({ path }: TransportRequest): string {
  const [route = ""] = path.split("?")
  if (route === "/store/carts/cart_1") return "cart"
  const [, found] = /\/(products|orders|line-items|payment-collections)(?:\/|$)/.exec(route) ?? []
  return found ?? (route.endsWith("/carts/cart_1") ? "view" : (route.split("/").at(-1) ?? ""))
}

function outcomeOf({ status, body }: Answer): string {
  const { code, step } = body as { code?: string; step?: string }
  return [status, code ?? step].filter(Boolean).join(" ")
}
