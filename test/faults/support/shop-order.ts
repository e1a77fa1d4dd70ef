import { randomUUID } from "node:crypto"
import { type CartInput, lineKey, parseAmount } from "../../../src/lease-cart"
import type { BackLine, Order, Payment } from "../../support/ledger"
import { anOrder } from "../../support/order"

/** A payment of an order. `booked`: refunds booked with the order. */
export type ShopPayment = Omit<Payment, "capturedAt"> & { leaseId: string; capturedAt: string | null; booked: number }

/** An order as the shop stores it, with times as ISO text. */
export type ShopOrder = Pick<
  Order,
  "id" | "canceled" | "total" | "heldElsewhere" | "shipped" | "pieces" | "returned" | "lines" | "asCart"
> & {
  /** The lease that authorized the order's payment. */
  leaseId: string | null
  /** Our sessions, the one pending at the service, and whether another method has paid. */
  sessionIds: string[]
  awaitingSession: string | null
  paidOtherwise: boolean
  payments: ShopPayment[]
  /** The session for the order's unpaid part. */
  replacing: { id: string; amount: number } | null
  createdAt: string
  canceledAt: string | null
  deliveredAt: string | null
  shippedAt: string | null
}

/** Changes an order; null if there is none. */
export type Change = (orderId: string, work: (order: ShopOrder) => void) => Promise<ShopOrder | null>

export function newPayment({ id }: { id: string }): ShopPayment {
  return {
    id: `pay_${randomUUID()}`,
    leaseId: id,
    captured: 0,
    capturedAt: null,
    refunded: 0,
    booked: 0,
    canceled: false,
  }
}

/** One lease's payments of an order. */
export function paidBy({ payments }: Pick<ShopOrder, "payments">, { id }: { id: string }): ShopPayment[] {
  return payments.filter(({ leaseId }) => leaseId === id)
}

/** The fields of an order that come from its lines. */
export function goodsOf(cart: CartInput): Pick<ShopOrder, "asCart" | "total" | "lines" | "pieces"> {
  const lines = (cart.items ?? []).map((line): BackLine => {
    const quantity = parseAmount(line.quantity) / 100
    return { key: lineKey(line), quantity, unitPrice: parseAmount(line.unit_price), returned: 0 }
  })
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return { asCart: cart, total: parseAmount(cart.total ?? 0), lines, pieces }
}

export function newOrder(cart: CartInput, sessionId: string, now: Date): ShopOrder {
  return {
    ...goodsOf(cart),
    id: `order_${randomUUID()}`,
    createdAt: now.toISOString(),
    canceled: false,
    canceledAt: null,
    heldElsewhere: 0,
    sessionIds: [sessionId],
    leaseId: null,
    replacing: null,
    paidOtherwise: false,
    awaitingSession: null,
    payments: [],
    shipped: false,
    deliveredAt: null,
    shippedAt: null,
    returned: 0,
  }
}

export function isCapturable({ captured, canceled }: ShopPayment): boolean {
  return !captured && !canceled
}

/** Closes a payment as core does together with the order, so it is also booked. */
export function close(payment: ShopPayment): void {
  if (!payment.captured) payment.canceled = true
  payment.refunded = payment.captured
  payment.booked = payment.captured
}

/** The payment to refund. */
export function paymentNow({ payments }: Pick<ShopOrder, "payments">): ShopPayment | undefined {
  return payments.at(-1)
}

/** The order as the ledger reads it for a lease. */
export function toOrder(order: ShopOrder, lease: { id: string; cart_id: string }): Order {
  const { id, canceled, shipped, pieces, awaitingSession, deliveredAt } = order
  const moment = (text: string | null) => (text ? new Date(text) : null)
  // Each lease that paid has its own session.
  const payers = [order.leaseId, ...order.payments.map(({ leaseId }) => leaseId)]
  const leaseId = payers.includes(lease.id) ? lease.id : order.leaseId
  const status = (session: string) => (session === awaitingSession ? "pending_authorization" : "authorized")
  return anOrder({
    ...{ id, canceled, shipped, pieces, displayId: 1, cartId: lease.cart_id, cancelable: !canceled && !shipped },
    ...{ total: order.total, returned: order.returned, lines: order.lines, asCart: order.asCart },
    sessions: order.sessionIds.map((session) => ({ id: session, status: status(session), leaseId })),
    payments: paidBy(order, lease).map((payment) => ({ ...payment, capturedAt: moment(payment.capturedAt) })),
    ...{ heldByOthers: order.paidOtherwise, heldElsewhere: order.heldElsewhere },
    ...{ delivered: deliveredAt ? pieces : 0, deliveredAt: moment(deliveredAt), shippedAt: moment(order.shippedAt) },
    ...{ createdAt: new Date(order.createdAt), canceledAt: moment(order.canceledAt) },
  })
}
