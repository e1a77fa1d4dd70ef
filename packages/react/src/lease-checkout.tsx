import type { ArticleDifference, LeaseView } from "lease-to-own-storefront"
import { createLeaseFlow } from "lease-to-own-storefront/flow"
import { createLeaseCheckout, type ScreenCart, type ScreenWords } from "lease-to-own-storefront/screens"
import { type ReactNode, useEffect, useMemo } from "react"
import { take, type Way } from "./addresses.js"
import { LeaseContext } from "./lease-context.js"
import { LeaseScreen } from "./lease-screen.js"
import {
  clientOf,
  type Latest,
  type LeaseSource,
  type LeaseWords,
  useDictionary,
  useLeaseOf,
  useStateOf,
} from "./lease-source.js"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"

/**
 * The lease of one cart. Functions may be new ones at each render. Another `cartId`, `client`, `dictionary.language` or `locale` starts over;
 * `view` and `cart` are read only then.
 */
export type LeaseCheckoutProps = LeaseWords &
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
    /** Parts of the shop's own in place of the package's. Define them outside of other components, or the form forgets what was typed. */
    components?: Partial<LeaseParts>
    /** A layout of the shop's own, with `<LeaseScreen />` in it. Its components may use `useLease`. */
    children?: ReactNode
  }

/** Lease-to-own from application to order. Sends nothing while rendering. */
export function LeaseCheckout(props: LeaseCheckoutProps) {
  const dictionary = useDictionary(props)
  const { Waiting } = { ...leaseParts, ...props.components }
  return dictionary ? <Running {...props} dictionary={dictionary} /> : <Waiting />
}

type Given = LeaseCheckoutProps & ScreenWords

function Running({ components, children = <LeaseScreen />, ...options }: Given) {
  const { client, dictionary, flow, checkout, first } = useLeaseOf(options, make)
  useEffect(() => {
    checkout.start()
    return checkout.stop
  }, [checkout])
  const state = useStateOf(checkout, first.state)
  const flowState = useStateOf(flow, first.flow)
  const parts = useMemo(() => ({ ...leaseParts, ...components }), [components])
  const lease = useMemo(() => {
    const { form, press } = checkout
    return { state, flow: flowState, client, form, dictionary, press, parts }
  }, [state, flowState, client, checkout, dictionary, parts])
  return <LeaseContext.Provider value={lease}>{children}</LeaseContext.Provider>
}

/** `first`: the moments that a server has rendered, with which hydration begins. */
function make(options: Given, latest: Latest<Given>, view?: LeaseView | null) {
  const { dictionary, locale, cart, readCart, restore } = options
  const client = clientOf(options, latest)
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
