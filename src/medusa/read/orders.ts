import {
  type Amount,
  type CartInput,
  lineKey,
  ORDER_FIELDS,
  ORDER_FIELDS_TO_LEASE,
  type OrderInput,
  orderToCartInput,
  parseAmount,
  RECIPIENT_FIELDS,
} from "../../lease-cart"
import type { Recipient } from "../../modules/lease/cart/compare-cart"
import type { OrderState } from "../../modules/lease/outbox/facts"
import { type DeliveryState, deliveryStateOf } from "../../modules/lease/rules/delivery"
import type { BackLine } from "../../modules/lease/rules/reductions"
import type { Query, SessionFact } from "./carts"
import {
  COLLECTION_FIELDS,
  type CollectionRow,
  collectionsOf,
  heldByOthers,
  isHeldByOthers,
  type LeasePayment,
  leasePart,
  type Moment,
  toDate,
} from "./payments"

/** The state of an order's goods. */
export type Goods = {
  status: string
  /** A fulfillment is not canceled, shipped or not. */
  hasFulfillments: boolean
  delivery: DeliveryState
  /** The lines that ship, as the cart that was signed had them, with the pieces that came back. */
  lines: BackLine[]
}

/** An order with what decides over its lease. Sums in cents. */
export type OrderFacts = Goods & {
  id: string
  display_id: number
  createdAt: Date
  canceledAt: Date | null
  cart: { id: string } | null
  /** Sessions and payments of ours. */
  sessions: SessionFact[]
  payments: LeasePayment[]
  /** Payments of other providers. */
  others: LeasePayment[]
  /** Another provider holds a payment of it, or has promised one; and the sum held there. */
  heldByOthers: boolean
  heldElsewhere: number
  /** The order read as the cart it was made from. */
  asCart: CartInput
}

type OrderLine = NonNullable<OrderInput["items"]>[number]
type Quantities = Partial<
  Record<
    | "quantity"
    | "shipped_quantity"
    | "delivered_quantity"
    | "return_received_quantity"
    | "return_dismissed_quantity"
    | "return_requested_quantity",
    Amount | null
  >
>
type OrderRow = Omit<OrderInput, "items"> & {
  display_id: number
  status: string
  canceled_at: Moment
  created_at: string | Date
  cart: { id: string } | null
  payment_collections?: CollectionRow[]
  /** A link to a fulfillment that was deleted is read as undefined. */
  fulfillments?: ({ canceled_at: Moment; shipped_at: Moment; delivered_at: Moment } | undefined)[]
  items?: (OrderLine & { detail?: Quantities | null })[] | null
}

/** Fields of the goods only. Without totals, which Medusa works out from everything that an order consists of. */
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
  "canceled_at",
  "cart.id",
  ...COLLECTION_FIELDS.map((field) => `payment_collections.${field}`),
]

/** The orders as they are now, in one question; two where one is not tied to a payment. */
export async function readOrders(query: Query, orderIds: string[]): Promise<OrderFacts[]> {
  if (!orderIds.length) return []
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderIds } })
  const rows = data as OrderRow[]
  const collections = await collectionsOf(query, rows)
  return rows.map((row, at) => toFacts(row, collections[at] ?? []))
}

/** The order as it is now; null when there is none. */
export async function readOrder(query: Query, orderId: string): Promise<OrderFacts | null> {
  return (await readOrders(query, [orderId]))[0] ?? null
}

/**
 * An order that was edited, read as the cart of its new contract: its lines as they are now, under the id of its cart. Null when there is none, or it
 * is canceled.
 */
export async function readOrderToLease(query: Query, orderId: string): Promise<CartInput | null> {
  const fields = [...ORDER_FIELDS_TO_LEASE, "status", "cart.id"]
  const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } })
  const order = data[0] as (OrderInput & Pick<OrderRow, "status" | "cart">) | undefined
  if (!order?.cart || order.status === "canceled") return null
  const { items, ...cart } = orderToCartInput(order)
  return { ...cart, id: order.cart.id, items: items?.filter(({ quantity }) => parseAmount(quantity) > 0) ?? [] }
}

/** Where the goods of an order are; null when there is none. A person waits for this: it costs no more than it needs. */
export async function readGoods(query: Query, orderId: string): Promise<Goods | null> {
  const { data } = await query.graph({ entity: "order", fields: GOODS_FIELDS, filters: { id: orderId } })
  const [order] = data as OrderRow[]
  return order ? toGoods(order) : null
}

/** A return that the store received, with its number for people. */
export type ReceivedReturn = { displayId: number; receivedAt: Date }

