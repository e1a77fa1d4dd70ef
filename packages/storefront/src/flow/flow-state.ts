import type { LeaseClient } from "../client/client.js"
import type { ApplyOptions } from "../client/send-application.js"
import type { ArticleDifference, ContractAnswer, LeaseView, Step } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import type { Feed } from "./state-feed.js"

/** The task that runs, by the name of its action. `signature`: the store looks whether the contract is signed. */
export type LeaseTask =
  | "look"
  | "apply"
  | "takeApproval"
  | "askCode"
  | "offer"
  | "sign"
  | "signature"
  | "place"
  | "restore"

/**
 * How a shop's display of the contract ended: the frame said that it is done, the shopper says so, the store has seen the signature already,
 * or it was closed. Each is a hint alone: the store looks.
 */
export type ContractEnding = "done" | "asked" | "seen" | "closed"

/** One moment of a flow. It never changes; a change makes a new one. */
export type LeaseState<Cart = unknown> = {
  /** Null until the first look is answered. */
  readonly view: LeaseView | null
  /** The screen to show. `order_failed` also where `error` says why the order of a signed lease was refused. */
  readonly step: Step | null
  readonly busy: LeaseTask | null
  /** The reason why the last task failed, in words for the shopper: a LeaseError, or what a function of the shop's own threw. */
  readonly error: Error | null
  /** The cash price of the offer before this one (major units), where it was another. */
  readonly oldPrice: number | null
  /** The words for a shopper who asked for a one-time code, which can be entered now. */
  readonly asked: string | null
  /** The answer of `readCart`, which is asked each time the cart and the lease differ or did. */
  readonly cart: Cart | undefined
}

/** All resolve to true when they ended well, false when `state.error` says why not or another task was running. None rejects. */
export type LeaseActions = {
  /** Looks where the lease stands, and asks the operator where only it knows more. */
  look(): Promise<boolean>
  apply(application: unknown, options: ApplyOptions): Promise<boolean>
  /** Brings the approval of another cart to this one. */
  takeApproval(code?: string): Promise<boolean>
  /** Asks for a guest's one-time code. */
  askCode(): Promise<boolean>
  offer(): Promise<boolean>
  /** Fetches the contract and has `show` display it; its ending decides what is looked at. The address is used once and kept nowhere. */
  sign(show: (contract: ContractAnswer) => Promise<ContractEnding>): Promise<boolean>
  /** The shopper says that the contract is signed. */
  signature(): Promise<boolean>
  place(): Promise<boolean>
  /** Puts the cart back as it was signed (option `restore`), and orders it. */
  restore(): Promise<boolean>
}

export type LeaseFlowOptions<Cart = unknown> = {
  client: LeaseClient
  /** Read before, on the server for example: the first screen is there at once, and `start` need not ask. */
  view?: LeaseView | null
  cart?: Cart
  /**
   * There is an order, placed here or elsewhere. Called once, also when the answer comes after `stop`: forget the cart, show the order.
   * `orderId` is null where the store does not say which.
   */
  onPlaced: (orderId: string | null) => unknown
  readCart?: () => Promise<Cart>
  /** Puts articles back into the cart. */
  restore?: (differences: ArticleDifference[]) => Promise<unknown>
  /** The client's: the language of the flow's own errors. */
  dictionary?: Pick<Dictionary, "error">
}

/** Lease-to-own without its screens. */
export type LeaseFlow<Cart = unknown> = Feed<LeaseState<Cart>> & {
  readonly actions: LeaseActions
  /** Begins: looks, where no view is known, and does what needs no shopper. `view`: a newer one. A second start changes nothing. */
  start(view?: LeaseView | null): void
  /** Ends polls and waits. A call that was sent goes on to its end, and what follows from it waits for the next start. */
  stop(): void
}
