import { ChangeActionType } from "@medusajs/framework/utils"
import {
  type Amount,
  type CartInput,
  lineKey,
  netOf,
  ORDER_FIELDS,
  ORDER_FIELDS_TO_LEASE,
  type OrderInput,
  type OrderLine,
  orderToCartInput,
  parseAmount,
} from "../../lease-cart"
import {
  type BackLine,
  type CartState,
  type DeliveryState,
  deliveryStateOf,
  isOpenPayment,
  isOwn,
  type LastParcel,
  type LeaseRecord,
  type Order,
  paidBy,
  type ReceivedReturn,
} from "../../modules/lease/ledger"
import { type Query, readRow, readRows } from "./carts"
import {
  COLLECTIONS_FIELDS,
  type CollectionRow,
  collectionsOf,
  leasePart,
  type Moment,
  type PaymentCart,
  readPaymentCart,
  readPaymentCarts,
  toDate,
} from "./payments"
import { hasOurTaxLines, isWithoutTax, TAX_LINE_FIELDS, type TaxedCart, type TaxLines } from "./taxes"

export type Goods = DeliveryState & Pick<Order, "status" | "canceled" | "cancelable" | "lines">

type Step = "shipped" | "delivered" | "return_received" | "return_dismissed" | "return_requested"
type LineRow = OrderLine & {
  return_requested_total?: Amount | null
  detail?: { [quantity in `${Step}_quantity`]?: Amount | null } | null
  tax_lines?: TaxLines["tax_lines"]
}
type OrderRow = Omit<OrderInput, "items"> & {
  display_id: number
  status: string
  canceled_at: Moment
  created_at: string | Date
  cart: { id: string } | null
  payment_collections?: CollectionRow[]
  /** A deleted fulfillment is undefined, because its link remains. */
  fulfillments?: ({ canceled_at: Moment; shipped_at: Moment; delivered_at: Moment } | undefined)[]
  items?: LineRow[] | null
  shipping_methods?: TaxLines[] | null
}

/** How many units of a line were returned in exchange for other goods, by line ID. */
type Exchanged = ReadonlyMap<string, number>

/** Excludes totals, for which Medusa would read the whole order. */
const GOODS_FIELDS = [
  ...["id", "status", "items.*", "items.detail.*"],
  ...["fulfillments.canceled_at", "fulfillments.shipped_at", "fulfillments.delivered_at"],
]

const FIELDS = [
  ...[...ORDER_FIELDS, ...GOODS_FIELDS, ...COLLECTIONS_FIELDS],
  ...["display_id", "created_at", "canceled_at", "cart.id", ...TAX_LINE_FIELDS],
]

/** Reads orders in one query, plus one if an order isn't linked to its payment, and up to two if goods were returned. */
export async function readOrders(query: Query, orderIds: string[]): Promise<Order[]> {
  if (!orderIds.length) return []
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderIds } })
  const rows = data as OrderRow[]
  const [collections, exchanged] = [await collectionsOf(query, rows), await readExchanged(query, rows)]
  return rows.map((row, place) => toOrder(row, collections[place] ?? [], exchanged))
}

export async function readOrder(query: Query, orderId: string): Promise<Order | null> {
  return (await readOrders(query, [orderId]))[0] ?? null
}

/**
 * Returns the IDs of an order's fulfillments that have shipped (or need no shipping) and aren't marked as delivered. Empty if the order is canceled.
 */
export async function readUndelivered(query: Query, orderId: string): Promise<string[]> {
  type Times = { canceled_at: Moment; shipped_at: Moment; delivered_at: Moment }
  type Row = { status: string; fulfillments?: (Times & { id: string; requires_shipping: boolean })[] }
  const columns = ["id", "requires_shipping", "canceled_at", "shipped_at", "delivered_at"]
  const fields = ["id", "status", ...columns.map((column) => `fulfillments.${column}`)]
  const order = await readRow<Row>(query, "order", orderId, fields)
  if (!order || order.status === "canceled") return []
  return (order.fulfillments ?? [])
    .filter((one) => one && !one.canceled_at && !one.delivered_at && (one.shipped_at || !one.requires_shipping))
    .map(({ id }) => id)
}

