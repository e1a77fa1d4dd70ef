import { type Cents, toCents, toMajor } from "../values/cents"

/** One line of the spec's cart (spec 2.3). Amounts are in major units with at most two decimals. `tax` applies to the whole line. */
export type SpecCartItem = {
  brand: string
  description: string
  category: string
  identifier: string
  imgUrl?: string
  unitPrice: number
  tax: number
  quantity: number
  condition: "new" | "used" | "refurbished"
  /** `YYYY-MM-DD`. Omitted if unknown, never empty (spec 2.3, rule 1). */
  deliveryDate?: string
  /** The model, for the reference format, if it differs from the brand. */
  model?: string
}

/** The spec's cart (spec 2.2). */
export type SpecCart = {
  orderId?: string
  deliveryCost: number
  deliveryCostSalesTax?: number
  items: SpecCartItem[]
  /** Additional keys for the reference format, sent unchanged. */
  custom?: { keys: { key: string; value: string }[] }
}

export type ReferenceCartItem = {
  lineNumber: number
  sku: string
  model: string
  description: string
  priceEach: number
  quantity: number
  lineTotal: number
  isNew: boolean
  type: "LeaseItem" | "DeliveryFee"
}

/** The cart in the format of the operator's reference (reference 4). Amounts are in major units. */
export type ReferenceCart = {
  merchantTransactionId?: string
  cartTotal: number
  deliveryDate?: string
  items: ReferenceCartItem[]
  custom?: SpecCart["custom"]
}

/**
 * Converts the spec's cart to the operator's reference format (reference 4). The delivery cost becomes a line, and `cartTotal` is the sum of all
 * lines. The format has no fields for tax, categories, pictures, or conditions beyond new and not new, so use it only for carts without tax.
 */
export function toReferenceCart(cart: SpecCart): ReferenceCart {
  const items = cart.items.map(toReferenceItem)
  if (cart.deliveryCost > 0) items.push(deliveryLine(items.length + 1, cart.deliveryCost))
  // The latest delivery date. Undefined if any line has none, because `sort` puts undefined last.
  const deliveryDate = cart.items
    .map((item) => item.deliveryDate)
    .sort()
    .at(-1)
  return {
    ...(cart.orderId !== undefined && { merchantTransactionId: cart.orderId }),
    cartTotal: toMajor(items.reduce((total, { lineTotal }) => total + cents(lineTotal), 0) as Cents),
    ...(deliveryDate !== undefined && { deliveryDate }),
    items,
    ...(cart.custom !== undefined && { custom: cart.custom }),
  }
}

function toReferenceItem(item: SpecCartItem, index: number): ReferenceCartItem {
  return {
    lineNumber: index + 1,
    sku: item.identifier,
    model: item.model ?? item.brand,
    description: item.description,
    priceEach: item.unitPrice,
    quantity: item.quantity,
    lineTotal: toMajor((cents(item.unitPrice) * item.quantity) as Cents),
    isNew: item.condition === "new",
    type: "LeaseItem",
  }
}

function deliveryLine(lineNumber: number, cost: number): ReferenceCartItem {
  return {
    lineNumber,
    sku: "DELIVERY",
    model: "DELIVERY",
    description: "Delivery",
    priceEach: cost,
    quantity: 1,
    lineTotal: cost,
    isNew: true,
    type: "DeliveryFee",
  }
}

function cents(amount: number): number {
  return toCents(amount) ?? Number.NaN
}
