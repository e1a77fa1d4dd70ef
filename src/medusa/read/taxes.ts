import type { Query } from "./query"

/** Reads what determines the sales tax of carts and orders. These functions make no decisions. */

/** The name of our tax provider, as in Medusa's tax lines. */
export const TAX_NAME = "lease-to-own"

/** Our tax provider's ID in Medusa. */
export const TAX_PROVIDER_ID = `tp_${TAX_NAME}`

/** The tax provider for ordinary sales if a country's tax region has no former provider. */
export const FORMER_DEFAULT = "tp_system"

/** The key in a tax region's metadata for the provider that the country had before ours. Medusa stores it, so it outlives the plugin. */
export const FORMER_KEY = "lease_to_own_former_provider"

/**
 * Returns what to add to a tax region's metadata when its provider is changed to ours, so that ours finds the former one, or back. Null if neither is
 * the case. Medusa merges metadata, and removes keys with an empty string.
 */
export function formerMetadata(current: string | null, chosen: string): Record<string, string> | null {
  if (!current || current === chosen || ![current, chosen].includes(TAX_PROVIDER_ID)) return null
  return { [FORMER_KEY]: chosen === TAX_PROVIDER_ID ? current : "" }
}

/** The tax region of a country. `former` is the provider that it had before ours; null if it never had another. */
export type TaxRegion = { id: string; country: string; provider_id: string | null; former: string | null }

type TaxRegionRow = { id: string; country_code: string; provider_id: string | null; metadata?: object | null }

/** Returns a country's tax region. Null if the country has none, in which case Medusa calculates no tax. */
export async function readTaxRegion(query: Query, country_code: string): Promise<TaxRegion | null> {
  const [region] = await readTaxRegions(query, { country_code: country_code.toLowerCase() })
  return region ?? null
}

/** Returns the tax regions of countries, without those of their states and provinces, which have no provider. */
export async function readTaxRegions(
  query: Query,
  filters: { country_code?: string; provider_id?: string } = {},
): Promise<TaxRegion[]> {
  const fields = ["id", "country_code", "provider_id", "metadata"]
  const { data } = await query.graph({ entity: "tax_region", fields, filters: { ...filters, province_code: null } })
  return (data as TaxRegionRow[]).map(({ country_code: country, metadata, ...row }) => {
    const former: unknown = Object(metadata)[FORMER_KEY]
    return { id: row.id, country, provider_id: row.provider_id, former: typeof former === "string" ? former : null }
  })
}

/** Returns the countries for which Medusa's own tax provider knows a rate above 0, for the country, a state or a product. */
export async function readCountriesWithRates(query: Query): Promise<Set<string>> {
  const fields = ["id", "tax_region.country_code"]
  const { data } = await query.graph({ entity: "tax_rate", fields, filters: { rate: { $gt: 0 } } })
  return new Set((data as { tax_region: { country_code: string } }[]).map(({ tax_region }) => tax_region.country_code))
}

/** The first item and the first shipping method for which Medusa calculates tax. */
type FirstLines = { item: string | undefined; shipping: string | undefined }

/** Returns the ID of the cart to which these lines belong. Null for lines of anything else, such as a product page's variants. */
export async function cartOfLines(query: Query, { item, shipping }: FirstLines): Promise<string | null> {
  const [entity, id] = item ? ["line_item", item] : ["shipping_method", shipping ?? ""]
  if (!/^(cali|casm)_/.test(id)) return null
  const [line] = (await query.graph({ entity, fields: ["cart_id"], filters: { id } })).data
  return (line as { cart_id: string } | undefined)?.cart_id ?? null
}

/** The tax lines of one item or shipping method. */
export type TaxLines = { tax_lines?: { provider_id?: string | null }[] | null }

/** A cart's tax lines, with {@link TAX_LINE_FIELDS}. */
export type TaxedCart = { items?: TaxLines[] | null; shipping_methods?: TaxLines[] | null }

/** The fields to read for {@link hasOurTaxLines}. */
export const TAX_LINE_FIELDS = ["items.tax_lines.provider_id", "shipping_methods.tax_lines.provider_id"]

/** Whether a cart or order has tax lines from our provider, which means that it was calculated without sales tax. */
export function hasOurTaxLines({ items, shipping_methods }: TaxedCart): boolean {
  return [...(items ?? []), ...(shipping_methods ?? [])].some(isWithoutTax)
}

/** Whether an item or shipping method was calculated without sales tax. */
export function isWithoutTax({ tax_lines }: TaxLines): boolean {
  return (tax_lines ?? []).some(({ provider_id }) => provider_id === TAX_NAME)
}

/** An order's sales tax. `isFromCart` is false for an order that began as a draft. */
export type OrderTax = { id: string; isUntaxed: boolean; isDraft: boolean; isFromCart: boolean }

/**
 * Returns the order to which these lines belong; null if they belong to none. `methods` are the shipping methods in Medusa's tax context. They are
 * the order's own, even if the lines belong to an open change and aren't in the order yet.
 */
export async function orderOfLines(
  query: Query,
  { item, shipping }: FirstLines,
  methods: readonly { id: string }[] = [],
): Promise<OrderTax | null> {
  if (!/^(ordli|ordsm)_/.test(item ?? shipping ?? "")) return null
  const shipping_method_id = methods[0]?.id ?? shipping
  const order = shipping_method_id ? await readTax(query, { shipping_methods: { shipping_method_id } }) : null
  if (order || !item) return order
  const [line] = (await query.graph({ entity: "order_item", fields: ["order_id"], filters: { item_id: item } })).data
  return line ? readOrderTax(query, (line as { order_id: string }).order_id) : null
}

export function readOrderTax(query: Query, orderId: string): Promise<OrderTax | null> {
  return readTax(query, { id: orderId })
}

async function readTax(query: Query, filters: Record<string, unknown>): Promise<OrderTax | null> {
  type Row = TaxedCart & { id: string; status: string; cart_link?: { cart_id: string } | null }
  const fields = ["id", "status", "cart_link.cart_id", ...TAX_LINE_FIELDS]
  const order = (await query.graph({ entity: "order", fields, filters })).data[0] as Row | undefined
  if (!order) return null
  const { id, status, cart_link } = order
  return { id, isUntaxed: hasOurTaxLines(order), isDraft: status === "draft", isFromCart: Boolean(cart_link) }
}
