import type { CartInput } from "../../../lease-cart"
import type { DeliveryState } from "./delivery"
import { isCanceled, isEnded, isForExistingOrder } from "./lease-predicates"
import type { LeaseRecord } from "./records"
import { type BackLine, piecesBack, restOf } from "./reversal"

/** A payment in Medusa's books; sums in cents. `leaseId`: the lease that made it; null: another provider's. */
export type Payment = {
  id: string
  captured: number
  refunded: number
  canceled: boolean
  /** When its capture was fully recorded. Medusa records a capture before it asks us, so `captured` alone may be taken back. */
  capturedAt: Date | null
  leaseId: string | null
}

/** A payment session of our provider. `leaseId`: the lease that it was made for. */
export type Session = { id: string; status: string; leaseId: string | null }

/** An order in Medusa, with the facts that matter to its lease. Amounts in cents. */
export type Order = DeliveryState & {
  id: string
  displayId: number
  /** The cart that it was made from. A draft order has none: then its own id, under which a lease by link is kept. */
  cartId: string
  status: string
  canceled: boolean
  /** Whether Medusa allows its cancellation: it is open, and nothing is packed. */
  cancelable: boolean
  createdAt: Date
  canceledAt: Date | null
  total: number
  /** Medusa's price of the goods that are to come back. Until they have, an exchange has both the old and the new ones in its total. */
  returnRequestedTotal: number
  /** Sessions and payments of our provider. If both are empty, another provider is to pay. */
  sessions: Session[]
  payments: Payment[]
  /** Payments of other providers; whether one of them holds or has promised money; and the amount held there, authorized or captured. */
  others: Payment[]
  heldByOthers: boolean
  heldElsewhere: number
  /** The lines that ship, as in the signed cart, with the pieces that came back. */
  lines: BackLine[]
  /** The order read as the cart it was made from. */
  asCart: CartInput
}

/** Why Medusa could not make an order from a cart: codes of texts. */
export const ORDER_PROBLEMS = [
  ...(["not_sold", "out_of_stock", "shipping_gone", "promotion_used_up", "not_priced"] as const),
  ...(["store_declined", "provider_off", "store_refused"] as const),
]

/** How long an order row alone proves nothing (ms): Medusa creates it before it authorizes the payment. */
export const ORDER_STANDS_MS = 5 * 60_000
/** When an order counts as final. Medusa may still remove a younger one. */
export function standsAt({ createdAt }: Pick<Order, "createdAt">): Date {
  return new Date(createdAt.getTime() + ORDER_STANDS_MS)
}

/** The order with only one lease's payments: an earlier lease of its cart may have left one there. */
export function paidBy(order: Order, { id }: { id: string }): Order {
  return { ...order, payments: order.payments.filter(({ leaseId }) => leaseId === id) }
}

/** Whether this lease alone pays the order. Its session decides, because a payment may be an earlier lease's; without a session, the payment. */
export function isOwn({ sessions, payments, heldByOthers }: Order, { id }: { id: string }): boolean {
  return !heldByOthers && (sessions.length ? sessions : payments).some(({ leaseId }) => leaseId === id)
}

/** Whether our provider is to pay for the order, or has. */
export function isOurs({ sessions, payments }: Order): boolean {
  return sessions.length > 0 || payments.length > 0
}

/** Whether another provider holds or has promised the payment, or nothing is to be paid. False while that provider is being asked, or declined. */
export function isPaidOtherwise({ heldByOthers, total }: Order): boolean {
  return heldByOthers || total <= 0
}

/** Our session with an open authorization: the order was placed before the service confirmed the signature. */
export function awaitingSession({ sessions }: Pick<Order, "sessions">): string | null {
  return sessions.find(({ status }) => status === "pending_authorization")?.id ?? null
}

/** Whether Medusa got as far as the payment, or waits for the service to confirm it. */
export function isPaidFor(order: Pick<Order, "sessions" | "payments">): boolean {
  return order.payments.length > 0 || awaitingSession(order) !== null
}

/** Whether Medusa's books still hold something of it: captured money, or an authorization. */
export function isOpenPayment({ captured, refunded, canceled }: Omit<Payment, "capturedAt">): boolean {
  return captured > 0 ? captured > refunded : !canceled
}

/** The one payment of a lease to capture. A failed completion may have left a second one. */
export function toCapture(payments: readonly Payment[]): Payment | undefined {
  if (payments.some(({ captured }) => captured > 0)) return undefined
  return payments.find(({ canceled }) => !canceled)
}

/** When our payment of the order was captured; null if it wasn't. */
export function capturedAt({ payments }: Pick<Order, "payments">): Date | null {
  return payments.find(({ capturedAt }) => capturedAt)?.capturedAt ?? null
}

/** The amount of our payment in Medusa's books: captured less refunded, in cents. */
export function heldOf({ payments }: Pick<Order, "payments">): number {
  return payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
}

type Lease = Pick<LeaseRecord, "amount" | "accepted_order" | "reductions">

/**
 * Whether the order's total matches neither the contract nor what staff accepted, with or without the goods to come back. {@link cameBack} handles
 * returned goods. A new contract fits only its own total.
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

/** Whether all goods came back, or a part that was not accepted. Null: nothing to do, or the service has taken them back. */
export function cameBack(
  { accepted_order, reductions }: Omit<Lease, "amount">,
  { pieces, returned }: Pick<Order, "pieces" | "returned">,
): "whole" | "part" | null {
  if (returned <= piecesBack(reductions) || returned === accepted_order?.returned) return null
  return returned >= pieces ? "whole" : "part"
}

/**
 * Whether Medusa's money differs from the ledger's, and staff have not accepted that: it isn't the rest of the lease, some is held after the lease
 * ended, a payment is open after a cancellation, or another method paid as well.
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
  // A canceled lease pays for nothing: its order must not stand with a payment that is never captured.
  const isLeftOpen = isCanceled(lease) && !captured && !lost && heldElsewhere < total
  if (isEnded(lease)) return held !== 0 || isLeftOpen
  const paidTwice = heldElsewhere > Math.max(0, total - (lease.amount ?? 0))
  return paidTwice || (captured ? held !== restOf(lease) : lost)
}
