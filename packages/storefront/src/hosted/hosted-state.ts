import type { LeaseClient } from "../client/client.js"
import type { Feed } from "../flow/state-feed.js"
import type { CheckoutState } from "../screens/checkout-state.js"
import type { ScreenAction, ScreenWords } from "../screens/screen.js"
import type { LeaseView } from "../wire.js"

/** The shop's own card form. It's always in the page, but hidden if the state's `card` is `hidden`. The kit never reads its inputs. */
export type HostedCard = {
  /** Whether the input for the card number has a value. */
  isFilled(): boolean
  /** Called when the card has arrived, to show which card it is, for example by its last four digits. */
  mask?(): void
  /** Empties the inputs. Called once there is a token, and when the checkout ends. */
  clear(): void
  /** Resolves to the card provider's token, or to null if the card was declined. Rejects with a message for the shopper. */
  tokenize(): Promise<string | null>
}

export type HostedCheckoutOptions = ScreenWords & {
  client: Pick<LeaseClient, "get" | "choose" | "widget" | "widgetEvent">
  /** A view that was already read, so that the first screen renders immediately. */
  view?: LeaseView | null
  card: HostedCard
  /**
   * Charges the card and places the order. Resolves to the order's ID, or null if it's unknown. After a rejection with a message, the kit may call it
   * again with the same token.
   */
  pay: (token: string) => Promise<string | null>
  /** The amount charged to the card, as text for the shopper. It's read again for each screen. */
  readonly amount: string
  /** The nonce for the operator's script, if the page's Content Security Policy requires one. */
  nonce?: string | undefined
  /** How long to wait for the operator's script, and then for the widget's first callback. Default: 15000. */
  timeoutMs?: number | undefined
  /** Called once there is an order, even after `stop`. Forget the cart and show the order. The ID may be null. */
  onPlaced: (orderId: string | null) => unknown
  /** Called if the shopper chooses another payment method or closes the widget. */
  onOther: () => unknown
  /** Called if the shopper goes back to the cart. */
  onCart: () => unknown
  /** Called if the cart's total has changed because its sales tax was removed or added back. Read the cart again, and update `amount`. */
  onTotalChange?: (() => unknown) | undefined
}

/** An immutable snapshot of a checkout with the hosted widget. `form` and `contract` are always empty, because both are in the widget. */
export type HostedState = CheckoutState & {
  /** The state of the shop's card form. It's `busy` while the card is tokenized and the order placed. */
  readonly card: "hidden" | "shown" | "busy"
}

/** The hosted widget and the card form, independent of how they are rendered. */
export type HostedCheckout = Feed<HostedState> & {
  /** Starts the checkout, and reads the view if there is none. Calling it again has no effect. */
  start(): void
  /** Closes the widget and empties the card form. A success report is still stored, and a running payment still completes. */
  stop(): void
  /** Performs a button's action and resolves when it has finished. Rejects with whatever a shop's function threw. */
  press(action: ScreenAction): Promise<void>
}