/** The last return of an order that the store received; null when there is none. */
export async function readLastReturn(query: Query, orderId: string): Promise<ReceivedReturn | null> {
  const fields = ["id", "display_id", "received_at"]
  const { data } = await query.graph({ entity: "return", fields, filters: { order_id: orderId } })
  const received = (data as { display_id: number; received_at: Moment }[]).flatMap(({ display_id, received_at }) =>
    received_at ? [{ displayId: display_id, receivedAt: new Date(received_at) }] : [],
  )
  return received.sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime())[0] ?? null
}

/** Who gets the goods of an order, as it says now; null when there is none. */
export async function readRecipient(query: Query, orderId: string): Promise<Recipient | null> {
  const { data } = await query.graph({ entity: "order", fields: ["id", ...RECIPIENT_FIELDS], filters: { id: orderId } })
  return (data[0] as Recipient | undefined) ?? null
}

/** The order with what one lease has paid: an earlier lease of its cart may have left a payment there, too. */
export function paidBy(order: OrderFacts, { id }: { id: string }): OrderFacts {
  return { ...order, payments: order.payments.filter(({ leaseId }) => leaseId === id) }
}

/**
 * Whether this lease alone pays an order. Its session tells, because a completion of an earlier lease of its cart may have left
 * a payment there; the payment itself, where the session is gone.
 */
export function isPaidByIt({ sessions, payments, heldByOthers }: OrderFacts, { id }: { id: string }): boolean {
  if (heldByOthers) return false
  const leaseIds = sessions.length ? sessions.map(({ data }) => data?.lease_id) : payments.map(({ leaseId }) => leaseId)
  return leaseIds.includes(id)
}

/**
 * The order as `owed.ts` judges it. `recipientDiffers`: what the ledger says about its recipient; `own`: {@link isPaidByIt}. Irrelevant where only
 * its payment is asked for.
 */
export function orderState(order: OrderFacts, { recipientDiffers = false, own = false } = {}): OrderState {
  const total = parseAmount(order.asCart.total ?? 0)
  const awaiting = order.sessions.find(({ status }) => status === "pending_authorization")
  return {
    id: order.id,
    createdAt: order.createdAt,
    canceled: order.status === "canceled",
    canceledAt: order.canceledAt,
    recipientDiffers,
    own,
    heldElsewhere: order.heldElsewhere,
    total,
    sessionIds: order.sessions.map(({ id }) => id),
    paidOtherwise: order.heldByOthers || total <= 0,
    awaitingSession: awaiting?.id ?? null,
    payments: order.payments,
    shipped: order.delivery.shipped,
    deliveredAt: order.delivery.deliveredAt,
    shippedAt: order.delivery.shippedAt,
    pieces: order.delivery.pieces,
    returned: order.delivery.returned,
  }
}

function toFacts(order: OrderRow, collections: CollectionRow[]): OrderFacts {
  return {
    ...toGoods(order),
    ...leasePart(collections),
    heldByOthers: isHeldByOthers(collections),
    id: order.id,
    display_id: order.display_id,
    createdAt: new Date(order.created_at),
    canceledAt: toDate(order.canceled_at),
    heldElsewhere: heldByOthers(collections),
    cart: order.cart,
    asCart: orderToCartInput(order),
  }
}

function toGoods({ status, items, fulfillments }: Pick<OrderRow, "status" | "items" | "fulfillments">): Goods {
  const parcels = (fulfillments ?? [])
    .filter((parcel) => parcel !== undefined)
    .map(({ canceled_at, shipped_at, delivered_at }) => ({
      canceled: Boolean(canceled_at),
      shippedAt: toDate(shipped_at),
      deliveredAt: toDate(delivered_at),
    }))
  return {
    status,
    hasFulfillments: parcels.some(({ canceled }) => !canceled),
    delivery: deliveryStateOf((items ?? []).map(toLine), parcels),
    lines: (items ?? []).filter(({ requires_shipping }) => requires_shipping !== false).map(toBackLine),
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
    // A piece that comes back damaged is dismissed and written off: core counts it as both.
    returned: count(detail?.return_received_quantity) + count(detail?.return_dismissed_quantity),
    requested: count(detail?.return_requested_quantity),
  }
}

function toBackLine(line: NonNullable<OrderRow["items"]>[number]): BackLine {
  const { quantity, returned, requested } = toLine(line)
  return {
    key: lineKey(line),
    quantity,
    unitPrice: parseAmount(line.unit_price ?? line.detail?.unit_price ?? 0),
    returned,
    requested,
  }
}
