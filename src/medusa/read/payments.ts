import { type Amount, parseAmount } from "../../lease-cart"
import { last, type Order, type Payment } from "../../modules/lease/ledger"
import { PROVIDER_ID, type Query, readRow, type SessionFact } from "./carts"

/** Reads the payments of carts and orders: Medusa's payment collections, sessions and payments. Makes no decisions. Amounts are in cents. */

/** A time as Medusa returns it: a Date or an ISO string. */
export type Moment = string | Date | null

type PaymentRow = {
  id: string
  provider_id: string
  captured_at: Moment
  canceled_at: Moment
  amount?: Amount
  data?: { lease_id?: unknown } | null
  captures?: { amount: Amount }[] | null
  refunds?: { id?: string; amount: Amount; created_at?: Moment }[] | null
}

export type CollectionRow = { payment_sessions?: SessionFact[]; payments?: PaymentRow[] }

export type PaymentCart = {
  id: string
  completed_at: Moment
  order?: { id: string } | null
  payment_collection?: (CollectionRow & { id: string; amount: Amount }) | null
}

const COLLECTION_FIELDS = [
  ...["payment_sessions.*", "payments.*", "payments.captures.amount"],
  ...["payments.refunds.amount", "payments.refunds.created_at"],
]

export const COLLECTIONS_FIELDS = COLLECTION_FIELDS.map((field) => `payment_collections.${field}`)

const CART_FIELDS = [
  ...["id", "completed_at", "order.id", "payment_collection.id", "payment_collection.amount"],
  ...COLLECTION_FIELDS.map((field) => `payment_collection.${field}`),
]

/** Returns carts with their payments, by cart ID, in one query. */
export async function readPaymentCarts(query: Query, cartIds: string[]): Promise<Map<string, PaymentCart>> {
  if (!cartIds.length) return new Map()
  const filters = { id: [...new Set(cartIds)] }
  const { data } = await query.graph({ entity: "cart", fields: CART_FIELDS, filters })
  return new Map((data as PaymentCart[]).map((cart) => [cart.id, cart]))
}

export async function readPaymentCart(query: Query, cartId: string): Promise<PaymentCart | null> {
  return (await readPaymentCarts(query, [cartId])).get(cartId) ?? null
}

/**
 * Returns our provider's sessions and payments in the collections, and other providers' payments, with the amount that they hold: authorized and not
 * refunded. Payments aren't read through their sessions, because anyone can delete a session, while its payment remains.
 */
export function leasePart(
  collections: readonly CollectionRow[],
): Pick<Order, "sessions" | "payments" | "others" | "heldByOthers" | "heldElsewhere"> {
  const sessions = collections.flatMap(({ payment_sessions }) => payment_sessions ?? [])
  const payments = paymentsOf(collections)
  const others = payments.filter((row) => !isOurs(row))
  const heldElsewhere = others.reduce((sum, row) => sum + heldBy(row), 0)
  // Count only this status. It means that the customer promised another provider a payment, for example by bank transfer.
  const isPromised = sessions.some((session) => !isOurs(session) && session.status === "pending_authorization")
  return {
    sessions: sessions.filter(isOurs).map(({ id, status, data }) => ({ id, status, leaseId: leaseIdOf(data) })),
    payments: payments.filter(isOurs).map(toPayment),
    others: others.map(toPayment),
    heldByOthers: isPromised || heldElsewhere > 0,
    heldElsewhere,
  }
}

function paymentsOf(collections: readonly CollectionRow[]): PaymentRow[] {
  return collections.flatMap(({ payments }) => payments ?? [])
}

/** Whether an order has a session of our provider. Reads this from Medusa, because the ledger may not have the order yet. */
export async function isPaidByLease(query: Query, orderId: string): Promise<boolean> {
  const collections = await readCollections(query, orderId, ["payment_collections.payment_sessions.provider_id"])
  return leasePart(collections).sessions.length > 0
}

/** Whether another provider holds a payment for an order or was promised one. */
export async function readHeldByOthers(query: Query, orderId: string): Promise<boolean> {
  return leasePart(await readCollections(query, orderId, COLLECTIONS_FIELDS)).heldByOthers
}