/** Returns each order's last parcel, by order ID: the one delivered last or, if none is delivered, shipped last. Omits orders without one. */
export async function readLastParcels(query: Query, orderIds: string[]): Promise<Map<string, LastParcel>> {
  type Label = { tracking_number: string; created_at: string | Date }
  type Row = {
    id: string
    fulfillments?: {
      canceled_at: Moment
      shipped_at: Moment
      delivered_at: Moment
      provider_id: string | null
      labels?: Label[]
      shipping_option?: { name: string } | null
    }[]
  }
  const columns = ["canceled_at", "shipped_at", "delivered_at", "provider_id", "shipping_option.name"]
  const labels = ["labels.tracking_number", "labels.created_at"]
  const fields = ["id", ...[...columns, ...labels].map((column) => `fulfillments.${column}`)]
  const rows = await readRows<Row>(query, "order", orderIds, fields)
  const time = (moment: Moment) => toDate(moment)?.getTime() ?? 0
  return new Map(
    rows.flatMap(({ id, fulfillments = [] }) => {
      const [last] = fulfillments
        .filter((one) => one && !one.canceled_at && (one.shipped_at || one.delivered_at))
        .sort((a, b) => time(b.delivered_at) - time(a.delivered_at) || time(b.shipped_at) - time(a.shipped_at))
      if (!last) return []
      const [label] = [...(last.labels ?? [])].sort((a, b) => time(a.created_at) - time(b.created_at))
      const shippingOption = last.shipping_option?.name
      return [[id, { trackingNumber: label?.tracking_number, shippingOption, providerId: last.provider_id }]]
    }),
  )
}

/** Returns the ID of a fulfillment's order. Null if the fulfillment belongs to a return or doesn't exist. */
export async function orderIdOfFulfillment(query: Query, fulfillmentId: string): Promise<string | null> {
  type Row = { order?: { id: string } | null }
  return (await readRow<Row>(query, "fulfillment", fulfillmentId, ["id", "order.id"]))?.order?.id ?? null
}

export async function orderIdOfPayment(query: Query, paymentId: string): Promise<string | null> {
  type Row = { payment_collection?: { order?: { id: string } | null } | null }
  const payment = await readRow<Row>(query, "payment", paymentId, ["id", "payment_collection.order.id"])
  return payment?.payment_collection?.order?.id ?? null
}

export async function isOrderCanceled(query: Query, orderId: string | null): Promise<boolean> {
  if (!orderId) return false
  const order = await readRow<{ status: string }>(query, "order", orderId, ["id", "status"])
  return order?.status === "canceled"
}

/** Returns the ID of the cart that became this order, or the order's own ID if it had no cart. */
export async function readCartIdOfOrder(query: Query, orderId: string): Promise<string> {
  const filters = { order_id: orderId }
  const { data } = await query.graph({ entity: "order_cart", fields: ["cart_id"], filters })
  return (data[0] as { cart_id: string } | undefined)?.cart_id ?? orderId
}

/** Returns a lease's order: the recorded one, or its cart's order if this lease paid for it. */
export async function readOwnOrder(query: Query, lease: LeaseRecord): Promise<Order | null> {
  if (lease.order_id) return readOrder(query, lease.order_id)
  const cart = await readPaymentCart(query, lease.cart_id)
  const order = cart?.order ? await readOrder(query, cart.order.id) : null
  return order && isOwn(order, lease) ? order : null
}

/** Returns the order of a lease ({@link readOwnOrder}) with only that lease's payments. */
export async function readPaidOrder(query: Query, lease: LeaseRecord): Promise<Order | null> {
  const order = await readOwnOrder(query, lease)
  return order && paidBy(order, lease)
}

/**
 * Reads an order that is waiting for its contract, in the form of a cart. `id` is the ID of the order's cart, or the order's own ID if it has no
 * cart. Null if there is no such order or it is canceled.
 */
