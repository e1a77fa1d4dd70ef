import type { BigNumberInput, CampaignBudgetDTO, MedusaContainer, PromotionDTO } from "@medusajs/framework/types"
import { MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { createWorkflow, type WorkflowData, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  type ConfirmVariantInventoryWorkflowOutput,
  confirmVariantInventoryWorkflow,
  validateShippingStep,
} from "@medusajs/medusa/core-flows"
import type { OrderProblem } from "./errors"
import { providerIsOn, queryOf, readRow, readRows, type ShopCart } from "./read/carts"

/*
 * The steps of Medusa's `completeCartWorkflow` (2.21.2) that can refuse an order, and where each is checked before a contract is shown.
 * `test/integration/order-problem.ts` has a case for each problem, and checks that Medusa refuses to complete the same cart. A unit test fails when
 * Medusa adds a step.
 *
 * | step                           | refuses                                               | checked by                                          |
 * |--------------------------------|-------------------------------------------------------|-----------------------------------------------------|
 * | validate-cart-items            | a cart without items                                  | lease cart (`cartProblems`)                         |
 * | validate-cart-payments         | no session to use, or its provider is off             | `openCartOf`; the session comes after signing       |
 * | validate                       | whatever the store's code refuses in this hook        | option `beforeContract`                             |
 * | validate-shipping              | no method, or none with the profile of an item        | lease cart (`incompleteReason`), `withoutShipping`  |
 * | create-orders                  | an item whose product is deleted, or without quantity | `isGone`, lease cart (`amountProblems`)             |
 * | reserve-inventory-step         | an item that no location of the channel has in full   | `withoutStock`                                      |
 * | register-usage                 | a promotion, or its campaign, that is used up         | `usedUpPromotions`                                  |
 * | beforePaymentAuthorization     | whatever the store's code refuses in this hook        | option `beforeContract`                             |
 * | orderCreated                   | whatever the store's code refuses in this hook        | option `beforeContract`                             |
 * | authorize-payment-session-step | a lease that is not signed, or not for this cart      | `startOrder`                                        |
 *
 * The plugin also refuses some carts that Medusa accepts: those with unpublished products (`isGone`), and those with several lines of one variant
 * that exceed its stock only together (`withoutStock`). Locks, links, transactions and events aren't checked: their failures are temporary, and the
 * job places the order later.
 */

/**
 * Returns why Medusa can't create an order from this cart: items that are no longer sold, out of stock or can't be shipped, a used-up promotion or,
 * if `ofOwnWay` is set, our provider being disabled. Null if Medusa can create the order, or if the cart is already an order.
 */
export async function orderProblem(
  container: MedusaContainer,
  cartId: string,
  { ofOwnWay = false } = {},
): Promise<OrderProblem | null> {
  const cart = await readRow<GoodsCart>(queryOf(container), "cart", cartId, CART_FIELDS)
  if (!cart || cart.completed_at) return null
  if (ofOwnWay && !providerIsOn(cart)) return { code: "provider_off", params: {} }
  return (
    about("not_sold", (cart.items ?? []).filter(isGone)) ??
    about("out_of_stock", await withoutStock(container, cart)) ??
    about("shipping_gone", await withoutShipping(container, cart)) ??
    named("promotion_used_up", await usedUpPromotions(container, cart))
  )
}

/** Returns why Medusa can't reserve a draft order's items, as it must to convert the draft. Null for any other order. */
export async function draftProblem(container: MedusaContainer, orderId: string): Promise<OrderProblem | null> {
  const order = await readRow<GoodsCart & { status: string }>(queryOf(container), "order", orderId, DRAFT_FIELDS)
  return order?.status === "draft" ? about("out_of_stock", await withoutStock(container, order)) : null
}

function about(code: OrderProblem["code"], lines: Line[]): OrderProblem | null {
  return named(
    code,
    lines.map((line) => line.product_title || line.title),
  )
}

function named(code: OrderProblem["code"], names: string[]): OrderProblem | null {
  return names.length ? { code, params: { items: [...new Set(names)].join(", ") } } : null
}

/** A line without a variant was added by the store itself and is always available. */
function isGone({ variant_id, variant }: Line): boolean {
  return variant_id !== null && variant?.product?.status !== "published"
}

/** Returns the lines that Medusa can't reserve now, or all lines if each variant could be reserved alone but not all of them together. */
async function withoutStock(container: MedusaContainer, { sales_channel_id, items = [] }: GoodsCart): Promise<Line[]> {
  const lines = items.filter((line): line is StockLine => Boolean(line.variant))
  const areInStock = (some: StockLine[]) => canReserve(container, sales_channel_id, some)
  if (lines.length === 0 || (await areInStock(lines))) return []
  // Check each part separately, because Medusa doesn't report which lines it refuses.
  const variants = [...new Set(lines.map(({ variant }) => variant.id))]
  const ofVariant = (id: string) => lines.filter(({ variant }) => variant.id === id)
  const missing = await Promise.all(
    variants.map(async (id) => ((await areInStock(ofVariant(id))) ? [] : ofVariant(id))),
  )
  return missing.some((some) => some.length) ? missing.flat() : lines
}

/**
 * Whether `reserveInventoryStep` can reserve these lines. The step reserves all of a line's inventory item at the first location that Medusa
 * returns for the item, while Medusa's own check, `confirmVariantInventoryWorkflow`, adds up all locations. Lines of the same variant share its
 * stock, so they must also pass that check together.
 */
async function canReserve(container: MedusaContainer, sales_channel_id: string, lines: StockLine[]): Promise<boolean> {
  const variants = [...new Map(lines.map(({ variant }) => [variant.id, variant])).values()]
  const confirm = async (items: object[]) => {
    // Bypass the workflow's type, which requires more fields than the workflow needs.
    const input = { sales_channel_id, variants, items } as never
    return (await confirmVariantInventoryWorkflow(container).run({ input })).result.items
  }
  try {
    const items = await confirm(lines.map(({ id, variant, quantity }) => ({ id, variant_id: variant.id, quantity })))
    const levels = variants.flatMap(({ inventory_items = [] }) =>
      inventory_items.flatMap(({ inventory_item_id, inventory }) =>
        (inventory?.location_levels ?? []).map((level) => ({ ...level, inventory_item_id })),
      ),
    )
    if (!items.every((item) => isHeldAt(levels, item))) return false
    if (variants.length < lines.length)
      await confirm(variants.map(({ id }) => ({ variant_id: id, quantity: quantityOf(lines, id) })))
    return true
  } catch (error) {
    if (MedusaError.isMedusaError(error) && STOCK_REFUSALS.includes(error.type)) return false
    throw error
  }
}

/** The types of Medusa's errors for too little stock, and for no stock at any of the sales channel's locations. */
const STOCK_REFUSALS: string[] = [MedusaError.Types.NOT_ALLOWED, MedusaError.Types.INVALID_DATA]

function quantityOf(lines: StockLine[], variantId: string): number {
  return lines.reduce((sum, { variant, quantity }) => (variant.id === variantId ? sum + quantity : sum), 0)
}

type Reservation = ConfirmVariantInventoryWorkflowOutput["items"][number]

/**
 * Whether the first location can reserve the item, by the inventory module's rule: the location must stock it and, unless the variant allows a
 * backorder, have enough of it.
 */
function isHeldAt(levels: Level[], { inventory_item_id, location_ids, ...wanted }: Reservation): boolean {
  const level = levels.find((one) => one.inventory_item_id === inventory_item_id && one.location_id === location_ids[0])
  if (!level || wanted.allow_backorder) return level !== undefined
  const available = MathBN.sub(level.raw_stocked_quantity, level.raw_reserved_quantity)
  return MathBN.gte(available, MathBN.mult(wanted.quantity, wanted.required_quantity))
}

const confirmShippingWorkflow = createWorkflow("lease-to-own-confirm-shipping", (input: WorkflowData<never>) => {
  validateShippingStep(input)
  return new WorkflowResponse(undefined)
})

/** Returns the lines for which Medusa accepts none of the cart's shipping methods. The lease cart already refuses a cart without any methods. */
async function withoutShipping(container: MedusaContainer, cart: GoodsCart): Promise<Line[]> {
  const { shipping_methods = [], items = [] } = cart
  if (shipping_methods.length === 0) return []
  const ids = shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? [])
  const shippingOptions = await readRows(queryOf(container), "shipping_option", ids, ["id", "shipping_profile_id"])
  const areShipped = async (some: Line[]) => {
    const input = { cart: { shipping_methods, items: some }, shippingOptions } as never
    // Treat any error as a refusal, even the TypeError that the step throws for a line that needs shipping but has no variant.
    const { errors } = await confirmShippingWorkflow(container).run({ input, throwOnError: false })
    return errors.length === 0
  }
  if (await areShipped(items)) return []
  const missing = await Promise.all(items.map(async (line) => ((await areShipped([line])) ? [] : [line])))
  return missing.flat()
}

