import {
  type Amount,
  type CartInput,
  ORDER_FIELDS,
  type OrderInput,
  orderToCartInput,
  parseAmount,
} from "../lease-cart"
import { type DeliveryState, deliveryOf } from "../modules/lease/delivery"
import type { OrderState, PaymentState } from "../modules/lease/owed"
import { PROVIDER_ID, type Query, type SessionFact } from "./medusa-facts"

/** What has become of an order's goods. */
export type Goods = {
  status: string
  /** A fulfilment is not cancelled, shipped or not. */
  hasFulfillments: boolean
  delivery: DeliveryState
}

/** An order with what decides over its lease. Sums in cents. */
export type OrderFacts = Goods & {
  id: string
  display_id: number
  createdAt: Date
  cart: { id: string } | null
  /** Sessions and payments of ours. */
  sessions: SessionFact[]
  payments: OrderPayment[]
  /** The order read as the cart it was made from. */
  asCart: CartInput
}

/** `leaseId`: by which lease it was made. */
type OrderPayment = PaymentState & { capturedAt: Date | null; leaseId: string | null }

type Moment = string | Date | null
type PaymentRow = {
  id: string
  captured_at: Moment
  canceled_at: Moment
  data?: { lease_id?: unknown } | null
  captures?: { amount: Amount }[] | null
  refunds?: { amount: Amount }[] | null
}
type OrderLine = NonNullable<OrderInput["items"]>[number]
type Quantities = Partial<
  Record<
    | "quantity"
    | "shipped_quantity"
    | "delivered_quantity"
    | "return_received_quantity"
    | "return_dismissed_quantity"
    | "written_off_quantity",
    Amount | null
  >
>
type CollectionRow = { payment_sessions?: SessionFact[]; payments?: (PaymentRow & { provider_id: string })[] }
type OrderRow = Omit<OrderInput, "items"> & {
  display_id: number
  status: string
  created_at: string | Date
  cart: { id: string } | null
  payment_collections?: CollectionRow[]
  fulfillments?: { canceled_at: Moment; shipped_at: Moment; delivered_at: Moment }[]
  items?: (OrderLine & { detail?: Quantities | null })[] | null
}

/** Of a payment collection. */
const COLLECTION_FIELDS = ["payment_sessions.*", "payments.*", "payments.captures.amount", "payments.refunds.amount"]

/** Of the goods only. Without totals, which Medusa works out from everything that an order consists of. */
const GOODS_FIELDS = [
  "id",
  "status",
  "items.*",
  "items.detail.*",
  "fulfillments.canceled_at",
  "fulfillments.shipped_at",
  "fulfillments.delivered_at",
]

const FIELDS = [
  ...ORDER_FIELDS,
  ...GOODS_FIELDS,
  "display_id",
  "created_at",
  "cart.id",
  ...COLLECTION_FIELDS.map((field) => `payment_collections.${field}`),
]

/** The orders as they are now, in one question; two where one is not tied to a payment. */
export async function readOrders(query: Query, orderIds: string[]): Promise<OrderFacts[]> {
  if (!orderIds.length) return []
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderIds } })
  const rows = data as OrderRow[]
  const untied = rows.flatMap(({ cart, payment_collections }) =>
    cart && !payment_collections?.length ? [cart.id] : [],
  )
  if (!untied.length) return rows.map(toFacts)
  const collections = await readCartCollections(query, untied)
  return rows.map((row) => {
    const collection = row.payment_collections?.length ? undefined : collections.get(row.cart?.id ?? "")
    return toFacts(collection ? { ...row, payment_collections: [collection] } : row)
  })
}

/**
 * What the carts of orders are paid with, by cart id. Core ties an order to the payment of its cart in a step of its own: an order whose completion
 * was cut off before has nothing else that tells with what it was to be paid.
 */
async function readCartCollections(query: Query, cartIds: string[]): Promise<Map<string, CollectionRow>> {
  const fields = ["id", ...COLLECTION_FIELDS.map((field) => `payment_collection.${field}`)]
  const { data } = await query.graph({ entity: "cart", fields, filters: { id: cartIds } })
  const carts = data as { id: string; payment_collection?: CollectionRow | null }[]
  return new Map(carts.flatMap(({ id, payment_collection }) => (payment_collection ? [[id, payment_collection]] : [])))
}

