import type { MessageCode } from "../texts/messages"
import { isOver } from "./standing"
import type { LeaseStatus } from "./state-machine"

/** Facts that decide a lease's reversal. Sums in cents. */
export type ReversalFacts = {
  status: LeaseStatus
  /** The sum asked to be reversed, and the sum leased. */
  amount: number
  leased: number
  /** Something was shipped or delivered; packed is not shipped. */
  shipped: boolean
  /** The lease has its order. */
  hasOrder: boolean
}

/** `books_only`: the service holds nothing any longer. `cancel`: the contract is canceled first. `return`: availability, then the return. */
export type Reversal = { do: "books_only" | "cancel" | "return" } | { do: "refuse"; code: MessageCode }

/**
 * The step due at the service before Medusa may give the money back (spec 1.5, 4.1). The guards stand in the order in which they count:
 * what is over, then the sum, then what cannot be reversed yet, then where the goods are.
 */
export function decideReversal({ status, amount, leased, shipped, hasOrder }: ReversalFacts): Reversal {
  // Nothing hangs on the sum any longer: Medusa's button proposes the goods without their shipping, and the card asks for the rest.
  if (isOver({ status }) && amount > 0 && amount <= leased) return { do: "books_only" }
  if (amount !== leased) return { do: "refuse", code: "refund_partial" }
  switch (status) {
    case "returning":
    case "delivered":
      // A scheduled delivery has started the lease, whether anything has shipped or not: it can only be returned.
      return { do: "return" }
    case "cancelling":
      return { do: "cancel" }
    case "placed":
      if (!hasOrder) return { do: "refuse", code: "refund_before_placed" }
      return { do: shipped ? "return" : "cancel" }
    default:
      return { do: "refuse", code: "refund_before_placed" }
  }
}
