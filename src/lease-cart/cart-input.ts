import type { Amount } from "./amount"

export type Text = string | null | undefined
type Texts<Name extends string> = { [name in Name]?: Text }
type Amounts<Name extends string> = { [name in Name]?: Amount | null }

type WithMetadata = { metadata?: Record<string, unknown> | null }
type Named<Name extends string> = WithMetadata & Texts<Name> & { id?: string }

/** The parts of a product that determine its brand, category, condition and leasability. */
export type ProductInput = WithMetadata & {
  categories?: (Named<"name"> | null)[] | null
  type?: Named<"value"> | null
  collection?: Named<"title"> | null
}

/** One rate that Medusa charges on a line or a shipping method. `total` is the amount after discounts. */
export type TaxLine = { code?: Text; total?: Amount | null; provider_id?: Text }

const LINE_NAMES = ["title", "product_title", "variant_title", "variant_sku", "variant_id", "product_id"] as const
const LINE_AMOUNTS = ["unit_price", "total", "tax_total"] as const

/** One line of a Medusa cart with its totals. Amounts are in major units. `total` is the price of the whole line after discounts, including tax. */
export type CartLine = Texts<(typeof LINE_NAMES)[number]> &
  Amounts<(typeof LINE_AMOUNTS)[number]> & {
    id: string
    quantity: Amount
    thumbnail?: Text
    metadata?: Record<string, unknown> | null
    requires_shipping?: boolean | null
    is_giftcard?: boolean | null
    /** Whether the store's own code set the price. */
    is_custom_price?: boolean | null
    is_tax_inclusive?: boolean | null
    tax_lines?: TaxLine[] | null
    product?: ProductInput | null
  }

export const ADDRESS_FIELDS = [
  ...(["first_name", "last_name", "phone", "address_1", "address_2"] as const),
  ...(["city", "province", "postal_code", "country_code"] as const),
] as const

export type AddressInput = Texts<(typeof ADDRESS_FIELDS)[number]>

const TOTALS = ["shipping_total", "shipping_tax_total", "credit_line_total", "total"] as const

/** A Medusa cart with its totals, as `query.graph` returns it for {@link CART_FIELDS}. Amounts are in major units. */
export type CartInput = Amounts<(typeof TOTALS)[number]> & {
  id: string
  currency_code: string
  email?: Text
  customer_id?: Text
  region_id?: Text
  sales_channel_id?: Text
  shipping_address?: AddressInput | null
  billing_address?: Pick<AddressInput, "province" | "country_code"> | null
  items?: CartLine[] | null
  shipping_methods?: { id?: string; is_tax_inclusive?: boolean | null; tax_lines?: TaxLine[] | null }[] | null
  /** Whether this is an order placed without sales tax because its operator charges the tax. Medusa has no such field. */
  is_untaxed?: boolean
}

/** A Medusa order as `query.graph` returns it for {@link ORDER_FIELDS}. */
export type OrderInput = Omit<CartInput, "items"> & { items?: OrderLine[] | null }

/** One line of a Medusa order with its totals. Amounts are in major units. */
export type OrderLine = Omit<CartLine, "quantity"> & {
  quantity?: Amount | null
  detail?: Amounts<"quantity" | "unit_price"> | null
}

/** The fields that identify the recipient ({@link recipientOf}). */
export const RECIPIENT_FIELDS = ["email", "customer_id", ...ADDRESS_FIELDS.map((field) => `shipping_address.${field}`)]

const HEAD = [
  ...["id", "currency_code", "region_id", "sales_channel_id", ...RECIPIENT_FIELDS],
  ...["billing_address.province", "billing_address.country_code"],
]

const TAX_LINE = ["tax_lines.code", "tax_lines.total"]

const LINE = [
  ...["id", "quantity", ...LINE_NAMES, ...LINE_AMOUNTS],
  ...["thumbnail", "metadata", "requires_shipping", "is_giftcard", "is_custom_price", "is_tax_inclusive"],
  ...TAX_LINE,
]

/** The product fields that {@link ProductInput} needs. */
export const PRODUCT_INPUT_FIELDS: readonly string[] = [
  "metadata",
  ...["categories.name", "type.value", "collection.title"],
  ...["categories", "type", "collection"].flatMap((group) => [`${group}.id`, `${group}.metadata`]),
]

const PRODUCT = PRODUCT_INPUT_FIELDS.map((field) => `items.product.${field}`)

/** The cart fields that {@link CartInput} needs, for Medusa's `query.graph({ entity: "cart" })`. */
export const CART_FIELDS: string[] = [
  ...HEAD,
  ...LINE.map((field) => `items.${field}`),
  ...PRODUCT,
  ...["id", "is_tax_inclusive", ...TAX_LINE].map((field) => `shipping_methods.${field}`),
  ...TOTALS,
]

/**
 * The order fields that {@link OrderInput} needs, for `query.graph({ entity: "order" })`. Requests whole lines and whole shipping methods, because
 * the order module keeps each in two tables, and the quantities are missing if only some fields are requested. Omits product data, which isn't needed
 * once a cart is signed ({@link fingerprint}) and would make Medusa query more modules.
 */
export const ORDER_FIELDS: string[] = [...HEAD, "items.*", "items.detail.*", "shipping_methods.*", ...TOTALS]

/** {@link ORDER_FIELDS} with tax lines and product data, for an order that will be leased again. */
export const ORDER_FIELDS_TO_LEASE: string[] = [
  ...ORDER_FIELDS,
  ...["items.tax_lines.*", "shipping_methods.tax_lines.*"],
  ...PRODUCT,
]

/**
 * Converts an order to the cart that it came from. Both have the same {@link fingerprint}. Uses the order as it was placed, ignoring later edits,
 * returns and shipments.
 */
export function orderToCartInput(order: OrderInput): CartInput {
  const items = (order.items ?? []).map(({ detail, ...line }) => ({
    ...line,
    quantity: line.quantity ?? detail?.quantity ?? 0,
    unit_price: line.unit_price ?? detail?.unit_price ?? null,
  }))
  return { ...order, items }
}
