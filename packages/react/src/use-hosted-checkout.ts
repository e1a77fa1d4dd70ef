import type { Dictionary, LeaseClient, LeaseView } from "lease-to-own-storefront"
import { createHostedCheckout, type HostedCheckoutOptions, type HostedState } from "lease-to-own-storefront/hosted"
import type { ScreenAction, ScreenWords } from "lease-to-own-storefront/screens"
import { take, type Way } from "./addresses.js"
import {
  clientOf,
  type Latest,
  type LeaseSource,
  type LeaseWords,
  useBrowserEffect,
  useLeaseOf,
  useStateOf,
} from "./lease-source.js"

/**
 * The lease of one cart by the operator's hosted widget. Functions and `amount` may be new ones at each render. Another `cartId`, `client`,
 * `dictionary.language` or `locale` starts over; `view`, `nonce` and `timeoutMs` are read only then. `view`: in the store's English or in the
 * dictionary's language.
 */
export type HostedOptions = Omit<HostedCheckoutOptions, "client" | "onOther" | "onCart" | keyof ScreenWords> &
  LeaseWords &
  LeaseSource & {
    /** Another payment method is wanted, or the shopper closed the widget. */
    onOther: Way
    /** The shopper goes to the cart. */
    onCart: Way
  }

/** The hosted way as a component sees it: the moment that is rendered, and the ways to act. */
export type HostedController = {
  /** The screen, the words beside it, and whether the card form is shown. */
  readonly state: HostedState
  readonly client: LeaseClient
  readonly dictionary: Dictionary
  /** Does what a button of the screen says. Rejects with what a function of the shop's own threw. */
  readonly press: (action: ScreenAction) => Promise<void>
}

/** Runs the hosted way while the component is there, and renders it at each change. Sends nothing while rendering. */
export function useHostedCheckout(options: HostedOptions & ScreenWords): HostedController {
  const { client, dictionary, checkout, first } = useLeaseOf(options, make)
  // Its end empties the card form, which has to be there then.
  useBrowserEffect(() => {
    checkout.start()
    return checkout.stop
  }, [checkout])
  const state = useStateOf(checkout, first)
  return { state, client, dictionary, press: checkout.press }
}

type Given = HostedOptions & ScreenWords

function make(options: Given, latest: Latest<Given>, view?: LeaseView | null) {
  const { dictionary, locale, nonce, timeoutMs } = options
  const client = clientOf(options, latest)
  const checkout = createHostedCheckout({
    client,
    dictionary,
    locale,
    nonce,
    timeoutMs,
    view: view && dictionary.view(view),
    get amount() {
      return latest.current.amount
    },
    card: {
      isFilled: () => latest.current.card.isFilled(),
      mask: () => latest.current.card.mask?.(),
      clear: () => latest.current.card.clear(),
      tokenize: () => latest.current.card.tokenize(),
    },
    pay: (token) => latest.current.pay(token),
    onPlaced: (orderId) => latest.current.onPlaced(orderId),
    onOther: () => take(latest.current.onOther),
    onCart: () => take(latest.current.onCart),
  })
  return { client, dictionary, checkout, first: checkout.state }
}
