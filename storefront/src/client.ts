import type { Dictionary } from "./dictionary.js"
import { LeaseError } from "./errors.js"
import { attemptOf, type KeyStorage, leaseKeyOf } from "./lease-key.js"
import { type PlaceAnswer, placeOrder } from "./place-order.js"
import { type ApplyOptions, applicationSender } from "./send-application.js"
import { asker, type Transport } from "./transport.js"
import { createViewFeed, type Listener } from "./view-feed.js"
import type {
  ApplyAnswer,
  ApplyBody,
  ContractAnswer,
  ContractBody,
  LeaseView,
  Params,
  SignatureAnswer,
  SignatureBody,
  WidgetAnswer,
  WidgetBody,
  WidgetEventBody,
} from "./wire.js"

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
   * Sends the application. Without `attemptId` a name is made up; when the answer is lost, the next `apply` without one repeats that attempt
   * and gets the answer to it.
   */
  apply(application: unknown, options: ApplyOptions): Promise<LeaseView>
  /** Tells the service the cart and what the lease of it costs. */
  offer(): Promise<LeaseView>
  /** The address of the contract, for the frame's `src`, and the origins whose messages to believe. Fetch it each time, keep it nowhere. */
  contract(): Promise<ContractAnswer>
  /** Has the store look whether the contract is signed. `hint`: the frame said so (`done`), or the shopper did (`asked`). */
  signature(hint?: SignatureBody["hint"]): Promise<SignatureAnswer>
  /** Places the order. */
  place(): Promise<PlaceAnswer>
  /** What opens the operator's widget: `startHostedLease` of `lease-to-own-storefront/hosted` uses it. */
  widget(): Promise<WidgetAnswer>
  /** Tells the store what the widget said. An event may be told again. */
  widgetEvent(event: WidgetEventBody): Promise<LeaseView>
  /** Calls `listener` with each view that any of these calls brings. Returns the way to stop it. */
  subscribe(listener: Listener): () => void
}

/** The client of one cart. Makes no request and touches no storage until it is called. */
export function createLeaseClient({ cartId, transport, storage, dictionary }: LeaseClientOptions): LeaseClient {
  const key = leaseKeyOf(cartId, storage)
  const attempt = attemptOf(cartId, storage)
  const feed = createViewFeed()
  const base = `/store/lease-to-own/carts/${encodeURIComponent(cartId)}`
  let placing: Promise<PlaceAnswer> | undefined
  /** What texts name: refusals of Medusa's own routes come without it. */
  let known: Params = {}

  const ask = asker(transport, (error) => dictionary?.error(error, known) ?? error)
  const post = <T>(name: string, body: unknown, is: (body: Record<string, unknown>) => boolean) =>
    ask<T>({ method: "POST", path: `${base}/${name}`, body }, is)

  const postApplication = (body: ApplyBody) => post<ApplyAnswer>("application", body, isApplyAnswer)
  const sendApplication = applicationSender(postApplication, attempt)

  function forget(): void {
    key.drop()
    attempt.drop()
  }

  /** Without a key but with an attempt, the page was left while the answer was awaited: the store repeats it for the attempt's name alone. */
  async function ownKey(): Promise<string | undefined> {
    const [kept, attemptId] = [key.read(), attempt.read()]
    if (kept || !attemptId) return kept
    const { consent } = await get()
    const body: ApplyBody = { application: {}, consent: { accepted: true, version: consent.version }, attemptId }
    try {
      key.keep((await postApplication(body)).leaseKey)
    } catch (error) {
      // The attempt never arrived: what the cart has was applied for elsewhere.
      if (!(error instanceof LeaseError) || error.retryable) throw error
    }
    attempt.drop()
    return key.read()
  }

  function heard(given: LeaseView, ticket?: number): LeaseView {
    const view = dictionary?.view(given) ?? given
    const { reference, operator } = view
    known = { operator: operator.name, contact: operator.contact, ...(reference && { reference }) }
    // The contract of a placed order is opened no more.
    if (view.step === "placed") forget()
    feed.tell(view, ticket)
    return view
  }

  async function get(): Promise<LeaseView> {
    const ticket = feed.begin()
    return heard(await ask<LeaseView>({ method: "GET", path: base }, isView), ticket)
  }

  async function apply(application: unknown, options: ApplyOptions): Promise<LeaseView> {
    const { leaseKey, ...view } = await sendApplication(application, options)
    key.keep(leaseKey)
    attempt.drop()
    return heard(view)
  }

  async function signature(hint?: SignatureBody["hint"]): Promise<SignatureAnswer> {
    const body: SignatureBody = { leaseKey: await ownKey(), hint }
    const { signature, ...view } = await post<SignatureAnswer>("signature", body, isView)
    return { ...heard(view), signature }
  }

  async function place(): Promise<PlaceAnswer> {
    const answer = await placeOrder(ask, cartId, get)
    if (answer.type === "refused") return dictionary?.message({ ...answer, params: known }) ?? answer
    forget()
    // The order is the answer and waits for nothing; whoever listens hears of it as soon as the store says so too.
    if (feed.isHeard()) get().catch(() => undefined)
    return answer
  }

  return {
    get,
    apply,
    offer: async () => heard(await post<LeaseView>("offer", {}, isView)),
    contract: async () => post("contract", { leaseKey: await ownKey() } satisfies ContractBody, isContract),
    signature,
    place() {
      placing ??= place().finally(() => {
        placing = undefined
      })
      return placing
    },
    widget: async () => post("widget", { leaseKey: await ownKey() } satisfies WidgetBody, isWidget),
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
