import type { CartInput } from "../../../lease-cart"
import type { DeliveryState } from "./delivery"
import type { LeaseRecord } from "./records"
import { type BackLine, piecesBack, restOf } from "./reversal"
import { isCanceled, isOver, isReplacement } from "./standing"

/** A payment in Medusa's books; sums in cents. `leaseId`: the lease that made it; null: another provider's. */
export type Payment = {
  id: string
  captured: number
  refunded: number
  canceled: boolean
  /** When its capture was booked whole. Core writes a capture down before it asks us: `captured` alone may be taken back. */
  capturedAt: Date | null
  leaseId: string | null
}

/** A payment session of our provider. `leaseId`: the lease that it was made for. */
export type Session = { id: string; status: string; leaseId: string | null }

/** An order in Medusa, as far as it decides over its lease. Sums in cents. */
export type Order = DeliveryState & {
  id: string
  displayId: number
  cartId: string | null
  status: string
  canceled: boolean
  /** Core lets it be canceled: it is open, and nothing of it is packed. */
  cancelable: boolean
  createdAt: Date
  canceledAt: Date | null
  total: number
  /** Sessions and payments of our provider. Neither: to be paid by another one. */
  sessions: Session[]
  payments: Payment[]
  /** Payments of other providers; whether one of those holds or has promised money; and the sum held there, authorized or captured. */
  others: Payment[]
  heldByOthers: boolean
  heldElsewhere: number
  /** The lines that ship, as the cart that was signed had them, with the pieces that came back. */
  lines: BackLine[]
  /** The order read as the cart it was made from. */
  asCart: CartInput
}

/** Why Medusa could not make an order of a cart: the codes of their texts. */
export const ORDER_PROBLEMS = [
  ...(["not_sold", "out_of_stock", "shipping_gone", "not_priced"] as const),
  ...(["store_declined", "provider_off", "store_refused"] as const),
]

/** An order row alone proves nothing for this long (ms): core makes it before it asks for the payment. */
export const ORDER_STANDS_MS = 5 * 60_000
/** From when on an order stands: core may still take a younger one back. */
export function standsAt({ createdAt }: Pick<Order, "createdAt">): Date {
  return new Date(createdAt.getTime() + ORDER_STANDS_MS)
}

/** The order with what one lease has paid: an earlier lease of its cart may have left a payment there, too. */
export function paidBy(order: Order, { id }: { id: string }): Order {
  return { ...order, payments: order.payments.filter(({ leaseId }) => leaseId === id) }
}

/** This lease alone pays the order. Its session tells, as a payment may be an earlier lease's; the payment, where the session is gone. */
export function isOwn({ sessions, payments, heldByOthers }: Order, { id }: { id: string }): boolean {
  return !heldByOthers && (sessions.length ? sessions : payments).some(({ leaseId }) => leaseId === id)
}

/** Our provider is asked for the order's money, or holds it. */
export function isOurs({ sessions, payments }: Order): boolean {
  return sessions.length > 0 || payments.length > 0
}

/** Another provider holds its payment, or has promised one; or nothing is to be paid. Not so: that provider is still being asked, or declined. */
export function isPaidOtherwise({ heldByOthers, total }: Order): boolean {
  return heldByOthers || total <= 0
}

/** Our session whose authorization is open: the order was placed before the service confirmed the signature. */
export function awaitingSession({ sessions }: Pick<Order, "sessions">): string | null {
  return sessions.find(({ status }) => status === "pending_authorization")?.id ?? null
}

/** Core has gone as far as the payment, or waits for the service to confirm it. */
export function isPaidFor(order: Pick<Order, "sessions" | "payments">): boolean {
  return order.payments.length > 0 || awaitingSession(order) !== null
}

/** Medusa's books still hold something of it: money that was captured, or an authorization. */
export function isOpenPayment({ captured, refunded, canceled }: Omit<Payment, "capturedAt">): boolean {
  return captured > 0 ? captured > refunded : !canceled
}

/** The payment of a lease that is to be captured, one and once: a completion that failed may have left a second one of it. */
export function toCapture(payments: readonly Payment[]): Payment | undefined {
  if (payments.some(({ captured }) => captured > 0)) return undefined
  return payments.find(({ canceled }) => !canceled)
}

/** When our payment of the order was captured; null while it was not. */
export function capturedAt({ payments }: Pick<Order, "payments">): Date | null {
  return payments.find(({ capturedAt }) => capturedAt)?.capturedAt ?? null
}

/** The amount of our payment in Medusa's books: captured less refunded, in cents. */
export function heldOf({ payments }: Pick<Order, "payments">): number {
  return payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
}

type Lease = Pick<LeaseRecord, "amount" | "accepted_order" | "reductions">

/** The order's sum is not the contract's, nor accepted. Returned goods do not count ({@link cameBack}). A new contract allows one sum only. */
export function amountDiffers(
  lease: Lease & Pick<LeaseRecord, "way" | "order_id" | "placed_at">,
  { total, returned }: Pick<Order, "total" | "returned">,
): boolean {
  if (isReplacement(lease)) return total !== lease.amount
  if ([lease.amount, restOf(lease), lease.accepted_order?.total].includes(total)) return false
  return returned === (lease.accepted_order?.returned ?? 0)
}

/** The returned goods: all of them, or a part that was not accepted. Null: nothing to do about it, or the service has taken them back. */
export function cameBack(
  { accepted_order, reductions }: Omit<Lease, "amount">,
  { pieces, returned }: Pick<Order, "pieces" | "returned">,
): "whole" | "part" | null {
  if (returned <= piecesBack(reductions) || returned === accepted_order?.returned) return null
  return returned >= pieces ? "whole" : "part"
}

/**
 * Medusa's money differs from the ledger's, and that was not accepted: it is not the rest of the lease, there is any after the lease is over, it is
 * open though canceled, or another method paid as well.
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
  if (known?.status === status && known.held === held && (known.heldElsewhere ?? 0) === heldElsewhere) return false
  // A canceled lease pays for nothing: its order must not stand with a payment that will never be captured.
  const isLeftOpen = isCanceled(lease) && !captured && !lost && heldElsewhere < total
  if (isOver(lease)) return held !== 0 || isLeftOpen
  const paidTwice = heldElsewhere > Math.max(0, total - (lease.amount ?? 0))
  return paidTwice || (captured ? held !== restOf(lease) : lost)
}
