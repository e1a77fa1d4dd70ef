import type { LeaseClient } from "../client/client.js"
import type { Feed } from "../flow/state-feed.js"
import type { CheckoutState } from "../screens/checkout-state.js"
import type { ScreenAction, ScreenWords } from "../screens/screen.js"
import type { LeaseView } from "../wire.js"
import type { HostedCard } from "./hosted-card.js"

export type HostedCheckoutOptions = ScreenWords & {
  client: Pick<LeaseClient, "get" | "widget" | "widgetEvent">
  /** Read before: the first screen is there at once. */
  view?: LeaseView | null
  card: HostedCard
  /**
   * Charges the card behind the token and places the order. Resolves to the order's id, null where it is not known; rejects with words for the shopper.
   * After that it may be called again, with the same token.
   */
  pay: (token: string) => Promise<string | null>
  /** The amount that the card is charged, as people read it. It is read each time that a screen is made. */
  readonly amount: string
  /** For pages whose security policy asks for one. */
  nonce?: string | undefined
  /** Wait for the operator's script, and then for a first word of the widget (ms), 15000 by default. */
  timeoutMs?: number | undefined
  /**
   * There is an order, paid here or placed elsewhere. Called once, also when the payment ends after `stop`: forget the cart, show the order. `orderId`
   * is null where it is not known.
   */
  onPlaced: (orderId: string | null) => unknown
  /** Another payment method is wanted, or the shopper closed the widget. */
  onOther: () => unknown
  /** The shopper goes to the cart. */
  onCart: () => unknown
}

/** One moment of a checkout by the hosted widget. `form` and `contract` are always empty: the widget has both. */
export type HostedState = CheckoutState & {
  /** The shop's card form. `busy`: the card is handed to its provider, and the order placed. */
  readonly card: "hidden" | "shown" | "busy"
}

/** The hosted widget and the card that it fills in, without elements. */
export type HostedCheckout = Feed<HostedState> & {
  /** Begins: looks, where no view is known. `view`: a newer one. A second start changes nothing. */
  start(view?: LeaseView | null): void
  /** Closes the widget, and empties the card form. A success that is there is stored all the same, and a payment goes on to its end. */
  stop(): void
  /** Does what a button says, and resolves when it is done. Rejects with what a function of the shop's own threw. */
  press(action: ScreenAction): Promise<void>
}
