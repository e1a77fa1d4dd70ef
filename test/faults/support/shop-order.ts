import { randomUUID } from "node:crypto"
import { type CartInput, lineKey, parseAmount } from "../../../src/lease-cart"
import { type BackLine, type OrderState, type PaymentState } from "../../support/ledger"

/** A payment of an order. `booked`: what of its refunds the order knows. */
export type ShopPayment = PaymentState & { leaseId: string; capturedAt: string | null; booked: number }

/** An order as the shop keeps it; moments as ISO text. */
export type ShopOrder = Omit<
  OrderState,
  "own" | "payments" | "createdAt" | "canceledAt" | "deliveredAt" | "shippedAt"
> & {
  /** The lease whose authorization pays it. */
  leaseId: string | null
  payments: ShopPayment[]
  /** Its goods and sums now, read as the cart it was made from. */
  asCart: CartInput
  /** The session for what is to be paid of it again. */
  replacing: { id: string; amount: number } | null
  lines: BackLine[]
  createdAt: string
  canceledAt: string | null
  deliveredAt: string | null
  shippedAt: string | null
}

/** Changes an order; null where there is none. */
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

/** The payments of an order that one lease has made. */
export function paidBy({ payments }: Pick<ShopOrder, "payments">, { id }: { id: string }): ShopPayment[] {
  return payments.filter(({ leaseId }) => leaseId === id)
}

/** The part of an order that its lines tell. */
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
    recipientDiffers: false,
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

export function isCapturable({ captured, canceled }: PaymentState): boolean {
  return !captured && !canceled
}

/** Closes a payment as core does in one go with the order: booked as well. */
export function close(payment: ShopPayment): void {
  if (!payment.captured) payment.canceled = true
  payment.refunded = payment.captured
  payment.booked = payment.captured
}

/** The payment that a refund of the order is of. */
export function paymentNow({ payments }: Pick<ShopOrder, "payments">): ShopPayment | undefined {
  return payments.at(-1)
}

/** Paid by this very lease: its own, written down or not. */
export function isOwn({ leaseId, paidOtherwise, payments }: ShopOrder, { id }: { id: string }): boolean {
  return !paidOtherwise && (leaseId === id || payments.some((payment) => payment.leaseId === id))
}

/** The order as the ledger judges it for one lease. */
export function toState(order: ShopOrder, lease: { id: string }): OrderState {
  const { leaseId: _leaseId, asCart: _asCart, replacing: _replacing, ...known } = order
  const moment = (text: string | null) => (text ? new Date(text) : null)
  return {
    ...known,
    payments: paidBy(order, lease),
    own: isOwn(order, lease),
    createdAt: new Date(order.createdAt),
    canceledAt: moment(order.canceledAt),
    deliveredAt: moment(order.deliveredAt),
    shippedAt: moment(order.shippedAt),
  }
}
