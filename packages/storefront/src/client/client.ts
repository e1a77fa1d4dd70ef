import type {
  ApplyAnswer,
  ApplyBody,
  ChoiceBody,
  CodeAnswer,
  ContractAnswer,
  ContractBody,
  LeaseView,
  LineChange,
  Message,
  Params,
  SignatureAnswer,
  SignatureBody,
  WidgetAnswer,
  WidgetEventBody,
} from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import { failureOf, LeaseError } from "./errors.js"
import { withKnownStep } from "./known-step.js"
import { type KeyStorage, leaseKeyOf, takeLinkKey } from "./lease-key.js"
import { type PlaceAnswer, placeOrder } from "./place-order.js"
import { restoreLines } from "./restore-lines.js"
import { type ApplyOptions, applicationSender, randomName } from "./send-application.js"
import { asker, type Transport } from "./transport.js"
import { createViewFeed, type Listener } from "./view-feed.js"

export type LeaseClientOptions = {
  cartId: string
  transport: Transport
  /**
   * Stores the lease key, and an application's idempotency key until its response arrives. Null keeps both only in memory. Default: `localStorage`.
   */
  storage?: KeyStorage | null
  /** Translates views, messages and errors. Default: the store's English. */
  dictionary?: Pick<Dictionary, "view" | "error" | "message">
}

