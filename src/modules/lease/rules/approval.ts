import { cents, formatMoney, type MappedCart } from "../../../lease-cart"
import type { MessageCode, MessageParams } from "../texts/messages"
import { mailboxOf } from "./keys"
import type { LeaseRecord } from "./records"
import { awaitsFirstPayment, isDenied, isReported, isSigning } from "./standing"
import { whyNot } from "./state-machine"

const DAY_MS = 24 * 3600_000
/** A shopper is warned so long before the approval ends (ms). */
const ENDS_SOON_MS = 7 * DAY_MS

type Approval = Pick<LeaseRecord, "status" | "approved_until" | "contracts_received_at" | "evidence" | "service_status">

/** The end of a new approval: the service's word, else that of the same approval when first given, else option `approvalDays`. */
export function endOfApproval(
  { told, earlier }: { told: Date | undefined; earlier: Date | null },
  { approvalDays, now }: { approvalDays: number; now: Date },
): Date {
  return told ?? earlier ?? new Date(now.getTime() + approvalDays * DAY_MS)
}

/** By the date that is kept. Whether the service still takes it, only the service knows. */
export function isPastEnd({ approved_until }: Pick<Approval, "approved_until">, now: Date): boolean {
  return approved_until !== null && approved_until <= now
}

export function endsSoon({ approved_until }: Pick<Approval, "approved_until">, now: Date): boolean {
  return approved_until !== null && approved_until.getTime() - now.getTime() < ENDS_SOON_MS
}

/** Why the approval that this lease holds cannot go to another cart; null when it can. A contract that may be signed stays with its cart. */
export function whyNotMove(lease: Approval, now: Date): MessageCode | null {
  const reason = whyNot("move", lease.status)
  if (reason) return reason
  if (awaitsFirstPayment(lease) || (isSigning(lease) && isReported(lease))) return "signature_pending"
  return isPastEnd(lease, now) ? "expired" : null
}

/** Another cart may have the approval that this lease holds. */
export function mayMove(lease: Approval, now: Date): boolean {
  return whyNotMove(lease, now) === null
}

/** The ledger keeps cents in four bytes. */
const LARGEST = 2 ** 31 - 1

/** The limit of an approval as the ledger keeps it (cents); null where the service names none that could be one. */
export function limitOf(approvalAmount: number | undefined): number | null {
  return approvalAmount !== undefined && approvalAmount > 0 && approvalAmount <= LARGEST ? approvalAmount : null
}

/** Approved amount and cart sum without tax (reference 4), for texts, if over. Null if it fits, or has no known limit: then the service refuses. */
export function overLimit(
  { approval_amount }: Pick<LeaseRecord, "approval_amount">,
  { invoiceTotal, currency }: Pick<MappedCart, "invoiceTotal" | "currency">,
): MessageParams | null {
  if (!approval_amount || invoiceTotal <= approval_amount) return null
  return { approved: formatMoney(cents(approval_amount), currency), total: formatMoney(invoiceTotal, currency) }
}

/** A denial is one person's: with another e-mail address on the cart another person may apply for it. */
export function isOtherApplicant(
  lease: Pick<LeaseRecord, "status" | "email">,
  cart: { email?: string | null },
): boolean {
  return isDenied(lease) && Boolean(cart.email) && mailboxOf(cart.email ?? "") !== mailboxOf(lease.email ?? "")
}
