import { cleanText, mask } from "../../../client"
import type { CartInput } from "../../../lease-cart"
import type { LeaseRecord } from "../rules/records"
import type { MessageParams } from "../texts/messages"
import { becauseText } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"

/** Why Medusa could not make an order of a cart, as a text of the shopper's: its code, and what fills it. */
export type OrderProblem = {
  code:
    | "not_sold"
    | "out_of_stock"
    | "shipping_gone"
    | "not_priced"
    | "store_declined"
    | "provider_off"
    | "store_refused"
  params: MessageParams
}

/**
 * Asks before a contract is signed whether the store could make an order of the cart now. `isRepriced`: no contract is out for
 * the cart yet, so its prices are brought up to date. Goods that are reserved for `lease` count as in stock. Answers the cart as it is
 * then. Throws LedgerRefusal.
 */
export type Preflight = (isRepriced: boolean, lease: LeaseRecord | null) => Promise<CartInput>

/** Medusa's words are cut at this length. */
const LONGEST_REASON = 300

/** Medusa's own "no", or that of a hook of the store's. Its words are for staff alone, without what the cart says of its shopper. */
export function storeRefused(words: string, cart?: Pick<CartInput, "email" | "shipping_address">): OrderProblem {
  const personal = [cart?.email, ...Object.values(cart?.shipping_address ?? {})].filter(
    (value) => typeof value === "string",
  )
  return { code: "store_refused", params: { reason: cleanText(mask(words.slice(0, 5000), personal), LONGEST_REASON) } }
}

/** Why the order of a signed cart was refused, in words for its shopper. */
export function refusedOrder(
  { code, params }: OrderProblem,
  { reference }: Pick<LeaseRecord, "reference">,
): LedgerRefusal {
  return new LedgerRefusal(code, code === "store_refused" ? { reference } : params)
}

/** The problem as a refusal before the signature: the shopper can still change the cart. */
export function notOrderable({ code, params }: OrderProblem): LedgerRefusal {
  return new LedgerRefusal("not_orderable", becauseText(code, params))
}
