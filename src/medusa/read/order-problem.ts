import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { confirmVariantInventoryWorkflow } from "@medusajs/medusa/core-flows"
import type { MessageParams } from "../../modules/lease/texts/messages"
import { providerIsOn, type Query, type ShopCart } from "./carts"

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
 * Why core could not make an order of this cart now, or should not: goods that are no longer sold, not in stock, or that no chosen method
 * ships; for a lease of our own way also that it is switched off. Null when nothing speaks against it, or the cart is an order already.
 * Changes nothing.
 */
export async function orderProblem(
  container: MedusaContainer,
  cartId: string,
  { ofOwnWay = false }: { ofOwnWay?: boolean } = {},
): Promise<OrderProblem | null> {
  const query: Query = container.resolve(ContainerRegistrationKeys.QUERY)
  const cart = await readGoodsCart(query, cartId)
  if (!cart || cart.completed_at) return null
  const lines = cart.items ?? []
  if (ofOwnWay && !providerIsOn(cart)) return { code: "provider_off", params: {} }
  return (
    about("not_sold", lines.filter(isGone)) ??
    about("out_of_stock", await withoutStock(container, cart)) ??
    about("shipping_gone", await withoutShipping(query, cart, lines))
  )
}

function about(code: OrderProblem["code"], lines: Line[]): OrderProblem | null {
  if (lines.length === 0) return null
  return { code, params: { items: namesOf(lines) } }
}

/** A line without a variant is the store's own, made by hand. */
function isGone({ variant_id, variant }: Line): boolean {
  return variant_id !== null && variant?.product?.status !== "published"
}

async function withoutStock(container: MedusaContainer, { sales_channel_id, items = [] }: GoodsCart): Promise<Line[]> {
  const areInStock = (some: Wanted[]) => confirmStock(container, sales_channel_id, some)
  const all = wantedIn(items)
  if (await areInStock(all)) return []
  // Core does not say which.
  const missing = await Promise.all(all.map(async (one) => ((await areInStock([one])) ? [] : [one.variant.id])))
  return items.filter(({ variant }) => variant && missing.flat().includes(variant.id))
}

async function confirmStock(container: MedusaContainer, sales_channel_id: string, wanted: Wanted[]): Promise<boolean> {
  // The fields read above are the ones it wants; its type asks for more.
  const input = {
    sales_channel_id,
    variants: wanted.map(({ variant }) => variant),
    items: wanted.map(({ variant, quantity }) => ({ variant_id: variant.id, quantity })),
  }
  try {
    await confirmVariantInventoryWorkflow(container).run({ input: input as never })
    return true
  } catch (error) {
    if (MedusaError.isMedusaError(error) && STOCK_REFUSALS.includes(error.type)) return false
    throw error
  }
}

/** Too little of it; or no location of the sales channel has it. */
const STOCK_REFUSALS: string[] = [MedusaError.Types.NOT_ALLOWED, MedusaError.Types.INVALID_DATA]

/** Core compares profiles, and so does this: each line is shipped by a method of its own profile. That none is chosen yet, the lease cart says. */
async function withoutShipping(query: Query, { shipping_methods = [] }: GoodsCart, lines: Line[]): Promise<Line[]> {
  const ids = shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? [])
  if (ids.length === 0) return []
  const { data } = await query.graph({
    entity: "shipping_option",
    fields: ["id", "shipping_profile_id"],
    filters: { id: ids },
  })
  const profiles = (data as { shipping_profile_id: string | null }[]).map((option) => option.shipping_profile_id)
  return lines.filter(
    ({ requires_shipping, variant }) =>
      requires_shipping && variant && !profiles.includes(variant.product?.shipping_profile?.id ?? null),
  )
}

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

type Variant = { id: string; product?: { status?: string; shipping_profile?: { id: string } | null } | null }

export type Line = {
  title: string
  product_title?: string | null
  quantity: number
  requires_shipping: boolean
  variant_id: string | null
  variant?: Variant | null
}

/** A cart with its goods and where they lie. */
type GoodsCart = Pick<ShopCart, "completed_at" | "region"> & {
  sales_channel_id: string
  shipping_methods?: { shipping_option_id: string | null }[]
  items?: Line[]
}

/** The cart as far as its goods go; undefined when there is none. */
async function readGoodsCart(query: Query, cartId: string): Promise<GoodsCart | undefined> {
  const { data } = await query.graph({ entity: "cart", fields: FIELDS, filters: { id: cartId } })
  return data[0] as GoodsCart | undefined
}

export type Wanted = { variant: Variant; quantity: number }

/** The variants in these lines. Lines of one variant share its stock, so their quantities count together. */
function wantedIn(lines: readonly Line[]): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { variant, quantity } of lines)
    if (variant) wanted.set(variant.id, { variant, quantity: (wanted.get(variant.id)?.quantity ?? 0) + quantity })
  return [...wanted.values()]
}

/** The names of lines as a person reads them, each once. */
export function namesOf(lines: readonly Line[]): string {
  return [...new Set(lines.map((line) => line.product_title || line.title))].join(", ")
}
