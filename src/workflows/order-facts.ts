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

/** An order with what decides over its lease. Sums in cents. */
export type OrderFacts = {
  id: string
  display_id: number
  status: string
  createdAt: Date
  cart: { id: string } | null
  /** Sessions of ours, and the payments made from them. */
  sessions: SessionFact[]
  payments: (PaymentState & { capturedAt: Date | null })[]
  /** A fulfilment is not cancelled, shipped or not. */
  hasFulfillments: boolean
  delivery: DeliveryState
  /** The order read as the cart it was made from. */
  asCart: CartInput
}

type Moment = string | Date | null
type PaymentRow = {
  id: string
  captured_at: Moment
  canceled_at: Moment
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
type OrderRow = Omit<OrderInput, "items"> & {
  display_id: number
  status: string
  created_at: string | Date
  cart: { id: string } | null
  payment_collections?: { payment_sessions?: (SessionFact & { payment?: PaymentRow | null })[] }[]
  fulfillments?: { canceled_at: Moment; shipped_at: Moment; delivered_at: Moment }[]
  items?: (OrderLine & { detail?: Quantities | null })[] | null
}

const FIELDS = [
  ...ORDER_FIELDS,
  "display_id",
  "status",
  "created_at",
  "cart.id",
  "payment_collections.payment_sessions.*",
  "payment_collections.payment_sessions.payment.*",
  "payment_collections.payment_sessions.payment.captures.amount",
  "payment_collections.payment_sessions.payment.refunds.amount",
  "fulfillments.canceled_at",
  "fulfillments.shipped_at",
  "fulfillments.delivered_at",
]

/** The orders as they are now, in one question. */
export async function readOrders(query: Query, orderIds: string[]): Promise<OrderFacts[]> {
  if (!orderIds.length) return []
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderIds } })
  return (data as OrderRow[]).map(toFacts)
}

/** The order as it is now; null when there is none. */
export async function readOrder(query: Query, orderId: string): Promise<OrderFacts | null> {
  return (await readOrders(query, [orderId]))[0] ?? null
}

/** The order as `owed.ts` judges it. */
export function orderState(order: OrderFacts): OrderState {
  const awaiting = order.sessions.find(({ status }) => status === "pending_authorization")
  return {
    id: order.id,
    createdAt: order.createdAt,
    cancelled: order.status === "canceled",
    sessionIds: order.sessions.map(({ id }) => id),
    awaitingSession: awaiting?.id ?? null,
    payments: order.payments,
    shipped: order.delivery.shipped,
    deliveredAt: order.delivery.deliveredAt,
    shippedAt: order.delivery.shippedAt,
  }
}

/** A payment's sums in cents. */
export function toPayment(payment: PaymentRow): PaymentState & { capturedAt: Date | null } {
  const sum = (rows: { amount: Amount }[] | null | undefined) =>
    (rows ?? []).reduce((total, { amount }) => total + parseAmount(amount), 0)
  return {
    id: payment.id,
    captured: sum(payment.captures),
    refunded: sum(payment.refunds),
    canceled: payment.canceled_at !== null && payment.canceled_at !== undefined,
    capturedAt: moment(payment.captured_at),
  }
}

function toFacts(order: OrderRow): OrderFacts {
  const sessions = (order.payment_collections ?? [])
    .flatMap((collection) => collection.payment_sessions ?? [])
    .filter((session) => session.provider_id === PROVIDER_ID)
  const parcels = (order.fulfillments ?? []).map(({ canceled_at, shipped_at, delivered_at }) => ({
    canceled: Boolean(canceled_at),
    shippedAt: moment(shipped_at),
    deliveredAt: moment(delivered_at),
  }))
  return {
    id: order.id,
    display_id: order.display_id,
    status: order.status,
    createdAt: new Date(order.created_at),
    cart: order.cart,
    sessions,
    payments: sessions.flatMap((session) => (session.payment ? [toPayment(session.payment)] : [])),
    hasFulfillments: parcels.some(({ canceled }) => !canceled),
    delivery: deliveryOf((order.items ?? []).map(toLine), parcels),
    asCart: orderToCartInput(order),
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
