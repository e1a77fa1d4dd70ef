import type { LeaseView } from "lease-to-own-storefront"
import { createLeaseFlow, type LeaseFlowOptions } from "lease-to-own-storefront/flow"
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
 * Props of {@link LeaseCheckout}. Functions may change on each render. Changing `cartId`, `client`, `dictionary.language` or `locale` starts over,
 * and only then are `view` and `cart` read again. `view` may be in the store's English or in the dictionary's language.
 */
export type LeaseCheckoutProps = Omit<LeaseFlowOptions<ScreenCart>, "client" | "dictionary"> &
  LeaseWords &
  LeaseSource & {
    /** Where to take a shopper who chooses another payment method. */
    onOther: Way
    /** Where to take a shopper who goes back to the cart. */
    onCart: Way
    /** Your own components, each replacing one of the package's. Define them outside other components, or the form loses what was typed. */
    components?: Partial<LeaseParts>
    /** Your own layout, which must contain `<LeaseScreen />`. Its components can use `useLease`. */
    children?: ReactNode
  }

/** Lease-to-own from application to order. Rendering sends no requests. */
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

/** Creates the client, the flow and the checkout. `first` has the states that a server renders and hydration starts from. */
function make(options: Given, latest: Latest<Given>, view?: LeaseView | null) {
  const { dictionary, locale, cart, readCart } = options
  const client = clientOf(options, latest)
  const flow = createLeaseFlow<ScreenCart>({
    client,
    dictionary,
    cart,
    view: view && dictionary.view(view),
    onPlaced: (...placed) => latest.current.onPlaced(...placed),
    onTotalChange: () => latest.current.onTotalChange?.(),
    ...(readCart && { readCart: () => (latest.current.readCart ?? readCart)() }),
    restore(differences, restoreLines) {
      const { restore } = latest.current
      return restore ? restore(differences, restoreLines) : restoreLines()
    },
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
