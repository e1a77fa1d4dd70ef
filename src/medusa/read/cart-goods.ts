import type { Query, ShopCart } from "./carts"

/** The fields that core's own judges of a completion read: the goods and where they lie, and the shipping methods. */
const FIELDS = [
  "completed_at",
  "region.id",
  "region.payment_providers.id",
  "region.payment_providers.is_enabled",
  "sales_channel_id",
  "shipping_methods.shipping_option_id",
  "items.id",
  "items.title",
  "items.product_title",
  "items.quantity",
  "items.requires_shipping",
  "items.variant_id",
  "items.variant.id",
  "items.variant.manage_inventory",
  "items.variant.allow_backorder",
  "items.variant.product.status",
  "items.variant.product.shipping_profile.id",
  "items.variant.inventory_items.inventory_item_id",
  "items.variant.inventory_items.variant_id",
  "items.variant.inventory_items.required_quantity",
  "items.variant.inventory_items.inventory.location_levels.location_id",
  "items.variant.inventory_items.inventory.location_levels.raw_stocked_quantity",
  "items.variant.inventory_items.inventory.location_levels.raw_reserved_quantity",
  "items.variant.inventory_items.inventory.location_levels.stock_locations.id",
  "items.variant.inventory_items.inventory.location_levels.stock_locations.sales_channels.id",
]

type Location = { id: string; sales_channels?: { id: string }[] }

/** An article in the warehouse, and how many of it one piece of a variant takes. */
export type Part = {
  inventory_item_id: string
  required_quantity: number
  inventory?: { location_levels?: { location_id: string; stock_locations?: Location | Location[] }[] } | null
}

export type Variant = {
  id: string
  manage_inventory: boolean
  allow_backorder: boolean
  inventory_items?: Part[]
  product?: { status?: string; shipping_profile?: { id: string } | null } | null
}

export type Line = {
  title: string
  product_title?: string | null
  quantity: number
  requires_shipping: boolean
  variant_id: string | null
  variant?: Variant | null
}

/** A cart with its goods and where they lie. */
export type GoodsCart = Pick<ShopCart, "completed_at" | "region"> & {
  sales_channel_id: string
  shipping_methods?: { shipping_option_id: string | null }[]
  items?: Line[]
}

/** The cart as far as its goods go; undefined when there is none. */
export async function readGoodsCart(query: Query, cartId: string): Promise<GoodsCart | undefined> {
  const { data } = await query.graph({ entity: "cart", fields: FIELDS, filters: { id: cartId } })
  return data[0] as GoodsCart | undefined
}

export type Wanted = { variant: Variant; quantity: number }

/** The variants in these lines. Lines of one variant share its stock, so their quantities count together. */
export function wantedIn(lines: readonly Line[]): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { variant, quantity } of lines)
    if (variant) wanted.set(variant.id, { variant, quantity: (wanted.get(variant.id)?.quantity ?? 0) + quantity })
  return [...wanted.values()]
}

/** The names of lines as a person reads them, each once. */
export function namesOf(lines: readonly Line[]): string {
  return [...new Set(lines.map((line) => line.product_title || line.title))].join(", ")
}
