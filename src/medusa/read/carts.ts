import {
  type Amount,
  CART_FIELDS,
  type CartInput,
  type Cents,
  parseAmount,
  SHOPPER_FIELDS,
  type ShopperInput,
} from "../../lease-cart"

/**
 * Medusa's carts, sessions and orders, read by its query. Nothing here decides; amounts leave in cents.
 */

/** Provider id of the plugin in Medusa: `pp_` and the provider's identifier. */
export const PROVIDER_ID = "pp_lease-to-own"

/** Medusa's query, as far as it is used here: from a route's scope or from the payment module's cradle. */
export type Query = {
  graph(config: {
    entity: string
    fields: string[]
    filters?: Record<string, unknown>
    pagination?: { skip?: number; take: number; order?: Record<string, "ASC" | "DESC"> }
  }): Promise<{ data: unknown[] }>
}

/** A cart with what the store routes check before anything else. */
export type ShopCart = CartInput & {
  completed_at: string | Date | null
  customer: { id: string; has_account: boolean } | null
  region: { id: string; payment_providers?: { id: string; is_enabled?: boolean }[] } | null
  order: { id: string } | null
}

/** The provider is enabled in the cart's region. */
export function providerIsOn({ region }: Pick<ShopCart, "region">): boolean {
  return (region?.payment_providers ?? []).some(({ id, is_enabled }) => id === PROVIDER_ID && is_enabled !== false)
}

/** `data`: as the provider wrote it. */
export type SessionFact = {
  id: string
  provider_id: string
  status: string
  amount: Amount
  data?: { lease_id?: unknown } | null
}

/** A cart with what is known of its shopper, in one question. */
export type ShopperCart = ShopCart & ShopperInput

/** `readCart` with the additions of {@link ShopperCart}. */
export function readShopperCart(query: Query, cartId: string): Promise<ShopperCart | null> {
  return readCart(query, cartId, SHOPPER_FIELDS) as Promise<ShopperCart | null>
}

/** The cart as it is now, with totals; null when there is none. `more`: further fields. */
export async function readCart(query: Query, cartId: string, more: readonly string[] = []): Promise<ShopCart | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      ...CART_FIELDS,
      "completed_at",
      "customer.id",
      "customer.has_account",
      "region.id",
      "region.payment_providers.id",
      "region.payment_providers.is_enabled",
      "order.id",
      ...more,
    ],
    filters: { id: cartId },
  })
  return (data[0] as ShopCart | undefined) ?? null
}

/**
 * Fields to compare a signed cart by: its lines, place and totals. Without the product data, for which Medusa would ask more modules
 * and which are not signed ({@link CART_FIELDS}, `fingerprint`).
 */
const SIGNED_FIELDS = CART_FIELDS.filter((field) => !field.startsWith("items.product."))

/** The payment sessions of a cart that is no order yet; none of another cart. Cheap: every completion in the shop asks. */
export async function readOpenSessions(query: Query, cartId: string): Promise<SessionFact[]> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "completed_at", "payment_collection.id", "payment_collection.payment_sessions.*"],
    filters: { id: cartId },
  })
  const cart = data[0] as
    | { completed_at: string | Date | null; payment_collection?: { payment_sessions?: SessionFact[] } | null }
    | undefined
  return (!cart?.completed_at && cart?.payment_collection?.payment_sessions) || []
}

/** The cart as it is now, as far as a signed one is compared; null when there is none. */
export async function readSignedCart(query: Query, cartId: string): Promise<CartInput | null> {
  const { data } = await query.graph({ entity: "cart", fields: SIGNED_FIELDS, filters: { id: cartId } })
  return (data[0] as CartInput | undefined) ?? null
}

/** The cart behind a payment session, without product data. */
export type SessionCart = CartInput & { completed_at: string | Date | null }

/** `cart`: the cart behind the session as it is now; null for what an order is paid with later. `orderId`: the order that is tied to its collection. */
export type PaymentSession = { id: string; amount: Cents; cart: SessionCart | null; orderId: string | null }

/** The payment session that asks, and its sum. */
export async function readSession(query: Query, sessionId: string): Promise<PaymentSession | null> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "amount",
      // The link knows the order's id; Medusa would read the order itself for `order.id`, in the middle of each completion.
      "payment_collection.order_link.order_id",
      ...[...SIGNED_FIELDS, "completed_at"].map((field) => `payment_collection.cart.${field}`),
    ],
    filters: { id: sessionId },
  })
  const session = data[0] as
    | {
        id: string
        amount: Amount
        payment_collection?: { cart?: SessionCart | null; order_link?: { order_id: string } | null } | null
      }
    | undefined
  if (!session) return null
  const { cart = null, order_link } = session.payment_collection ?? {}
  return { id: session.id, amount: parseAmount(session.amount), cart, orderId: order_link?.order_id ?? null }
}

/** The order that a fulfillment belongs to; null for that of a return, or of none. */
export async function orderOfFulfillment(query: Query, fulfillmentId: string): Promise<string | null> {
  const { data } = await query.graph({
    entity: "fulfillment",
    fields: ["id", "order.id"],
    filters: { id: fulfillmentId },
  })
  return (data[0] as { order?: { id: string } | null } | undefined)?.order?.id ?? null
}

/** Whether Medusa has canceled an order. No order is no canceled order, and asks nothing. */
export async function isOrderCanceled(query: Query, orderId: string | null): Promise<boolean> {
  if (!orderId) return false
  const { data } = await query.graph({ entity: "order", fields: ["id", "status"], filters: { id: orderId } })
  return (data[0] as { status: string } | undefined)?.status === "canceled"
}