/**
 * Returns the cart's promotion codes that can't be used again without exceeding a limit. Follows the rules of the promotion module's `registerUsage`,
 * which can't check a code without recording a use. `registerUsage` adds up all lines and codes of a campaign, while refreshing a cart checks each
 * one separately.
 */
async function usedUpPromotions(container: MedusaContainer, cart: GoodsCart): Promise<string[]> {
  const adjustments = [...(cart.items ?? []), ...(cart.shipping_methods ?? [])].flatMap((row) => row.adjustments ?? [])
  const codes = [...new Set(adjustments.flatMap(({ code }) => code ?? []))]
  if (codes.length === 0) return []
  const module = container.resolve<PromotionReader>(Modules.PROMOTION)
  const promotions = await module.listActivePromotions({ code: codes }, { relations: ["campaign", "campaign.budget"] })

  const isExceeded = async ({ id, type, limit, used, attribute }: CampaignBudgetDTO): Promise<boolean> => {
    const shared = promotions.filter(({ campaign }) => campaign?.budget?.id === id).map(({ code }) => code)
    if (type === "usage") return isExceededBy(limit, used, 1)
    if (type === "spend") {
      const spent = adjustments.filter(({ code }) => code && shared.includes(code)).map(({ amount }) => amount)
      return isExceededBy(limit, used, MathBN.sum(0, ...spent))
    }
    const attribute_value = { customer_id: cart.customer?.id, customer_email: cart.email }[attribute ?? ""]
    if (!attribute_value) return false
    const [usage] = await module.listCampaignBudgetUsages({ budget_id: id, attribute_value })
    return isExceededBy(limit, usage?.used, shared.length)
  }
  const isUsedUp = async ({ limit, used, campaign }: PromotionDTO): Promise<boolean> =>
    isExceededBy(limit, used, 1) || (campaign?.budget ? isExceeded(campaign.budget) : false)
  const verdicts = await Promise.all(promotions.map(isUsedUp))
  return promotions.filter((_, at) => verdicts[at]).flatMap(({ code }) => code ?? [])
}

