import type { LeaseClient } from "../client/client.js"
import type { ApplyOptions } from "../client/send-application.js"
import type { ArticleDifference, ContractAnswer, ContractBody, LeaseStep, LeaseView } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import type { Feed } from "./state-feed.js"

/** `choose` runs only automatically, and `putBack` when the shopper chooses another payment method. */
export type LeaseActionName = keyof LeaseActions | "choose" | "putBack"

/**
 * Who reported the signature before the contract was closed: the frame (`done`), the shopper (`requested`), the store (`detected`) or nobody
 * (`closed`). Each is only a hint.
 */
export type ContractEnding = "done" | "requested" | "detected" | "closed"

/** An immutable snapshot of a flow. */
export type LeaseState<Cart = unknown> = {
  /** Null until the first response. */
  readonly view: LeaseView | null
  /** The screen to show. `order_failed` if `error` explains why the order of a signed lease was refused. */
  readonly step: LeaseStep | null
  readonly busy: LeaseActionName | null
  /** Why the last action failed, worded for the shopper: a LeaseError, or whatever a shop's own function threw. */
  readonly error: Error | null
  /** The previous offer's cash price (major units), if it differed from the current one. */
  readonly oldPrice: number | null
  /** The message about a requested one-time code. If set, the shopper can enter the code. */
  readonly codeMessage: string | null
  /** The result of `readCart`, which is called whenever the cart differs from the lease, and once more when they match again. */
  readonly cart: Cart | undefined
}

/** Each action resolves to true on success, or to false if it failed (see `state.error`) or another action was running. Actions never reject. */
export type LeaseActions = {
  /** Reads the lease, and checks with the operator for a decision or a first payment. */
  check(): Promise<boolean>
  apply(application: unknown, options: ApplyOptions): Promise<boolean>
  /** Moves another cart's approval to this one. */
  takeApproval(code?: string): Promise<boolean>
  /** Requests a one-time code for a guest. */
  askCode(): Promise<boolean>
  offer(): Promise<boolean>
  /**
   * Gets the contract and passes it to `show`, whose result determines what is checked next. The contract's URL works only once. `acknowledged` is
   * required if the offer's `disclosure` has a version.
   */
  sign(
    show: (contract: ContractAnswer) => Promise<ContractEnding>,
    acknowledged?: ContractBody["acknowledged"],
  ): Promise<boolean>
  /** Has the store check a signature that the shopper reported. */
  signature(): Promise<boolean>
  place(): Promise<boolean>
  /** Puts the signed items back into the cart and places the order. */
  restore(): Promise<boolean>
  /** Removes the items that can't be leased from the cart (the view's `line_changes` at step `unavailable`). */
  removeItems(): Promise<boolean>
  /** Moves the items that can't be leased, and that can be moved, to a separate cart (the view's `separate_cart`). */
  separate(): Promise<boolean>
}

export type LeaseFlowOptions<Cart = unknown> = {
  client: LeaseClient
  /** A view that was already read, for example on the server. The first screen then renders immediately, and `start` sends no request. */
  view?: LeaseView | null
  cart?: Cart
  /**
   * Called once there is an order, even after `stop`. Forget the cart and show the order. The ID is null if the store didn't return it. If items were
   * moved to a separate cart, its ID follows: make it the shopper's cart.
   */
  onPlaced: (orderId: string | null, separateCartId?: string) => unknown
  /** Called if sales tax, or items that were moved or removed, have changed the cart's total. Read the cart again, and show its total. */
  onTotalChange?: (() => unknown) | undefined
  readCart?: () => Promise<Cart>
  /** Puts the signed items back into the cart. By default, `restoreLines` does so through Medusa's routes. */
  restore?: (differences: ArticleDifference[], restoreLines: () => Promise<void>) => Promise<unknown>
  /** Translates the flow's own errors. Pass the client's dictionary. */
  dictionary?: Pick<Dictionary, "error">
}

/** The steps of a lease checkout, without screens. */
export type LeaseFlow<Cart = unknown> = Feed<LeaseState<Cart>> & {
  readonly actions: LeaseActions
  /** Reads the view if there is none, and continues with every step that doesn't need the shopper. Calling it again has no effect. */
  start(): void
  /** Stops polling. A request that was already sent still completes, but the next steps follow only after another `start`. */
  stop(): void
  /**
   * Restores sales tax that the lease removed from the cart and items that were moved to a separate cart, and waits for `onTotalChange`. Call it if
   * the shopper chooses another payment method, because they should see the whole cart and its total with tax. Resolves to false if the items could
   * not be put back (see `state.error`). Never rejects.
   */
  chooseOther(): Promise<boolean>
}
