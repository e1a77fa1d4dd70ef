import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { confirmVariantInventoryWorkflow, refreshCartItemsWorkflow } from "@medusajs/medusa/core-flows"
import type { CartInput } from "../lease-cart"
import { deskOf } from "../modules/lease"
import { timer } from "../modules/lease/outbox/ceiling"
import { isByLink, isForExistingOrder } from "../modules/lease/rules/standing"
import type { Preflight } from "../modules/lease/shopper/contract"
import { LedgerRefusal, messageOf } from "../modules/lease/texts/messages"
import { becauseText } from "../modules/lease/texts/reasons"
import { inLedgersWords, type OrderProblem } from "./errors"
import { providerIsOn, type Query, queryOf, readCart, readRow, type ShopCart } from "./read/carts"
import { readHeldByOthers } from "./read/payments"

/** The time limit of the store's own check (ms). */
const CHECK_MS = 15_000
/** How long to wait for another change of the cart, as in a second tab (ms). Medusa itself gives up after two seconds. */
const OTHER_CHANGE_MS = 15_000

/**
 * Checks before a signature that the cart could become an order now. Medusa updates it as after each change of a cart: prices, promotions with their
 * limits, taxes, shipping methods that are gone. Then the store's own `beforeContract` is asked. A contract that is out keeps its cart as it is.
 * Throws LedgerRefusal: `not_orderable` with the reason, `not_checked` if something failed. Nothing is signed then.
 */
export function preflight(container: MedusaContainer, cart: ShopCart): Preflight {
  return (isRepriced, lease) =>
    checking(container, async () => {
      // The order exists: its goods are reserved unless it is a draft, and its prices are those that staff gave it.
      const exists = lease !== null && isForExistingOrder(lease)
      if (exists && isByLink(lease) && (await readHeldByOthers(queryOf(container), lease.order_id ?? "")))
        throw new LedgerRefusal("replacement_unavailable")
      const problem = await (exists ? draftProblem(container, lease.order_id ?? "") : orderProblem(container, cart.id))
      if (problem) throw notOrderable(problem)
      const current = isRepriced && !exists ? await repriced(container, cart) : cart
      await heedStore(container, current)
      return current
    })
}

/** Updates a cart before its lease is priced. Throws LedgerRefusal as {@link preflight} does. */
export function upToDate(container: MedusaContainer, cart: ShopCart): Promise<ShopCart> {
  return checking(container, () => repriced(container, cart))
}

async function checking<T>(container: MedusaContainer, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = inLedgersWords(error)
    if (known instanceof LedgerRefusal) throw known
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`lease-to-own: a cart could not be checked: ${messageOf(error)}`)
    throw new LedgerRefusal("not_checked", {}, { kind: "unavailable", cause: error })
  }
}

/** A problem as a refusal before the signature: the shopper can still change the cart. */
function notOrderable({ code, params }: OrderProblem): LedgerRefusal {
  return new LedgerRefusal("not_orderable", becauseText(code, params))
}

async function repriced(container: MedusaContainer, { id }: ShopCart): Promise<ShopCart> {
  const until = Date.now() + OTHER_CHANGE_MS
  for (;;)
    try {
      await refreshCartItemsWorkflow(container).run({ input: { cart_id: id, force_refresh: true } })
      break
    } catch (error) {
      if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.INVALID_DATA)
        throw notOrderable({ code: "not_priced", params: {} })
      // All of Medusa's lock providers use these words, and use them for nothing else.
      if (!messageOf(error).startsWith("Failed to acquire lock") || Date.now() >= until) throw error
    }
  const cart = await readCart(queryOf(container), id)
  if (!cart) throw new LedgerRefusal("cart_not_found", {}, { kind: "not_found" })
  return cart
}

/** Asks the store's own `beforeContract` alone. Throws LedgerRefusal as {@link preflight} does. */
export function askStore(container: MedusaContainer, cart: CartInput): Promise<void> {
  return checking(container, () => heedStore(container, cart))
}

async function heedStore(container: MedusaContainer, cart: CartInput): Promise<void> {
  const { beforeContract } = deskOf(container).options
  if (!beforeContract) return
  const { elapsed, clear } = timer(CHECK_MS)
  const late = elapsed.then(() => Promise.reject(new Error("beforeContract took too long")))
  const reasons = await Promise.race([beforeContract(cart, container), late]).finally(clear)
  if (reasons?.length) throw notOrderable({ code: "store_declined", params: { words: reasons.join(" ") } })
}

/** Why Medusa could not order this cart: goods not sold, in stock or shipped; with `ofOwnWay`, also our provider is off. Null if it is an order. */
export async function orderProblem(
  container: MedusaContainer,
  cartId: string,
  { ofOwnWay = false } = {},
): Promise<OrderProblem | null> {
  const query = queryOf(container)
  const cart = await readRow<GoodsCart>(query, "cart", cartId, GOODS_FIELDS)
  if (!cart || cart.completed_at) return null
  if (ofOwnWay && !providerIsOn(cart)) return { code: "provider_off", params: {} }
  return (
    about("not_sold", (cart.items ?? []).filter(isGone)) ??
    about("out_of_stock", await withoutStock(container, cart)) ??
    about("shipping_gone", await withoutShipping(query, cart))
  )
}

