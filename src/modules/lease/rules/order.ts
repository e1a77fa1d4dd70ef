import type { CartInput } from "../../../lease-cart"
import type { DeliveryState } from "./delivery"
import { isCanceled, isEnded, isForExistingOrder } from "./lease-predicates"
import { MINUTE_MS } from "./moments"
import type { LeaseRecord } from "./records"
import { type BackLine, piecesBack, restOf } from "./reversal"

/** A payment in Medusa's books, with amounts in cents. `leaseId` is the lease that made the payment, or null for other providers' payments. */
export type Payment = {
  id: string
  captured: number
  refunded: number
  canceled: boolean
  /** When the capture was completed. Medusa records a capture before asking us to make it, so while this is null, `captured` may be undone. */
  capturedAt: Date | null
  /** When the last refund was made. */
  refundedAt: Date | null
  leaseId: string | null
}

/** One of our provider's payment sessions. `leaseId` is the lease for which it was created. */
export type Session = { id: string; status: string; leaseId: string | null }

/** An order in Medusa, with the facts that matter to its lease. Amounts are in cents. */
export type Order = DeliveryState & {
  id: string
  displayId: number
  /** The cart that the order was made from. A draft order has no cart, so this is the order's own ID, as in its lease's `cart_id`. */
  cartId: string
  status: string
  canceled: boolean
  /** Whether Medusa allows the order to be canceled: it is open, and nothing is packed. */
  cancelable: boolean
  createdAt: Date
  canceledAt: Date | null
  total: number
  /** Medusa's price for the goods in requested returns. Until they arrive, an exchange's total includes both the old and the new goods. */
  returnRequestedTotal: number
  /** Our provider's sessions and payments. If both are empty, the order is to be paid through another provider. */
  sessions: Session[]
  payments: Payment[]
  /** Other providers' payments. */
  others: Payment[]
  /** Whether another provider holds or has promised money. */
  heldByOthers: boolean
  /** The sum that other providers authorized or captured. */
  heldElsewhere: number
  /** Whether the order was placed without sales tax, because its operator charges the tax. */
  isUntaxed: boolean
  /** What was sold without sales tax: goods and delivery, after discounts. */
  soldUntaxed: number
  /** The lines that ship, as in the signed cart, and how many units of each were returned. */
  lines: BackLine[]
  /** The order in the form of the cart that it was made from. */
  asCart: CartInput
}

/** Message codes for why Medusa couldn't make an order from a cart. */
export const ORDER_PROBLEMS = [
  ...(["not_sold", "out_of_stock", "shipping_gone", "promotion_used_up", "not_priced"] as const),
  ...(["store_declined", "provider_off", "store_refused"] as const),
]

/** How long Medusa may still remove a new order, which it creates before authorizing the payment. */
export const ORDER_STANDS_MS = 5 * MINUTE_MS
/** When the order counts as final. */
export function standsAt({ createdAt }: Pick<Order, "createdAt">): Date {
  return new Date(createdAt.getTime() + ORDER_STANDS_MS)
}

/** The order with only this lease's payments, because an earlier lease for the same cart may have left a payment on the order. */
export function paidBy(order: Order, { id }: { id: string }): Order {
  return { ...order, payments: order.payments.filter(({ leaseId }) => leaseId === id) }
}

/** Whether this lease alone pays for the order. Checks the sessions if there are any, because a payment may belong to an earlier lease. */
export function isOwn({ sessions, payments, heldByOthers }: Order, { id }: { id: string }): boolean {
  return !heldByOthers && (sessions.length ? sessions : payments).some(({ leaseId }) => leaseId === id)
}

/** Whether the order has been paid, or is to be paid, through our provider. */
export function isOurs({ sessions, payments }: Order): boolean {
  return sessions.length > 0 || payments.length > 0
}

/** Whether another provider holds or has promised the payment, or nothing is due. False if that provider declined or hasn't responded yet. */
export function isPaidOtherwise({ heldByOthers, total }: Order): boolean {
  return heldByOthers || total <= 0
}

/** Our session's ID if its authorization is pending, because the order was placed before the service confirmed the signature; null otherwise. */
export function awaitingSession({ sessions }: Pick<Order, "sessions">): string | null {
  return sessions.find(({ status }) => status === "pending_authorization")?.id ?? null
}