/** Lease-to-own for one cart. Every call can reject with LeaseError, and none retries on its own. */
export type LeaseClient = {
  /** Reads the lease's current state. Call it after a reload or a lost response, and in a second tab. */
  get(): Promise<LeaseView>
  /** Reads the lease and, while a decision or the first payment is pending, checks with the operator. Call it after `poll_after_ms`. */
  check(): Promise<LeaseView>
  /**
   * Records whether the shopper has chosen lease-to-own, or another payment method. If the view's `sales_tax.total_changes` differs from before, read
   * the cart again to show its new total.
   */
  choose(chosen: boolean): Promise<LeaseView>
  /** Sends the application. After a lost response, the next `apply` reuses the `idempotencyKey`, unless you pass one. */
  apply(application: unknown, options: ApplyOptions): Promise<LeaseView>
  /** Moves another cart's approval to this one and gets the offer. `code` is the guest's one-time code. */
  takeApproval(code?: string): Promise<LeaseView>
  /** Requests a guest's one-time code by email. The shopper gets the same message whether or not there is an approval. */
  askCode(): Promise<Message>
  /** Sends the cart to the lease service and gets the lease's costs. */
  offer(): Promise<LeaseView>
  /**
   * Returns the URL for the frame's `src`, and the origins whose messages are accepted. Don't store them: call this each time the contract is opened.
   * `acknowledged` is the version and language of the text that the shopper confirmed. It's required if the offer's `disclosure` has a version.
   */
  contract(acknowledged?: ContractBody["acknowledged"]): Promise<ContractAnswer>
  /** Has the store check whether the contract is signed. `hint` says who reported the signature: the frame (`done`) or the shopper (`requested`). */
  signature(hint?: SignatureBody["hint"]): Promise<SignatureAnswer>
  place(): Promise<PlaceAnswer>
  /** Changes the cart's lines through Medusa's own routes, to restore the signed items or remove those that can't be leased (`line_changes`). */
  restore(changes: readonly LineChange[]): Promise<void>
  /**
   * Moves lines that can't be leased to a separate cart through Medusa's own routes, to lease the rest: those with these IDs, by default all that are
   * `movable` in the view's `reasons`. Lines that were moved before stay there. Safe to repeat after a failure. The next view has the `separate_cart`.
   */
  separate(lineIds?: readonly string[]): Promise<void>
  /** Puts the lines of the separate cart back, for another payment method, unless a contract may be signed. Safe to repeat after a failure. */
  putBack(): Promise<void>
  /** Returns what is needed to open the operator's widget. `createHostedCheckout` in `lease-to-own-storefront/hosted` calls this. */
  widget(): Promise<WidgetAnswer>
  /** Sends one of the widget's callbacks to the store. It's safe to send the same event again. */
  widgetEvent(event: WidgetEventBody): Promise<LeaseView>
  /** Calls `listener` with each new view. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void
}

/** Creates a client for one cart. It sends no requests and doesn't touch storage until its first call. */
export function createLeaseClient({ cartId, transport, storage, dictionary }: LeaseClientOptions): LeaseClient {
  const key = leaseKeyOf(cartId, storage)
  // Anyone can craft a link, so a link's key is used only for reads until it reveals a lease that this browser can't read without it.
  const linkKey = leaseKeyOf(`${cartId}:link`, storage)
  // Kept until the application's response arrives with the lease key.
  const idempotencyKey = leaseKeyOf(`${cartId}:idempotency-key`, storage)
  const feed = createViewFeed()
  const base = `/store/lease-to-own/carts/${encodeURIComponent(cartId)}`
  let placing: Promise<PlaceAnswer> | undefined
  /** Parameters for translated errors, because Medusa's own routes don't send any. */
  let known: Params = {}

  const inWords = (error: LeaseError) => dictionary?.error(error, known) ?? error
  const readWith = (leaseKey: string | undefined) =>
    asker(transport, () => leaseKey, inWords)<LeaseView>({ method: "GET", path: base }, isView)
  const ask = asker(
    transport,
    async () => {
      await readByLink()
      return key.read()
    },
    inWords,
  )
  const post = <T>(name: string, body: unknown, is: (body: Record<string, unknown>) => boolean) =>
    ask<T>({ method: "POST", path: `${base}/${name}`, body }, is)

  const postApplication = (body: ApplyBody) =>
    post<ApplyAnswer>("application", body, (answer) => isView(answer) && typeof answer.leaseKey === "string")
  const sendApplication = applicationSender(postApplication, idempotencyKey)

  /** Moves the lease key from the cart to the order, where it still gives access to the payments (`lease-to-own-storefront/order`). */
  function handOver(orderId: string | null): void {
    const own = key.read()
    if (own && orderId) leaseKeyOf(orderId, storage).keep(own)
    key.drop()
    idempotencyKey.drop()
  }

  function keepKey(accepted: string): void {
    key.keep(accepted)
    linkKey.drop()
  }

  function received({ leaseKey, ...view }: ApplyAnswer): LeaseView {
    keepKey(leaseKey)
    idempotencyKey.drop()
    return view
  }

  /** Gets the outcome of an application whose response was lost. Returns undefined if the application never arrived or a later one replaced it. */
  async function recoverAnswer({ consent: { version } }: Pick<LeaseView, "consent">): Promise<LeaseView | undefined> {
    const sent = idempotencyKey.read()
    if (!sent) return undefined
    try {
      // This call sends no form, so it can't start a new application.
      const body: ApplyBody = { application: null, consent: { accepted: [], version }, idempotencyKey: sent }
      return received(await postApplication(body))
    } catch (error) {
      if (!(error instanceof LeaseError) || error.retryable) throw error
      idempotencyKey.drop()
      return undefined
    }
  }

  /** Recovers the lease key if the response that contained it was lost, because the next call needs the key. */
  async function ownKey(): Promise<void> {
    if (idempotencyKey.read()) await recoverAnswer(await readView())
  }

  /**
   * Reads the view if the browser opened a signing link. Keeps the link's key only if the store shows the lease's status with that key but not
   * without it, so the key never replaces a working key or a login.
   */
  async function readByLink(): Promise<LeaseView | undefined> {
    takeLinkKey(cartId, linkKey)
    const given = linkKey.read()
    if (!given) return undefined
    const before = key.read()
    const own = await readWith(before).catch(refusal)
    const found = hasStatus(own) ? own : await readWith(given).catch(refusal)
    // Another call or tab may have gotten a key in the meantime.
    if (found !== own && hasStatus(found) && key.read() === before) keepKey(given)
    linkKey.drop()
    const view = found instanceof LeaseError ? own : found
    if (view instanceof LeaseError) throw view
    return view
  }

  const readView = async () => (await readByLink()) ?? readWith(key.read())

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
    const view = await readView()
    const own = view.step === "in_progress" ? await recoverAnswer(view) : undefined
    return heard(own ?? view, ticket)
  }

  async function check(): Promise<LeaseView> {
    const view = await get()
    if (view.step === "first_payment_pending") return signature()
    if (view.status !== "pending") return view
    // `pending` isn't an error here: there is still no decision.
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

  /** Loads what few shoppers need. */
  async function moving(work: (lines: typeof import("./separate-cart.js")) => Promise<void>): Promise<void> {
    try {
      await work(await import("./separate-cart.js"))
    } catch (error) {
      throw inWords(failureOf(error))
    }
  }

  async function place(): Promise<PlaceAnswer> {
    const answer = await placeOrder(ask, cartId, get)
    if (answer.type === "refused") return dictionary?.message({ ...answer, params: known }) ?? answer
    handOver(answer.order_id)
    // Don't make the caller wait for this read. It only updates listeners.
    if (feed.isHeard()) get().catch(() => undefined)
    return answer
  }

  return {
    get,
    check,
    choose: async (chosen) => heard(await post<LeaseView>("choice", { chosen } satisfies ChoiceBody, isView)),
    apply,
    takeApproval: async (code) => heard(await post<LeaseView>("approval", code ? { code } : {}, isView)),
    async askCode() {
      const { leaseKey, message } = await post<CodeAnswer>(
        "approval-code",
        {},
        (answer) => typeof answer.leaseKey === "string" && typeof answer.message === "object",
      )
      // The code is valid only together with this key.
      keepKey(leaseKey)
      return dictionary?.message(message) ?? message
    },
    offer,
    async contract(acknowledged) {
      await ownKey()
      const body: ContractBody = acknowledged ? { acknowledged } : {}
      return post("contract", body, ({ url, origins }) => isWebAddress(url) && Array.isArray(origins))
    },
    signature,
    place() {
      placing ??= place().finally(() => {
        placing = undefined
      })
      return placing
    },
    restore: (changes) => restoreLines(ask, cartId, changes),
    separate: (lineIds) => moving(({ separateLines }) => separateLines(ask, { cartId, readView: get }, lineIds)),
    putBack: () => moving(({ putBackLines }) => putBackLines(ask, { cartId, readView: get })),
    async widget() {
      await ownKey()
      // Create a secret that identifies this browser if the response with the lease key is lost.
      if (!key.read()) key.keep(`${randomName()}${randomName()}`)
      const answer = await post<WidgetAnswer>(
        "widget",
        {},
        ({ scriptUrl, config }) => isWebAddress(scriptUrl) && typeof config === "object",
      )
      keepKey(answer.token)
      return answer
    },
    widgetEvent: async (event) => heard(await post<LeaseView>("widget-events", event, isView)),
    subscribe: feed.subscribe,
  }
}

function hasStatus(found: LeaseView | LeaseError): found is LeaseView {
  return !(found instanceof LeaseError) && found.status !== null
}

/** Returns a refusal by the store, and rethrows any other error. */
function refusal(error: unknown): LeaseError {
  if (error instanceof LeaseError && !error.retryable) return error
  throw error
}

function isView({ step }: Record<string, unknown>): boolean {
  return typeof step === "string"
}

/** Whether a URL is http or https. The URL becomes the `src` of a frame or script, where `javascript:` would run in the store's own page. */
function isWebAddress(url: unknown): boolean {
  return typeof url === "string" && /^https?:\/\//i.test(url)
}