/** Why a draft order could not become an order: its goods are reserved only then. Null for any other order. */
async function draftProblem(container: MedusaContainer, orderId: string): Promise<OrderProblem | null> {
  const order = await readRow<GoodsCart & { status: string }>(queryOf(container), "order", orderId, DRAFT_FIELDS)
  return order?.status === "draft" ? about("out_of_stock", await withoutStock(container, order)) : null
}

/** The problem with these lines, named as a person reads them, each once. */
function about(code: OrderProblem["code"], lines: Line[]): OrderProblem | null {
  if (lines.length === 0) return null
  const names = lines.map((line) => line.product_title || line.title)
  return { code, params: { items: [...new Set(names)].join(", ") } }
}

/** Whether the product is no longer sold. A line without a variant is the store's own, made by hand. */
function isGone({ variant_id, variant }: Line): boolean {
  return variant_id !== null && variant?.product?.status !== "published"
}

async function withoutStock(container: MedusaContainer, { sales_channel_id, items = [] }: GoodsCart): Promise<Line[]> {
  const areInStock = (some: Wanted[]) => confirmStock(container, sales_channel_id, some)
  const all = wantedIn(items)
  if (await areInStock(all)) return []
  // Medusa doesn't report which.
  const missing = await Promise.all(all.map(async (one) => ((await areInStock([one])) ? [] : [one.variant.id])))
  return items.filter(({ variant }) => variant && missing.flat().includes(variant.id))
}

type Wanted = { variant: Variant; quantity: number }

/** The variants in these lines. Lines of one variant share its stock, so their quantities count together. */
function wantedIn(lines: readonly Line[]): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { variant, quantity } of lines)
    if (variant) wanted.set(variant.id, { variant, quantity: (wanted.get(variant.id)?.quantity ?? 0) + quantity })
  return [...wanted.values()]
}

async function confirmStock(container: MedusaContainer, sales_channel_id: string, wanted: Wanted[]): Promise<boolean> {
  // The fields read above are the ones it needs; its type requires more.
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

/** Too little stock, or no location of the sales channel has it. */
const STOCK_REFUSALS: string[] = [MedusaError.Types.NOT_ALLOWED, MedusaError.Types.INVALID_DATA]

/** Compares profiles, as Medusa does: each line needs a method of its own profile. The lease cart reports a missing choice. */
async function withoutShipping(query: Query, { shipping_methods = [], items = [] }: GoodsCart): Promise<Line[]> {
  const ids = shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? [])
  if (ids.length === 0) return []
  const fields = ["id", "shipping_profile_id"]
  const { data } = await query.graph({ entity: "shipping_option", fields, filters: { id: ids } })
  const profiles = (data as { shipping_profile_id: string | null }[]).map((option) => option.shipping_profile_id)
  return items.filter(
    ({ requires_shipping, variant }) =>
      requires_shipping && variant && !profiles.includes(variant.product?.shipping_profile?.id ?? null),
  )
}

const STOCK = "items.variant.inventory_items"
const LEVELS = `${STOCK}.inventory.location_levels`

/** The fields that Medusa's own checks of a completion read: the goods, their locations and the shipping methods. */
const GOODS_FIELDS = [
  ...["completed_at", "region.id", "region.payment_providers.id", "region.payment_providers.is_enabled"],
  ...["sales_channel_id", "shipping_methods.shipping_option_id"],
  ...["items.id", "items.title", "items.product_title", "items.quantity", "items.requires_shipping"],
  ...["items.variant_id", "items.variant.id", "items.variant.manage_inventory", "items.variant.allow_backorder"],
  ...["items.variant.product.status", "items.variant.product.shipping_profile.id"],
  ...[`${STOCK}.inventory_item_id`, `${STOCK}.variant_id`, `${STOCK}.required_quantity`],
  ...[`${LEVELS}.location_id`, `${LEVELS}.raw_stocked_quantity`, `${LEVELS}.raw_reserved_quantity`],
  ...[`${LEVELS}.stock_locations.id`, `${LEVELS}.stock_locations.sales_channels.id`],
]

const DRAFT_FIELDS = ["status", "items.*", ...GOODS_FIELDS.filter((field) => field !== "completed_at")]

type GoodsCart = Pick<ShopCart, "completed_at" | "region"> & {
  sales_channel_id: string
  shipping_methods?: { shipping_option_id: string | null }[]
  items?: Line[]
}

type Line = {
  title: string
  product_title?: string | null
  quantity: number
  requires_shipping: boolean
  variant_id: string | null
  variant?: Variant | null
}

type Variant = { id: string; product?: { status?: string; shipping_profile?: { id: string } | null } | null }
