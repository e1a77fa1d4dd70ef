import {
  type Amount,
  CART_FIELDS,
  type CartInput,
  type Cents,
  ORDER_FIELDS,
  type OrderInput,
  orderToCartInput,
  parseAmount,
} from "../lease-cart"

/**
 * What Medusa holds of carts, sessions and orders, read by its query. Nothing here decides; amounts leave in cents.
 */

/** Provider id of the plugin in Medusa: `pp_` and the provider's identifier. */
export const PROVIDER_ID = "pp_lease-to-own"

/** Medusa's query, as far as it is used here: from a route's scope or from the payment module's cradle. */
export type Query = {
  graph(config: { entity: string; fields: string[]; filters?: Record<string, unknown> }): Promise<{ data: unknown[] }>
}

/** A cart with what the store routes check before anything else. */
export type ShopCart = CartInput & {
  completed_at: string | Date | null
  customer: { id: string; has_account: boolean } | null
  region: { id: string; payment_providers?: { id: string; is_enabled?: boolean }[] } | null
  order: { id: string } | null
}
export type SessionFact = { id: string; provider_id: string; status: string; amount: Amount }

/** The cart as it is now, with totals; null when there is none. */
export async function readCart(query: Query, cartId: string): Promise<ShopCart | null> {
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
    ],
    filters: { id: cartId },
  })
  return (data[0] as ShopCart | undefined) ?? null
}

/**
 * What a signed cart is compared by: its lines, place and totals. Without the product data, for which Medusa would ask more modules
 * and which nobody signs ({@link CART_FIELDS}, `fingerprint`).
 */
const SIGNED_FIELDS = CART_FIELDS.filter((field) => !field.startsWith("items.product."))

/** Our session of a cart that is no order yet; null when another provider is chosen, or none. Cheap: every completion in the shop asks. */
export async function readLeaseSession(query: Query, cartId: string): Promise<SessionFact | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "completed_at", "payment_collection.id", "payment_collection.payment_sessions.*"],
    filters: { id: cartId },
  })
  const cart = data[0] as
    | { completed_at: string | Date | null; payment_collection?: { payment_sessions?: SessionFact[] } | null }
    | undefined
  if (!cart || cart.completed_at) return null
  return cart.payment_collection?.payment_sessions?.find(({ provider_id }) => provider_id === PROVIDER_ID) ?? null
}

/** The cart as it is now, as far as a signed one is compared; null when there is none. */
export async function readSignedCart(query: Query, cartId: string): Promise<CartInput | null> {
  const { data } = await query.graph({ entity: "cart", fields: SIGNED_FIELDS, filters: { id: cartId } })
  return (data[0] as CartInput | undefined) ?? null
}

/** The cart behind a payment session, without product data. */
export type SessionCart = CartInput & { completed_at: string | Date | null }

/** The payment session that asks, its sum, and the cart behind it as it is now; `cart` is null when there is none. */
export async function readSession(
  query: Query,
  sessionId: string,
): Promise<{ id: string; amount: Cents; cart: SessionCart | null } | null> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "amount", ...[...SIGNED_FIELDS, "completed_at"].map((field) => `payment_collection.cart.${field}`)],
    filters: { id: sessionId },
  })
  const session = data[0] as
    | { id: string; amount: Amount; payment_collection?: { cart?: SessionCart | null } | null }
    | undefined
  if (!session) return null
  return { id: session.id, amount: parseAmount(session.amount), cart: session.payment_collection?.cart ?? null }
}

/** An order with what decides over its lease. */
export type OrderFacts = {
  id: string
  display_id: number
  status: string
  cart: { id: string } | null
  /** Sessions of ours, and the payments made from them. */
  sessions: SessionFact[]
  payments: { id: string; captured_at: string | Date | null; canceled_at: string | Date | null; data: unknown }[]
  /** A fulfilment was shipped or delivered; packed alone is not shipped. */
  shipped: boolean
  /** A fulfilment is not cancelled, shipped or not. */
  hasFulfillments: boolean
  /** How many pieces ship at all, and how many of them are delivered. */
  delivery: { pieces: number; delivered: number }
  /** The order read as the cart it was made from. */
  asCart: CartInput
}

type OrderLine = NonNullable<OrderInput["items"]>[number]
type OrderRow = Omit<OrderInput, "items"> & {
  display_id: number
  status: string
  cart: { id: string } | null
  payment_collections?: {
    payment_sessions?: (SessionFact & {
      payment?: OrderFacts["payments"][number] | null
    })[]
  }[]
  fulfillments?: { canceled_at: unknown; shipped_at: unknown; delivered_at: unknown }[]
  items?: (OrderLine & { detail?: { shipped_quantity?: Amount; delivered_quantity?: Amount } | null })[] | null
}

/** The order as it is now; null when there is none. */
export async function readOrder(query: Query, orderId: string): Promise<OrderFacts | null> {
  const { data } = await query.graph({
    entity: "order",
    fields: [
      ...ORDER_FIELDS,
      "display_id",
      "status",
      "cart.id",
      "payment_collections.payment_sessions.*",
      "payment_collections.payment_sessions.payment.*",
      "fulfillments.canceled_at",
      "fulfillments.shipped_at",
      "fulfillments.delivered_at",
    ],
    filters: { id: orderId },
  })
  const order = data[0] as OrderRow | undefined
  if (!order) return null
  const sessions = (order.payment_collections ?? [])
    .flatMap((collection) => collection.payment_sessions ?? [])
    .filter((session) => session.provider_id === PROVIDER_ID)
  const fulfillments = (order.fulfillments ?? []).filter((fulfillment) => !fulfillment.canceled_at)
  const moved = (order.items ?? []).some(
    ({ detail }) => parseAmount(detail?.shipped_quantity ?? 0) > 0 || parseAmount(detail?.delivered_quantity ?? 0) > 0,
  )
  return {
    id: order.id,
    display_id: order.display_id,
    status: order.status,
    cart: order.cart,
    sessions,
    payments: sessions.flatMap((session) => (session.payment ? [session.payment] : [])),
    shipped: moved || fulfillments.some((fulfillment) => fulfillment.shipped_at || fulfillment.delivered_at),
    hasFulfillments: fulfillments.length > 0,
    delivery: countPieces(order.items ?? []),
    asCart: orderToCartInput(order),
  }
}

/** Counts only what ships: the delivery of a service or a download is nobody's to report. */
function countPieces(items: NonNullable<OrderRow["items"]>): OrderFacts["delivery"] {
  const shipping = items.filter(({ requires_shipping }) => requires_shipping !== false)
  // Quantities are read as amounts are, in hundredths.
  const sum = (read: (item: (typeof items)[number]) => Amount | null | undefined) =>
    shipping.reduce((total, item) => total + parseAmount(read(item) ?? 0), 0) / 100
  return {
    pieces: sum(({ quantity, detail }) => quantity ?? detail?.quantity),
    delivered: sum(({ detail }) => detail?.delivered_quantity),
  }
}
