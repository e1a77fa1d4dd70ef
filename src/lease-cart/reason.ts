/** Why a cart, or a product, cannot be leased; the code is the key of its text. */
export type ReasonCode =
  | "unavailable_items"
  | "unavailable_product"
  | "unavailable_place"
  | "unavailable_currency"
  | "unavailable_tax"
  | "unavailable_minimum"
  | "unavailable_maximum"
  | "unavailable_incomplete"

/** One thing about one line, or about the cart as a whole (`id` is then the cart's), that stands in the way. */
export type ItemProblem = {
  id: string
  title: string
  /** The lease cart's field that cannot be filled, or the cart's field that is wrong. */
  field: string
  /** Short stable name of the rule. */
  rule: string
  /** The problem and what the merchant can do about it. */
  message: string
}

/** A refusal. `params` fill the text for the shopper: amounts formatted, names as they are. */
export type Reason = {
  code: ReasonCode
  params: Record<string, string>
  items?: ItemProblem[]
  /** For the merchant: what to change in the store. Never shown to shoppers. */
  hint?: string
}

const TEXTS: Record<ReasonCode, string> = {
  unavailable_items: "Not available with these items in the cart: {items}.",
  unavailable_product: "Not available with this product.",
  unavailable_place: "Not available for delivery to {place}.",
  unavailable_currency: "Not available in {currency}.",
  unavailable_tax: "{operator} does not lease orders that include sales tax. Choose another payment method.",
  unavailable_minimum: "Available when the items come to {amount} or more.",
  unavailable_maximum: "Available for orders up to {amount}.",
  unavailable_incomplete: "Enter your address and choose a shipping method first.",
}

/** The text of a reason for the shopper. `more`: parameters that the cart does not know, such as `operator`. */
export function describeReason(reason: Reason, more: Record<string, string> = {}): string {
  const params: Record<string, string> = { operator: "the leasing company", ...more, ...reason.params }
  return TEXTS[reason.code].replace(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder)
}