/** Whether Medusa has recorded our payment, or its authorization is still pending. */
export function isPaidFor(order: Pick<Order, "sessions" | "payments">): boolean {
  return order.payments.length > 0 || awaitingSession(order) !== null
}

/** Whether Medusa still holds the payment, as an authorization or as captured money that isn't fully refunded. */
export function isOpenPayment({ captured, refunded, canceled }: Omit<Payment, "capturedAt" | "refundedAt">): boolean {
  return captured > 0 ? captured > refunded : !canceled
}

/** The payment to capture; undefined if one is already captured. A failed completion may have left a second payment, which must not be captured. */
export function toCapture(payments: readonly Payment[]): Payment | undefined {
  if (payments.some(({ captured }) => captured > 0)) return undefined
  return payments.find(({ canceled }) => !canceled)
}

/** When our payment for the order was captured; null if it wasn't. */
export function capturedAt({ payments }: Pick<Order, "payments">): Date | null {
  return payments.find(({ capturedAt }) => capturedAt)?.capturedAt ?? null
}

/** The amount of our payment in Medusa's books, captured less refunded, in cents. */
export function heldOf({ payments }: Pick<Order, "payments">): number {
  return payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
}

type Lease = Pick<LeaseRecord, "amount" | "accepted_order" | "reductions">

/**
 * Whether the order's total, with or without the goods due back, matches neither the contract nor a total that staff accepted. Returned goods are
 * left to {@link cameBack}. An edited order's new contract must match the total exactly.
 */
export function amountDiffers(
  lease: Lease & Pick<LeaseRecord, "flow" | "order_id" | "placed_at">,
  { total, returned, returnRequestedTotal }: Pick<Order, "total" | "returned" | "returnRequestedTotal">,
): boolean {
  if (isForExistingOrder(lease)) return total !== lease.amount
  const fitting = [lease.amount, restOf(lease), lease.accepted_order?.total]
  if (fitting.includes(total) || fitting.includes(total - returnRequestedTotal)) return false
  return returned === (lease.accepted_order?.returned ?? 0)
}

/** Whether all goods came back, or only part of them. Null if none came back, staff accepted the return, or the service took them back. */
export function cameBack(
  { accepted_order, reductions }: Omit<Lease, "amount">,
  { pieces, returned }: Pick<Order, "pieces" | "returned">,
): "whole" | "part" | null {
  if (returned <= piecesBack(reductions) || returned === accepted_order?.returned) return null
  return returned >= pieces ? "whole" : "part"
}

/** Whether staff accepted that an order without sales tax is paid another way. */
export function acceptsUntaxed(
  { status, accepted_order: known }: Pick<LeaseRecord, "status" | "accepted_order">,
  { heldElsewhere }: Pick<Order, "heldElsewhere">,
): boolean {
  return heldElsewhere > 0 && known?.status === status && known.heldElsewhere === heldElsewhere
}

/**
 * Whether the money in Medusa differs from the ledger and staff haven't accepted the difference: the amount isn't what remains of the lease, money is
 * still held after the lease ended, an uncaptured payment remains after a cancellation, or the order was also paid another way.
 */
export function moneyDiffers(
  lease: Lease & Pick<LeaseRecord, "status">,
  order: Pick<Order, "payments" | "sessions" | "heldElsewhere" | "total">,
): boolean {
  const { status, accepted_order: known } = lease
  const { payments, heldElsewhere, total } = order
  const held = heldOf(order)
  const captured = payments.some(({ captured }) => captured > 0)
  const lost = !isPaidFor(order) || payments.some(({ canceled }) => canceled)
  if (known?.status === status && known.held === held && known.heldElsewhere === heldElsewhere) return false
  // A canceled lease doesn't pay for anything, so its order must not keep a payment that will never be captured.
  const isLeftOpen = isCanceled(lease) && !captured && !lost && heldElsewhere < total
  if (isEnded(lease)) return held !== 0 || isLeftOpen
  const paidTwice = heldElsewhere > Math.max(0, total - (lease.amount ?? 0))
  return paidTwice || (captured ? held !== restOf(lease) : lost)
}
