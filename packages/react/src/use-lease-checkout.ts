import type { ArticleDifference, Dictionary, LeaseClient, LeaseView } from "lease-to-own-storefront"
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
import { useEffect } from "react"
import { take, type Way } from "./addresses.js"
import { clientOf, type Latest, type LeaseSource, type LeaseWords, useLeaseOf, useStateOf } from "./lease-source.js"

/**
 * The lease of one cart. Functions may be new ones at each render. Another `cartId`, `client`, `dictionary.language` or `locale` starts over;
 * `view` and `cart` are read only then.
 */
export type LeaseOptions = LeaseWords &
  LeaseSource & {
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
  /** Does what a button of the screen says, with what was typed into a one-time code's form. Rejects with what a function of the shop's own threw. */
  readonly press: (action: ScreenAction, typed?: string) => Promise<void>
}

type Made = {
  client: LeaseClient
  dictionary: Dictionary
  flow: LeaseFlow<ScreenCart>
  checkout: LeaseCheckout
  /** The moments that a server has rendered: hydration begins with them. */
  first: { state: CheckoutState; flow: LeaseState<ScreenCart> }
}

/** Runs the lease of a cart while the component is there, and renders it at each change. Sends nothing while rendering. */
export function useLeaseCheckout(options: LeaseOptions & ScreenWords): LeaseController {
  const { client, dictionary, flow, checkout, first } = useLeaseOf(options, make)
  useEffect(() => {
    checkout.start()
    return checkout.stop
  }, [checkout])
  const state = useStateOf(checkout, first.state)
  const flowState = useStateOf(flow, first.flow)
  const { form, press } = checkout
  return { state, flow: flowState, client, form, dictionary, press }
}

type Given = LeaseOptions & ScreenWords

function make(options: Given, latest: Latest<Given>, view?: LeaseView | null): Made {
  const { dictionary, locale, cart } = options
  const client = clientOf(options, latest)
  const { readCart, restore } = options
  const flow = createLeaseFlow<ScreenCart>({
    client,
    dictionary,
    cart,
    view: view && dictionary.view(view),
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
  return { client, dictionary, flow, checkout, first: { state: checkout.state, flow: flow.state } }
}