/** The order as it is now; null when there is none. */
export async function readOrder(query: Query, orderId: string): Promise<OrderFacts | null> {
  return (await readOrders(query, [orderId]))[0] ?? null
}

/** Where the goods of an order are; null when there is none. What a person waits for must not cost more than it needs. */
export async function readGoods(query: Query, orderId: string): Promise<Goods | null> {
  const { data } = await query.graph({ entity: "order", fields: GOODS_FIELDS, filters: { id: orderId } })
  const [order] = data as OrderRow[]
  return order ? toGoods(order) : null
}

/** The order with what one lease has paid: an earlier lease of its cart may have left a payment there, too. */
export function paidBy(order: OrderFacts, { id }: { id: string }): OrderFacts {
  return { ...order, payments: order.payments.filter(({ leaseId }) => leaseId === id) }
}

/** The order as `owed.ts` judges it. */
export function orderState(order: OrderFacts): OrderState {
  const awaiting = order.sessions.find(({ status }) => status === "pending_authorization")
  return {
    id: order.id,
    createdAt: order.createdAt,
    cancelled: order.status === "canceled",
    total: parseAmount(order.asCart.total ?? 0),
    sessionIds: order.sessions.map(({ id }) => id),
    awaitingSession: awaiting?.id ?? null,
    payments: order.payments,
    shipped: order.delivery.shipped,
    deliveredAt: order.delivery.deliveredAt,
    shippedAt: order.delivery.shippedAt,
    pieces: order.delivery.pieces,
    returned: order.delivery.returned,
  }
}

/** A payment's sums in cents. */
export function toPayment(payment: PaymentRow): OrderPayment {
  const sum = (rows: { amount: Amount }[] | null | undefined) =>
    (rows ?? []).reduce((total, { amount }) => total + parseAmount(amount), 0)
  return {
    id: payment.id,
    captured: sum(payment.captures),
    refunded: sum(payment.refunds),
    canceled: payment.canceled_at !== null && payment.canceled_at !== undefined,
    capturedAt: moment(payment.captured_at),
    leaseId: typeof payment.data?.lease_id === "string" ? payment.data.lease_id : null,
  }
}

function toFacts(order: OrderRow): OrderFacts {
  const collections = order.payment_collections ?? []
  const isOurs = ({ provider_id }: { provider_id: string }) => provider_id === PROVIDER_ID
  const sessions = collections.flatMap(({ payment_sessions }) => payment_sessions ?? []).filter(isOurs)
  return {
    ...toGoods(order),
    id: order.id,
    display_id: order.display_id,
    createdAt: new Date(order.created_at),
    cart: order.cart,
    sessions,
    // A payment stays when its session is deleted, which anybody may cause.
    payments: collections
      .flatMap(({ payments }) => payments ?? [])
      .flatMap((row) => (isOurs(row) ? [toPayment(row)] : [])),
    asCart: orderToCartInput(order),
  }
}

function toGoods({ status, items, fulfillments }: Pick<OrderRow, "status" | "items" | "fulfillments">): Goods {
  const parcels = (fulfillments ?? []).map(({ canceled_at, shipped_at, delivered_at }) => ({
    canceled: Boolean(canceled_at),
    shippedAt: moment(shipped_at),
    deliveredAt: moment(delivered_at),
  }))
  return {
    status,
    hasFulfillments: parcels.some(({ canceled }) => !canceled),
    delivery: deliveryOf((items ?? []).map(toLine), parcels),
  }
}

function toLine({ quantity, requires_shipping, detail }: NonNullable<OrderRow["items"]>[number]) {
  // Quantities are read as amounts are, in hundredths.
  const count = (value: Amount | null | undefined) => parseAmount(value ?? 0) / 100
  return {
    ships: requires_shipping !== false,
    quantity: count(quantity ?? detail?.quantity),
    shipped: count(detail?.shipped_quantity),
    delivered: count(detail?.delivered_quantity),
    returned:
      count(detail?.return_received_quantity) +
      count(detail?.return_dismissed_quantity) +
      count(detail?.written_off_quantity),
  }
}

function moment(value: Moment | undefined): Date | null {
  return value ? new Date(value) : null
}
