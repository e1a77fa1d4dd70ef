import {
  type ArticleDifference,
  createLeaseClient,
  type Dictionary,
  type LeaseClient,
  type LeaseView,
  type Transport,
} from "lease-to-own-storefront"
import { createLeaseFlow, type LeaseFlow, type LeaseState } from "lease-to-own-storefront/flow"
import {
  type CheckoutState,
  createLeaseCheckout,
  type FormBinding,
  type LeaseCheckout,
  type ScreenAction,
  type ScreenCart,
  type ScreenWords,
} from "lease-to-own-storefront/screens"
import { type MutableRefObject, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { take, transportOf, type Way } from "./addresses.js"

/**
 * The lease of one cart. Functions may be new ones at each render. Another `cartId`, `client`, `dictionary.language` or `locale` begins anew;
 * `view` and `cart` are read only then.
 */
export type LeaseOptions = ScreenWords &
  (
    | {
        cartId: string
        /** Or the path of a proxy on your own site, `/api/lease` for example. */
        transport: Transport | string
        client?: undefined
      }
    | { client: LeaseClient }
  ) & {
    /** Read before, on the server for example: the first screen is there at once. In the store's English or in the dictionary's language. */
    view?: LeaseView | null
    /** Fills the form in, and is compared with the contract. */
    cart?: ScreenCart
    /** There is an order: forget the cart, show the order. Null where the store does not say which. */
    onPlaced: (orderId: string | null) => unknown
    /** Another payment method is wanted. */
    onOther: Way
    /** The shopper goes to the cart. */
    onCart: Way
    readCart?: () => Promise<ScreenCart>
    /** Puts articles back into the cart. */
    restore?: (differences: ArticleDifference[]) => Promise<unknown>
  }

/** A lease as a component sees it: the moment that is rendered, and the ways to act. */
export type LeaseController = {
  /** The screen, the words beside it, and the contract while it is open. */
  readonly state: CheckoutState
  /** The store's view, its step, and the task that runs. */
  readonly flow: LeaseState<ScreenCart>
  readonly client: LeaseClient
  readonly form: FormBinding
  readonly dictionary: Dictionary
  /** Does what a button of the screen says. Rejects with what a function of the shop's own threw. */
  readonly press: (action: ScreenAction) => Promise<void>
}

type Made = {
  options: LeaseOptions
  client: LeaseClient
  flow: LeaseFlow<ScreenCart>
  checkout: LeaseCheckout
  /** The moments that a server has rendered: hydration begins with them. */
  first: { state: CheckoutState; flow: LeaseState<ScreenCart> }
}

/** Runs the lease of a cart while the component is there, and renders it at each change. Sends nothing while rendering. */
export function useLeaseCheckout(options: LeaseOptions): LeaseController {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [made, setMade] = useState(() => make(options, latest, options.view))
  let own = made
  if (keyOf(own.options) !== keyOf(options) || own.options.client !== options.client) {
    // The view of another beginning says nothing of this one.
    own = make(options, latest, options.view === made.options.view ? null : options.view)
    setMade(own)
  }
  const { client, flow, checkout, first } = own
  useEffect(() => {
    checkout.start()
    return checkout.stop
  }, [checkout])
  const state = useSyncExternalStore(
    checkout.subscribe,
    () => checkout.state,
    () => first.state,
  )
  const flowState = useSyncExternalStore(
    flow.subscribe,
    () => flow.state,
    () => first.flow,
  )
  const { form, press } = checkout
  return { state, flow: flowState, client, form, dictionary: own.options.dictionary, press }
}

function keyOf(options: LeaseOptions): string {
  const { dictionary, locale } = options
  return JSON.stringify(["cartId" in options && options.cartId, dictionary.language, locale])
}

function make(options: LeaseOptions, latest: MutableRefObject<LeaseOptions>, first?: LeaseView | null): Made {
  const { dictionary, locale, cart } = options
  const client = options.client ?? clientOf(options, latest)
  const { readCart, restore } = options
  const flow = createLeaseFlow<ScreenCart>({
    client,
    dictionary,
    cart,
    view: first && dictionary.view(first),
    onPlaced: (orderId) => latest.current.onPlaced(orderId),
    ...(readCart && { readCart: () => (latest.current.readCart ?? readCart)() }),
    ...(restore && { restore: (differences) => (latest.current.restore ?? restore)(differences) }),
  })
  const checkout = createLeaseCheckout({
    flow,
    client,
    dictionary,
    locale,
    onOther: () => take(latest.current.onOther),
    onCart: () => take(latest.current.onCart),
  })
  return { options, client, flow, checkout, first: { state: checkout.state, flow: flow.state } }
}

function clientOf(options: LeaseOptions & { client?: undefined }, latest: MutableRefObject<LeaseOptions>): LeaseClient {
  const { cartId, transport, dictionary } = options
  return createLeaseClient({
    cartId,
    dictionary,
    transport(request) {
      const { current } = latest
      const isSame = "cartId" in current && current.cartId === cartId
      return transportOf(isSame ? current.transport : transport)(request)
    },
  })
}
