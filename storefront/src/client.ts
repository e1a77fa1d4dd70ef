import { type KeyStorage, leaseKeyOf } from "./lease-key.js"
import { type PlaceAnswer, placeOrder } from "./place-order.js"
import { type ApplyOptions, applicationSender } from "./send-application.js"
import { ask, type Transport } from "./transport.js"
import { createViewFeed, type Listener } from "./view-feed.js"
import type {
  ApplyAnswer,
  ApplyBody,
  ContractAnswer,
  ContractBody,
  LeaseView,
  SignatureAnswer,
  SignatureBody,
} from "./wire.js"

export type LeaseClientOptions = {
  cartId: string
  transport: Transport
  /** Keeps the lease key for the next visit; `localStorage` when left out, memory only when null. */
  storage?: KeyStorage | null
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
  /** Calls `listener` with each view that any of these calls brings. Returns the way to stop it. */
  subscribe(listener: Listener): () => void
}

/** The client of one cart. Makes no request and touches no storage until it is called. */
export function createLeaseClient({ cartId, transport, storage }: LeaseClientOptions): LeaseClient {
  const key = leaseKeyOf(cartId, storage)
  const feed = createViewFeed()
  const base = `/store/lease-to-own/carts/${encodeURIComponent(cartId)}`
  let placing: Promise<PlaceAnswer> | undefined

  const post = <T>(name: string, body: unknown, is: (body: Record<string, unknown>) => boolean) =>
    ask<T>(transport, { method: "POST", path: `${base}/${name}`, body }, is)

  const sendApplication = applicationSender((body: ApplyBody) => post<ApplyAnswer>("application", body, isApplyAnswer))

  function heard(view: LeaseView, ticket?: number): LeaseView {
    // The contract of a placed order is opened no more.
    if (view.step === "placed") key.drop()
    feed.tell(view, ticket)
    return view
  }

  async function get(): Promise<LeaseView> {
    const ticket = feed.begin()
    return heard(await ask<LeaseView>(transport, { method: "GET", path: base }, isView), ticket)
  }

  async function apply(application: unknown, options: ApplyOptions): Promise<LeaseView> {
    const { leaseKey, ...view } = await sendApplication(application, options)
    key.keep(leaseKey)
    return heard(view)
  }

  async function signature(hint?: SignatureBody["hint"]): Promise<SignatureAnswer> {
    const answer = await post<SignatureAnswer>(
      "signature",
      { leaseKey: key.read(), hint } satisfies SignatureBody,
      isView,
    )
    const { signature: _, ...view } = answer
    heard(view)
    return answer
  }

  async function place(): Promise<PlaceAnswer> {
    const answer = await placeOrder(transport, cartId, get)
    if (answer.type === "order") {
      key.drop()
      // The order is the answer and waits for nothing; whoever listens hears of it as soon as the store says so too.
      if (feed.isHeard()) get().catch(() => undefined)
    }
    return answer
  }

  return {
    get,
    apply,
    offer: async () => heard(await post<LeaseView>("offer", {}, isView)),
    contract: () => post("contract", { leaseKey: key.read() } satisfies ContractBody, isContract),
    signature,
    place() {
      placing ??= place().finally(() => {
        placing = undefined
      })
      return placing
    },
    subscribe: feed.subscribe,
  }
}

function isView({ step }: Record<string, unknown>): boolean {
  return typeof step === "string"
}

function isApplyAnswer(body: Record<string, unknown>): boolean {
  return isView(body) && typeof body.leaseKey === "string"
}

/** The address becomes a frame's `src`: anything but a web address (`javascript:`) would run in the store's own page. */
function isContract({ url, origins }: Record<string, unknown>): boolean {
  return typeof url === "string" && /^https?:\/\//i.test(url) && Array.isArray(origins)
}
