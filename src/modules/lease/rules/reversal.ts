import type { MessageCode } from "../texts/messages"
import { isOver } from "./standing"
import { type LeaseStatus, whyNot } from "./state-machine"

/** Facts that decide a lease's reversal. Sums in cents. */
export type ReversalFacts = {
  status: LeaseStatus
  /** The sum asked to be reversed, the sum leased, and the part of it that is left where parts were returned or lowered. */
  amount: number
  leased: number
  rest?: number
  /** Taken off the lease at the service, and not given back in Medusa's books. */
  unbooked?: number
  /** The account knows returns of lines and lowered prices. */
  knowsLines?: boolean
  /** Something was shipped or delivered; packed is not shipped. */
  shipped: boolean
  /** The lease has its order. */
  hasOrder: boolean
}

/**
 * `books_only`: the service no longer holds any of it. `cancel`: the contract is canceled first. `return`: availability, then the return.
 * `reduce`: the same for a part.
 */
export type Reversal = { do: "books_only" | "cancel" | "return" | "reduce" } | { do: "refuse"; code: MessageCode }

/**
 * The step due at the service before Medusa may give the money back (spec 1.5, 4.1). The guards stand in the order in which they count:
 * what is over, then the sum, then what cannot be reversed yet, then where the goods are.
 */
export function decideReversal(facts: ReversalFacts): Reversal {
  const { status, amount, leased, rest = leased, unbooked = 0, knowsLines, shipped, hasOrder } = facts
  // Nothing depends on the sum now: Medusa's button proposes the goods without their shipping, and the card asks for the rest.
  if (isOver({ status }) && amount > 0 && amount <= leased) return { do: "books_only" }
  if (unbooked > 0) return amount === unbooked ? { do: "books_only" } : { do: "refuse", code: "reduction_books_first" }
  const isPart = amount > 0 && amount < rest
  if (amount !== rest) return isPart && knowsLines ? decidePart(status) : { do: "refuse", code: "refund_partial" }
  switch (status) {
    case "returning":
    case "delivered":
      // A scheduled delivery has started the lease, whether anything has shipped or not: it can only be returned.
      return { do: "return" }
    case "canceling":
      return { do: "cancel" }
    case "placed":
      if (!hasOrder) return { do: "refuse", code: "refund_before_placed" }
      return { do: shipped ? "return" : "cancel" }
    default:
      return { do: "refuse", code: "refund_before_placed" }
  }
}

/** A part goes back only after the delivery: before it the contract is canceled (reference 7). */
function decidePart(status: LeaseStatus): Reversal {
  const reason = whyNot("reduce", status)
  return reason ? { do: "refuse", code: reason } : { do: "reduce" }
}
