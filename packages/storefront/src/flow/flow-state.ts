import type { LeaseClient } from "../client/client.js"
import type { ApplyOptions } from "../client/send-application.js"
import type { ArticleDifference, ContractAnswer, LeaseView, Step } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import type { Feed } from "./state-feed.js"

/** The name of an action. `signature`: the store checks whether the contract is signed. */
export type LeaseActionName = keyof LeaseActions

/** How showing the contract ended: reported by the frame, by the shopper, or by the store, or closed. Each is only a hint. */
export type ContractEnding = "done" | "asked" | "seen" | "closed"

/** An immutable snapshot of a flow. */
export type LeaseState<Cart = unknown> = {
  /** Null until the first answer. */
  readonly view: LeaseView | null
  /** The screen to show. It is also `order_failed` if `error` tells why the order of a signed lease was refused. */
  readonly step: Step | null
  /** The running action. */
  readonly busy: LeaseActionName | null
  /** Why the last action failed, in words for the shopper: a LeaseError, or whatever the shop's own function threw. */
  readonly error: Error | null
  /** The previous offer's cash price (major units), if it was different. */
  readonly oldPrice: number | null
  /** The message about a requested one-time code. While it's set, the shopper can enter the code. */
  readonly asked: string | null
  /** The result of `readCart`, which is called whenever the cart differs from the lease or has just stopped differing. */
  readonly cart: Cart | undefined
}

/** Each resolves to true on success, or to false if it failed (see `state.error`) or another action was running. None rejects. */
export type LeaseActions = {
  /** Reads the lease, and checks with the operator for a decision or a first payment. */
  check(): Promise<boolean>
  apply(application: unknown, options: ApplyOptions): Promise<boolean>
  /** Moves the approval of another cart to this one. */
  takeApproval(code?: string): Promise<boolean>
  /** Requests a one-time code for a guest. */
  askCode(): Promise<boolean>
  offer(): Promise<boolean>
  /** Gets the contract and passes it to `show`. How it ends decides what is checked next. The address works once and isn't stored. */
  sign(show: (contract: ContractAnswer) => Promise<ContractEnding>): Promise<boolean>
  /** Checks the signature, because the shopper reports it. */
  signature(): Promise<boolean>
  place(): Promise<boolean>
  /** Puts the signed items back into the cart and places the order. */
  restore(): Promise<boolean>
}

export type LeaseFlowOptions<Cart = unknown> = {
  client: LeaseClient
  /** A view that was already read, for example on the server. The first screen is then there at once, and `start` sends no request. */
  view?: LeaseView | null
  cart?: Cart
  /** Called once when there is an order, even after `stop`. Forget the cart and show the order. The id may be null. */
  onPlaced: (orderId: string | null) => unknown
  readCart?: () => Promise<Cart>
  /** Puts the signed items back into the cart. `restoreLines` does it through Medusa's routes, as without this function. */
  restore?: (differences: ArticleDifference[], restoreLines: () => Promise<void>) => Promise<unknown>
  /** The client's dictionary, for the flow's own errors. */
  dictionary?: Pick<Dictionary, "error">
}

/** Lease-to-own without screens. */
export type LeaseFlow<Cart = unknown> = Feed<LeaseState<Cart>> & {
  readonly actions: LeaseActions
  /** Starts: reads the view if there is none, and continues with everything that needs no shopper. Calling it again does nothing. */
  start(): void
  /** Stops polling and waiting. A request that was sent still completes, but what follows it waits for the next start. */
  stop(): void
}
