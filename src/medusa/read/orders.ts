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
import { type DeliveryState, deliveryStateOf } from "../../modules/lease/rules/delivery"
import type { Order } from "../../modules/lease/rules/order"
import type { BackLine } from "../../modules/lease/rules/reductions"
import type { Query } from "./carts"
import {
  COLLECTION_FIELDS,
  type CollectionRow,
  collectionsOf,
  heldByOthers,
  isHeldByOthers,
  leasePart,
  type Moment,
  toDate,
} from "./payments"

/** Where the goods of an order are, and whether core lets it be canceled. */
export type Goods = DeliveryState & Pick<Order, "status" | "canceled" | "cancelable" | "lines">

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
export async function readOrders(query: Query, orderIds: string[]): Promise<Order[]> {
  if (!orderIds.length) return []
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderIds } })
  const rows = data as OrderRow[]
  const collections = await collectionsOf(query, rows)
  return rows.map((row, at) => toOrder(row, collections[at] ?? []))
}

/** The order as it is now; null when there is none. */
export async function readOrder(query: Query, orderId: string): Promise<Order | null> {
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

function toOrder(row: OrderRow, collections: CollectionRow[]): Order {
  const asCart = orderToCartInput(row)
  return {
    ...toGoods(row),
    ...leasePart(collections),
    id: row.id,
    displayId: row.display_id,
    cartId: row.cart?.id ?? null,
    createdAt: new Date(row.created_at),
    canceledAt: toDate(row.canceled_at),
    total: parseAmount(asCart.total ?? 0),
    heldByOthers: isHeldByOthers(collections),
    heldElsewhere: heldByOthers(collections),
    asCart,
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
  const canceled = status === "canceled"
  return {
    ...deliveryStateOf((items ?? []).map(toLine), parcels),
    status,
    canceled,
    cancelable: !canceled && status !== "completed" && parcels.every((parcel) => parcel.canceled),
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
