import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type Amount,
  CART_FIELDS,
  type CartInput,
  type Cents,
  parseAmount,
  SHOPPER_FIELDS,
  type ShopperInput,
} from "../../lease-cart"
import type { Query } from "./query"
import { TAX_LINE_FIELDS, type TaxedCart } from "./taxes"

export type { Query } from "./query"

/** Reads Medusa's carts, sessions and orders through Medusa's query. These functions make no decisions. Amounts are in cents. */

/** The plugin's provider ID in Medusa: `pp_` and the provider's identifier. */
export const PROVIDER_ID = "pp_lease-to-own"

export function queryOf(container: MedusaContainer): Query {
  return container.resolve("query")
}

export async function readRow<Row>(query: Query, entity: string, id: string, fields: string[]): Promise<Row | null> {
  const { data } = await query.graph({ entity, fields, filters: { id } })
  return (data[0] as Row | undefined) ?? null
}

/** Doesn't run a query if `ids` is empty. */
export async function readRows<Row>(query: Query, entity: string, ids: string[], fields: string[]): Promise<Row[]> {
  if (!ids.length) return []
  const { data } = await query.graph({ entity, fields, filters: { id: ids } })
  return data as Row[]
}

export type SeparateCart = { id: string; items: { title: string; quantity: number }[] }

/** A cart with the fields that every store route checks. */
export type ShopCart = CartInput &
  TaxedCart & {
    completed_at: string | Date | null
    customer: { id: string; has_account: boolean } | null
    region: { id: string; payment_providers?: { id: string; is_enabled?: boolean }[] } | null
    /** `display_id` is read only for an order that waits for its lease. */
    order: { id: string; display_id?: number } | null
    metadata?: Record<string, unknown> | null
    /** The open cart with the items that were moved out of this one. Read only for the shopper's view. */
    separate?: SeparateCart | null
  }

export function providerIsOn({ region }: Pick<ShopCart, "region">): boolean {
  return (region?.payment_providers ?? []).some(({ id, is_enabled }) => id === PROVIDER_ID && is_enabled !== false)
}

const SHOP_FIELDS = [
  ...TAX_LINE_FIELDS,
  ...[...CART_FIELDS, "metadata", "completed_at", "order.id", "customer.id", "customer.has_account"],
  ...["region.id", "region.payment_providers.id", "region.payment_providers.is_enabled"],
]

export function readCart(query: Query, cartId: string): Promise<ShopCart | null> {
  return readRow(query, "cart", cartId, SHOP_FIELDS)
}

export function readShopper(query: Query, cartId: string): Promise<ShopperInput | null> {
  return readRow(query, "cart", cartId, SHOPPER_FIELDS)
}

/** The fields compared with the signed cart. Product data isn't signed ({@link fingerprint}), and Medusa would have to query more modules for it. */
const SIGNED_FIELDS = CART_FIELDS.filter((field) => !field.startsWith("items.product."))

export function readSignedCart(query: Query, cartId: string): Promise<CartInput | null> {
  return readRow(query, "cart", cartId, SIGNED_FIELDS)
}

/** A payment session in Medusa. `data` is what the provider stored with the session. */
export type SessionFact = {
  id: string
  provider_id: string
  status: string
  amount: Amount
  data?: { lease_id?: unknown } | null
}

/**
 * Returns the payment sessions and tax lines of a cart that isn't completed yet. Null for a completed cart. Must be cheap, because every completion
 * in the store runs it.
 */
export async function readOpenCart(
  query: Query,
  cartId: string,
): Promise<(TaxedCart & { id: string; sessions: SessionFact[]; hasCredit: boolean }) | null> {
  type Row = Pick<ShopCart, "completed_at"> & {
    payment_collection?: { payment_sessions?: SessionFact[] } | null
    credit_lines?: unknown[] | null
  }
  const fields = [
    "id",
    "completed_at",
    "payment_collection.id",
    "payment_collection.payment_sessions.*",
    "credit_lines.id",
  ]
  const cart = await readRow<Row & TaxedCart>(query, "cart", cartId, [...fields, ...TAX_LINE_FIELDS])
  if (!cart || cart.completed_at) return null
  const sessions = cart.payment_collection?.payment_sessions ?? []
  return { ...cart, id: cartId, sessions, hasCredit: (cart.credit_lines ?? []).length > 0 }
}

type SessionCart = CartInput & Pick<ShopCart, "completed_at">

/**
 * A payment session with its cart and order. `cart` is the session's current cart, or null for a later payment for an order. `orderId` is the order
 * linked to the session's payment collection.
 */
type PaymentSession = { amount: Cents; cart: SessionCart | null; orderId: string | null }

export async function readSession(query: Query, sessionId: string): Promise<PaymentSession | null> {
  type Row = {
    amount: Amount
    payment_collection?: { cart?: SessionCart | null; order_link?: { order_id: string } | null } | null
  }
  const session = await readRow<Row>(query, "payment_session", sessionId, [
    "id",
    "amount",
    // Don't read `order.id` instead, because Medusa would load the whole order in the middle of each completion.
    "payment_collection.order_link.order_id",
    ...[...SIGNED_FIELDS, "completed_at"].map((field) => `payment_collection.cart.${field}`),
  ])
  if (!session) return null
  const { cart = null, order_link } = session.payment_collection ?? {}
  return { amount: parseAmount(session.amount), cart, orderId: order_link?.order_id ?? null }
}

/** Whether the store has a notification provider for the `email` channel. */
export function sendsEmail({ modules }: { modules?: Record<string, unknown> }): boolean {
  type ProviderConfig = { options?: { channels?: string[] } }
  const { options } = (modules?.notification ?? {}) as { options?: { providers?: ProviderConfig[] } }
  return (options?.providers ?? []).some((provider) => provider.options?.channels?.includes("email") === true)
}
