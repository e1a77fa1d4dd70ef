/** Who is about to pay for a cart: our provider, another provider with the hosted widget's virtual card, or anyone else. */
export type CartPayer = "lease" | "virtual_card" | "other"

/** What a cart's sales tax depends on. */
export type CartTaxFacts = {
  /** Whether the operator charges the tax if the cart is leased, and our tax provider calculates the country's tax. */
  byOperator: boolean
  /** Whether the choice of lease-to-own is recorded, with the account that would lease the cart. */
  isChosen: boolean
  /** Whether there is any tax in the cart. */
  isTaxed: boolean
  /** Whether the cart has our tax lines, so that it was calculated without tax. */
  isUntaxed: boolean
}

/** What to record about the choice, and whether Medusa must recalculate the cart's tax before it is paid. */
export type CartTaxDecision = { choice: "choose" | "take_back" | "keep"; recalculate: boolean }

/**
 * Decides on a cart's sales tax before payment: a lease whose operator charges the tax has none, and every other payment includes it. Looks at the
 * cart's tax lines as well as at the choice, because a process may die between recording the choice and calculating the tax.
 */
export function decideCartTax(
  payer: CartPayer,
  { byOperator, isChosen, isTaxed, isUntaxed }: CartTaxFacts,
): CartTaxDecision {
  if (payer === "virtual_card") return { choice: "keep", recalculate: false }
  if (payer === "lease" && byOperator)
    return { choice: isChosen ? "keep" : "choose", recalculate: !isChosen || isTaxed }
  return { choice: isChosen ? "take_back" : "keep", recalculate: isChosen || isUntaxed }
}
