import type { LeaseRecord } from "./records"
import { piecesBack, restOf } from "./reductions"
import { isCanceled, isOver, isReplacement } from "./standing"

/** An order row alone proves nothing for this long (ms): core makes it before it asks for the payment. */
export const ORDER_STANDS_MS = 5 * 60_000

type Lease = Pick<LeaseRecord, "amount" | "accepted_order"> & Partial<Pick<LeaseRecord, "reductions">>
type Replaceable = Pick<LeaseRecord, "way" | "order_id" | "placed_at">

/**
 * The order comes to another sum than the contract, as after an edit, and this was not accepted. Medusa takes what came back off the sum:
 * that is told as such ({@link cameBack}), not as a difference. With a new contract that waits for its payment no word helps: one sum is paid.
 */
export function amountDiffers(
  lease: Lease & Replaceable,
  { total, returned }: { total: number; returned: number },
): boolean {
  const { amount, accepted_order, reductions = null } = lease
  if (isReplacement(lease)) return total !== amount
  if (total === amount || total === restOf({ amount, reductions }) || total === accepted_order?.total) return false
  return returned === (accepted_order?.returned ?? 0)
}

/** The returned goods: all of them, or a part that was not accepted. Null: nothing to do about it, or the service has taken them back. */
export function cameBack(
  { accepted_order, reductions = null }: Lease,
  { pieces, returned }: { pieces: number; returned: number },
): "whole" | "part" | null {
  if (returned <= piecesBack(reductions) || returned === accepted_order?.returned) return null
  return returned >= pieces ? "whole" : "part"
}

/**
 * Money in Medusa's books for an order, in cents: the lease's payment captured less refunded, other methods' money, and the order's total.
 * `lost`: the lease's payment was canceled, or is not there at all.
 */
export type HeldMoney = { held: number; captured: boolean; lost: boolean; heldElsewhere: number; total: number }

/**
 * Medusa's money is not the ledger's: another sum than is left of the lease, any of it once the lease is over, still to be captured though the lease was
 * canceled, or paid by another method as well; and that was not accepted.
 */
export function moneyDiffers(
  { status, amount, accepted_order: known, reductions = null }: Lease & Pick<LeaseRecord, "status">,
  { held, captured, lost, heldElsewhere, total }: HeldMoney,
): boolean {
  const sameAsKnown = known?.status === status && known.held === held && (known.heldElsewhere ?? 0) === heldElsewhere
  if (sameAsKnown) return false
  // A canceled lease pays for nothing: its order must not stand with a payment that will never be captured.
  const isLeftOpen = isCanceled({ status }) && !captured && !lost && heldElsewhere < total
  if (isOver({ status })) return held !== 0 || isLeftOpen
  const paidTwice = heldElsewhere > Math.max(0, total - (amount ?? 0))
  return paidTwice || (captured ? held !== restOf({ amount, reductions }) : lost)
}