export async function readOrderToLease(query: Query, orderId: string) {
  type Row = OrderInput & Pick<OrderRow, "display_id" | "status" | "cart"> & TaxedCart
  const fields = [...ORDER_FIELDS_TO_LEASE, "display_id", "status", "cart.id", ...TAX_LINE_FIELDS]
  const order = await readRow<Row>(query, "order", orderId, fields)
  if (!order || order.status === "canceled") return null
  const { items, ...cart } = orderToCartInput(order)
  return {
    ...cart,
    id: order.cart?.id ?? order.id,
    display_id: order.display_id,
    is_untaxed: hasOurTaxLines(order),
    items: items?.filter(({ quantity }) => parseAmount(quantity) > 0) ?? [],
  } satisfies CartInput & { display_id: number }
}

/** Returns the state of an order's goods, or null if there is no order. Reads as little as possible, because a user is waiting. */
export async function readGoods(query: Query, orderId: string): Promise<Goods | null> {
  const order = await readRow<OrderRow>(query, "order", orderId, GOODS_FIELDS)
  return order && toGoods(order, await readExchanged(query, [order]))
}

const RECEIVED: string[] = [ChangeActionType.RECEIVE_RETURN_ITEM, ChangeActionType.RECEIVE_DAMAGED_RETURN_ITEM]

/**
 * Counts the units returned in exchanges and replacement claims, which replace them with other goods. Adds up every confirmed receipt, because a
 * return contains only the quantities of its last receipt. Queries only orders with returned goods.
 */
async function readExchanged(query: Query, orders: readonly Pick<OrderRow, "id" | "items">[]): Promise<Exchanged> {
  type ReturnRow = { id: string; exchange_id: string | null; claim?: { type: string } | null }
  type Receipt = { actions?: { action: string; details: { reference_id: string; quantity: Amount } }[] }
  const read = async <Row>(entity: string, fields: string[], filters: Record<string, unknown[]>) =>
    Object.values(filters).every(({ length }) => length)
      ? ((await query.graph({ entity, fields, filters })).data as Row[])
      : []
  const order_id = orders.filter(({ items }) => items?.some((line) => toLine(line).returned > 0)).map(({ id }) => id)
  const returns = await read<ReturnRow>("return", ["id", "exchange_id", "claim.type"], { order_id })
  const return_id = returns
    .filter(({ exchange_id, claim }) => exchange_id || claim?.type === "replace")
    .map(({ id }) => id)
  const fields = ["id", "actions.action", "actions.details"]
  const receipts = await read<Receipt>("order_change", fields, { order_id, return_id, status: ["confirmed"] })
  const exchanged = new Map<string, number>()
  for (const { action, details } of receipts.flatMap(({ actions = [] }) => actions))
    if (RECEIVED.includes(action))
      exchanged.set(
        details.reference_id,
        (exchanged.get(details.reference_id) ?? 0) + parseAmount(details.quantity) / 100,
      )
  return exchanged
}

export async function readLastReturn(query: Query, orderId: string): Promise<ReceivedReturn | null> {
  const fields = ["id", "display_id", "received_at"]
  const { data } = await query.graph({ entity: "return", fields, filters: { order_id: orderId } })
  const received = (data as { display_id: number; received_at: Moment }[]).flatMap(({ display_id, received_at }) =>
    received_at ? [{ displayId: display_id, receivedAt: new Date(received_at) }] : [],
  )
  return received.sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime())[0] ?? null
}

export type CartReading = CartState & { orderId: string | null }

/** Returns the carts of leases without a recorded order, by lease ID, in one query. Several leases may belong to the same cart. */
export async function readCartStates(query: Query, leases: LeaseRecord[]): Promise<Map<string, CartReading>> {
  const ids = leases.map(({ cart_id }) => cart_id)
  const carts = await readPaymentCarts(query, ids)
  return new Map(
    leases.flatMap((lease) => {
      const cart = carts.get(lease.cart_id)
      return cart ? [[lease.id, { ...stateOf(cart, lease), orderId: cart.order?.id ?? null }]] : []
    }),
  )
}

