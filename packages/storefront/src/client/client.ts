import type {
  ApplyAnswer,
  ApplyBody,
  CodeAnswer,
  ContractAnswer,
  LeaseView,
  Message,
  Params,
  SignatureAnswer,
  SignatureBody,
  WidgetAnswer,
  WidgetEventBody,
} from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import { LeaseError } from "./errors.js"
import { withKnownStep } from "./known-step.js"
import { type KeyStorage, leaseKeyOf, readKey } from "./lease-key.js"
import { type PlaceAnswer, placeOrder } from "./place-order.js"
import { type ApplyOptions, applicationSender, randomName } from "./send-application.js"
import { asker, type Transport } from "./transport.js"
import { createViewFeed, type Listener } from "./view-feed.js"

export type LeaseClientOptions = {
  cartId: string
  transport: Transport
  /** Keeps the lease key, or the name of the attempt that will bring it, for the next visit; `localStorage` when left out, memory only when null. */
  storage?: KeyStorage | null
  /** The language of every text in views, answers and errors; the store's English when left out. */
  dictionary?: Pick<Dictionary, "view" | "error" | "message">
}

/** Lease-to-own for one cart. Each call answers how things stand or throws LeaseError; none repeats itself. */
export type LeaseClient = {
  /** Where the lease stands: the only source of truth, also after a reload, in a second tab, and after a lost answer. */
  get(): Promise<LeaseView>
  /**
   * Like `get`, and asks the operator where only it knows more: a decision, a first payment. For `poll_after_ms` and a button
   * "Check again".
   */
  check(): Promise<LeaseView>
  /**
   * Sends the application. Without `attemptId` a name is made up; when the answer is lost, the next `apply` without one repeats that attempt
   * and gets the answer to it.
   */
  apply(application: unknown, options: ApplyOptions): Promise<LeaseView>
  /** Brings the approval that `view.can.approval` allows from another cart to this one, without a new application, and gets the offer. `code`: a guest's. */
  takeApproval(code?: string): Promise<LeaseView>
  /** Asks for a one-time code by e-mail, for a guest who was approved with another cart. Answers what to tell the shopper, whether there is such an approval or not. */
  askCode(): Promise<Message>
  /** Tells the service the cart and what the lease of it costs. */
  offer(): Promise<LeaseView>
  /** The address of the contract, for the frame's `src`, and the origins whose messages to believe. Fetch it each time, keep it nowhere. */
  contract(): Promise<ContractAnswer>
  /** Has the store look whether the contract is signed. `hint`: the frame said so (`done`), or the shopper did (`asked`). */
  signature(hint?: SignatureBody["hint"]): Promise<SignatureAnswer>
  /** Places the order. */
  place(): Promise<PlaceAnswer>
  /** Data to open the operator's widget: `createHostedCheckout` of `lease-to-own-storefront/hosted` uses it. */
  widget(): Promise<WidgetAnswer>
  /** Tells the store what the widget said. An event may be told again. */
  widgetEvent(event: WidgetEventBody): Promise<LeaseView>
  /** Calls `listener` with each view that any of these calls brings. Returns the way to stop it. */
  subscribe(listener: Listener): () => void
}