/** Whether `more` uses would exceed a limit. As in Medusa, a limit of zero means no limit. */
function isExceededBy(limit: Count, used: Count, more: BigNumberInput): boolean {
  return Boolean(limit) && MathBN.gt(MathBN.add(used ?? 0, more), limit ?? 0)
}

const STOCK = "items.variant.inventory_items"
const LEVELS = `${STOCK}.inventory.location_levels`

const GOODS_FIELDS = [
  ...["sales_channel_id", "items.id", "items.title", "items.product_title", "items.quantity", "items.variant_id"],
  ...["items.variant.id", "items.variant.manage_inventory", "items.variant.allow_backorder"],
  ...[`${STOCK}.inventory_item_id`, `${STOCK}.variant_id`, `${STOCK}.required_quantity`],
  ...[`${LEVELS}.location_id`, `${LEVELS}.raw_stocked_quantity`, `${LEVELS}.raw_reserved_quantity`],
  ...[`${LEVELS}.stock_locations.id`, `${LEVELS}.stock_locations.sales_channels.id`],
]

const CART_FIELDS = [
  ...["completed_at", "region.id", "region.payment_providers.id", "region.payment_providers.is_enabled"],
  ...["email", "customer.id", "shipping_methods.shipping_option_id", "items.requires_shipping"],
  ...["items.variant.product.status", "items.variant.product.shipping_profile.id"],
  ...["items", "shipping_methods"].flatMap((of) => [`${of}.adjustments.code`, `${of}.adjustments.amount`]),
  ...GOODS_FIELDS,
]

const DRAFT_FIELDS = ["status", "items.*", ...GOODS_FIELDS]

type Count = BigNumberInput | null | undefined

type Adjustment = { code?: string | null; amount: BigNumberInput }

type GoodsCart = Pick<ShopCart, "completed_at" | "region" | "email"> & {
  sales_channel_id: string
  customer?: { id: string } | null
  shipping_methods?: { shipping_option_id: string | null; adjustments?: Adjustment[] }[]
  items?: Line[]
}

type Line = {
  id: string
  title: string
  product_title?: string | null
  quantity: number
  requires_shipping: boolean
  variant_id: string | null
  variant?: Variant | null
  adjustments?: Adjustment[]
}

type StockLine = Line & { variant: Variant }

type Variant = {
  id: string
  product?: { status?: string; shipping_profile?: { id: string } | null } | null
  inventory_items?: {
    inventory_item_id: string
    inventory?: { location_levels?: Omit<Level, "inventory_item_id">[] } | null
  }[]
}

type Level = {
  inventory_item_id: string
  location_id: string
  raw_stocked_quantity: BigNumberInput
  raw_reserved_quantity: BigNumberInput
}

/** Two methods of the promotion module that are missing from its interface. */
type PromotionReader = {
  listActivePromotions(filters: { code: string[] }, config: { relations: string[] }): Promise<PromotionDTO[]>
  listCampaignBudgetUsages(filters: {
    budget_id: string
    attribute_value: string
  }): Promise<{ used?: BigNumberInput }[]>
}