async function readCollections(query: Query, orderId: string, fields: string[]): Promise<CollectionRow[]> {
  const order = await readRow<TiedOrder>(query, "order", orderId, ["id", "cart.id", ...fields])
  const [collections = []] = order ? await collectionsOf(query, [order]) : []
  return collections
}

/** Whether an order was paid in full through other providers (authorized and not refunded), which is possible once its lease has ended. */
export async function isPaidOtherwise(query: Query, orderId: string): Promise<boolean> {
  type Row = TiedOrder & { total: Amount; credit_line_total?: Amount | null }
  const fields = ["id", "total", "credit_line_total", ...COLLECTIONS_FIELDS]
  const order = await readRow<Row>(query, "order", orderId, fields)
  if (!order) return false
  const { heldElsewhere: paid } = leasePart(order.payment_collections ?? [])
  // Refunding the lease's payment lowered the total by a credit, so add that back. It didn't lower the price of the goods.
  return paid > 0 && paid >= parseAmount(order.total) + parseAmount(order.credit_line_total ?? 0)
}

/**
 * Returns the amount of a lease's payment that Medusa has refunded, in cents, excluding the refund `besides`, whose row Medusa writes before calling
 * us.
 */
export async function readRefunded(
  query: Query,
  { id, order_id }: { id: string; order_id: string | null },
  besides: string | undefined,
): Promise<number> {
  const ofPayments = ["id", "provider_id", "data", "refunds.id", "refunds.amount"].map((field) => `payments.${field}`)
  const fields = ["id", ...["id", ...ofPayments].map((field) => `payment_collections.${field}`)]
  const order = await readRow<TiedOrder>(query, "order", order_id ?? "", fields)
  return paymentsOf(order?.payment_collections ?? [])
    .filter((row) => isOurs(row) && row.data?.lease_id === id)
    .flatMap(({ refunds }) => refunds ?? [])
    .filter((refund) => refund.id !== besides)
    .reduce((sum, { amount }) => sum + parseAmount(amount), 0)
}

/** Returns the amount that a payment holds. A canceled payment counts, too, because a capture may arrive after the cancellation. */
function heldBy(row: PaymentRow): number {
  const { canceled, captured, refunded } = toPayment(row)
  return (canceled ? captured : parseAmount(row.amount ?? 0)) - refunded
}

type TiedOrder = { cart?: { id: string } | null; payment_collections?: CollectionRow[] }

/**
 * Returns each order's payment collections. Medusa links an order to its payment in a separate step. Until that step has run, uses the cart's
 * collection.
 */
export async function collectionsOf(query: Query, orders: readonly TiedOrder[]): Promise<CollectionRow[][]> {
  const untied = orders.flatMap(({ cart, payment_collections }) =>
    cart && !payment_collections?.length ? [cart.id] : [],
  )
  const carts = await readPaymentCarts(query, untied)
  return orders.map(({ cart, payment_collections }) => {
    if (payment_collections?.length) return payment_collections
    const ofCart = carts.get(cart?.id ?? "")?.payment_collection
    return ofCart ? [ofCart] : []
  })
}

export function toDate(value: Moment | undefined): Date | null {
  return value ? new Date(value) : null
}

function isOurs({ provider_id }: { provider_id: string }): boolean {
  return provider_id === PROVIDER_ID
}

function leaseIdOf(data: { lease_id?: unknown } | null | undefined): string | null {
  return typeof data?.lease_id === "string" ? data.lease_id : null
}

function toPayment({ id, captures, refunds, canceled_at, captured_at, data }: PaymentRow): Payment {
  const sum = (rows: { amount: Amount }[] | null | undefined) =>
    (rows ?? []).reduce((total, { amount }) => total + parseAmount(amount), 0)
  return {
    id,
    captured: sum(captures),
    refunded: sum(refunds),
    canceled: Boolean(canceled_at),
    capturedAt: toDate(captured_at),
    refundedAt: last((refunds ?? []).map(({ created_at }) => toDate(created_at))),
    leaseId: leaseIdOf(data),
  }
}