/** The client of one cart. Makes no request and touches no storage until it is called. */
export function createLeaseClient({ cartId, transport, storage, dictionary }: LeaseClientOptions): LeaseClient {
  const key = leaseKeyOf(cartId, storage)
  // The name of the attempt whose answer, and with it the lease key, has not come yet.
  const attempt = leaseKeyOf(`${cartId}:attempt`, storage)
  const feed = createViewFeed()
  const base = `/store/lease-to-own/carts/${encodeURIComponent(cartId)}`
  let placing: Promise<PlaceAnswer> | undefined
  /** Text parameters: refusals of Medusa's own routes come without them. */
  let known: Params = {}

  const ask = asker(
    transport,
    () => readKey(cartId, key),
    (error) => dictionary?.error(error, known) ?? error,
  )
  const post = <T>(name: string, body: unknown, is: (body: Record<string, unknown>) => boolean) =>
    ask<T>({ method: "POST", path: `${base}/${name}`, body }, is)

  const postApplication = (body: ApplyBody) => post<ApplyAnswer>("application", body, isApplyAnswer)
  const sendApplication = applicationSender(postApplication, attempt)

  /** The contract of a placed order is opened no more: from then on the key shows its shopper the payments (`lease-to-own-storefront/order`). */
  function handOver(orderId: string | null): void {
    const own = key.read()
    if (own && orderId) leaseKeyOf(orderId, storage).keep(own)
    key.drop()
    attempt.drop()
  }

  function received({ leaseKey, ...view }: ApplyAnswer): LeaseView {
    key.keep(leaseKey)
    attempt.drop()
    return view
  }

  /**
   * The outcome of an attempt whose answer was lost: the store tells it for the attempt's name alone, with a key. Undefined: it never
   * arrived, or another application came after it.
   */
  async function repeatAttempt({ version }: LeaseView["consent"]): Promise<LeaseView | undefined> {
    const attemptId = attempt.read()
    if (!attemptId) return undefined
    try {
      // Without a form nothing can be sent by this.
      const body: ApplyBody = { application: null, consent: { accepted: true, version }, attemptId }
      return received(await postApplication(body))
    } catch (error) {
      if (!(error instanceof LeaseError) || error.retryable) throw error
      attempt.drop()
      return undefined
    }
  }

  /** Called before an application goes on: the key that it needs may be that of a lost answer. */
  async function ownKey(): Promise<void> {
    if (attempt.read()) await repeatAttempt((await look()).consent)
  }

  const look = () => ask<LeaseView>({ method: "GET", path: base }, isView)

  function heard(given: LeaseView, ticket?: number): LeaseView {
    const understood = withKnownStep(given)
    const view = dictionary?.view(understood) ?? understood
    const { reference, operator } = view
    known = { operator: operator.name, contact: operator.contact, ...(reference && { reference }) }
    if (view.step === "placed") handOver(view.order_id)
    feed.tell(view, ticket)
    return view
  }

  async function get(): Promise<LeaseView> {
    const ticket = feed.begin()
    const view = await look()
    const own = view.step === "in_progress" ? await repeatAttempt(view.consent) : undefined
    return heard(own ?? view, ticket)
  }

  async function check(): Promise<LeaseView> {
    const view = await get()
    if (view.step === "settling") return signature()
    if (view.status !== "pending") return view
    // Still no decision is an answer.
    return offer().catch((error) => (error.code === "pending" ? view : Promise.reject(error)))
  }

  async function offer(): Promise<LeaseView> {
    await ownKey()
    return heard(await post<LeaseView>("offer", {}, isView))
  }

  async function apply(application: unknown, options: ApplyOptions): Promise<LeaseView> {
    return heard(received(await sendApplication(application, options)))
  }

  async function signature(hint?: SignatureBody["hint"]): Promise<SignatureAnswer> {
    await ownKey()
    const body: SignatureBody = { hint }
    const { signature, ...view } = await post<SignatureAnswer>("signature", body, isView)
    return { ...heard(view), signature }
  }

  async function place(): Promise<PlaceAnswer> {
    const answer = await placeOrder(ask, cartId, get)
    if (answer.type === "refused") return dictionary?.message({ ...answer, params: known }) ?? answer
    handOver(answer.order_id)
    // The order is the answer and waits for nothing. Listeners hear of it as soon as the store says so, too.
    if (feed.isHeard()) get().catch(() => undefined)
    return answer
  }

  return {
    get,
    check,
    apply,
    takeApproval: async (code) => heard(await post<LeaseView>("approval", code ? { code } : {}, isView)),
    async askCode() {
      const { leaseKey, message } = await post<CodeAnswer>("approval-code", {}, isCodeAnswer)
      // The code is good with it alone.
      key.keep(leaseKey)
      return dictionary?.message(message) ?? message
    },
    offer,
    async contract() {
      await ownKey()
      return post("contract", {}, isContract)
    },
    signature,
    place() {
      placing ??= place().finally(() => {
        placing = undefined
      })
      return placing
    },
    async widget() {
      await ownKey()
      // A secret of this browser's own, before it is given one: it identifies a browser that lost the answer.
      if (!key.read()) key.keep(`${randomName()}${randomName()}`)
      const answer = await post<WidgetAnswer>("widget", {}, isWidget)
      key.keep(answer.token)
      return answer
    },
    widgetEvent: async (event) => heard(await post<LeaseView>("widget-events", event, isView)),
    subscribe: feed.subscribe,
  }
}

function isView({ step }: Record<string, unknown>): boolean {
  return typeof step === "string"
}

function isApplyAnswer(body: Record<string, unknown>): boolean {
  return isView(body) && typeof body.leaseKey === "string"
}

function isCodeAnswer({ leaseKey, message }: Record<string, unknown>): boolean {
  return typeof leaseKey === "string" && typeof message === "object"
}

function isContract({ url, origins }: Record<string, unknown>): boolean {
  return isWebAddress(url) && Array.isArray(origins)
}

function isWidget({ scriptUrl, config }: Record<string, unknown>): boolean {
  return isWebAddress(scriptUrl) && typeof config === "object"
}

/** It becomes the `src` of a frame or a script: anything but a web address (`javascript:`) would run in the store's own page. */
function isWebAddress(url: unknown): boolean {
  return typeof url === "string" && /^https?:\/\//i.test(url)
}