/** Returns what is left of an ended lease's payment in Medusa: the payments still to be closed, and the sessions of a cart without an order. */
export async function readPayables(query: Query, lease: LeaseRecord) {
  const order = lease.order_id ? await readOrder(query, lease.order_id) : null
  if (order) return { open: paidBy(order, lease).payments.filter(isOpenPayment), sessionIds: [] }
  const cart = await readPaymentCart(query, lease.cart_id)
  if (!cart) return { open: [], sessionIds: [] }
  const { payments, sessionIds, completed } = stateOf(cart, lease)
  return { open: payments.filter(isOpenPayment), sessionIds: completed ? [] : sessionIds }
}

function stateOf(cart: PaymentCart, lease: LeaseRecord): CartState {
  const { sessions, payments } = leasePart(cart.payment_collection ? [cart.payment_collection] : [])
  return {
    completed: Boolean(cart.completed_at ?? cart.order),
    payments: payments.filter(({ leaseId }) => leaseId === lease.id),
    sessionIds: sessions.filter(({ leaseId }) => leaseId === lease.id).map(({ id }) => id),
  }
}

function toOrder(row: OrderRow, collections: CollectionRow[], exchanged: Exchanged): Order {
  const asCart = orderToCartInput(row)
  return {
    ...toGoods(row, exchanged),
    ...leasePart(collections),
    isUntaxed: hasOurTaxLines(row),
    soldUntaxed: hasOurTaxLines(row) ? netOf(asCart, isWithoutTax) : 0,
    id: row.id,
    displayId: row.display_id,
    cartId: row.cart?.id ?? row.id,
    createdAt: new Date(row.created_at),
    canceledAt: toDate(row.canceled_at),
    total: parseAmount(asCart.total ?? 0),
    returnRequestedTotal: (row.items ?? []).reduce(
      (sum, line) => sum + parseAmount(line.return_requested_total ?? 0),
      0,
    ),
    asCart,
  }
}

function toGoods(
  { status, items, fulfillments }: Pick<OrderRow, "status" | "items" | "fulfillments">,
  exchanged: Exchanged,
): Goods {
  const parcels = (fulfillments ?? [])
    .filter((parcel) => parcel !== undefined)
    .map(({ canceled_at, shipped_at, delivered_at }) => ({
      canceled: Boolean(canceled_at),
      shippedAt: toDate(shipped_at),
      deliveredAt: toDate(delivered_at),
    }))
  const canceled = status === "canceled"
  return {
    ...deliveryStateOf(
      (items ?? []).map((line) => toLine(line, exchanged)),
      parcels,
    ),
    status,
    canceled,
    cancelable: !canceled && status !== "completed" && parcels.every((parcel) => parcel.canceled),
    lines: (items ?? [])
      .filter(({ requires_shipping }) => requires_shipping !== false)
      .map((line) => toBackLine(line, exchanged)),
  }
}

/** Returns a line's quantities without exchanged units, as if they had never been part of the order. */
function toLine({ id, quantity, requires_shipping, detail }: LineRow, exchanged: Exchanged = new Map()) {
  const gone = exchanged.get(id) ?? 0
  // Parse a quantity like an amount, which returns hundredths.
  const count = (value: Amount | null | undefined) => parseAmount(value ?? 0) / 100
  // Don't go below zero, because an exchanged unit may never have been marked as shipped or delivered.
  const left = (counted: number) => Math.max(0, counted - gone)
  return {
    ships: requires_shipping !== false,
    quantity: left(count(quantity ?? detail?.quantity)),
    shipped: left(count(detail?.shipped_quantity)),
    delivered: left(count(detail?.delivered_quantity)),
    // Medusa counts a returned unit that is damaged as both dismissed and written off, so count only one of the two.
    returned: left(count(detail?.return_received_quantity) + count(detail?.return_dismissed_quantity)),
    requested: count(detail?.return_requested_quantity),
  }
}

function toBackLine(line: LineRow, exchanged: Exchanged): BackLine {
  const { quantity, returned, requested } = toLine(line, exchanged)
  const unitPrice = parseAmount(line.unit_price ?? line.detail?.unit_price ?? 0)
  return { key: lineKey(line), quantity, unitPrice, returned, requested }
}
