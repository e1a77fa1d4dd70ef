import { cents, formatMoney, type MappedCart } from "../../../lease-cart"
import type { MessageCode, MessageParams } from "../texts/messages"
import { awaitsFirstPayment, isDenied, isMaybeSigned } from "./lease-predicates"
import { DAY_MS } from "./moments"
import type { LeaseRecord } from "./records"
import { mailboxOf } from "./requester"
import { whyNot } from "./state-machine"

/** The shopper is warned this long before an approval ends. */
const ENDS_SOON_MS = 7 * DAY_MS

type Approval = Pick<LeaseRecord, "status" | "approved_until" | "contracts_received_at" | "evidence" | "service_status">

/** When an approval ends: the date that the service reported, else the date recorded earlier for it, else `approvalDays` days from now. */
export function endOfApproval(
  { reported, earlier }: { reported: Date | undefined; earlier: Date | null },
  { approvalDays, now }: { approvalDays: number; now: Date },
): Date {
  return reported ?? earlier ?? new Date(now.getTime() + approvalDays * DAY_MS)
}

/** Whether the stored end date has passed. The service may still accept the approval; only a reading shows whether it does. */
export function isPastEnd({ approved_until }: Pick<Approval, "approved_until">, now: Date): boolean {
  return approved_until !== null && approved_until <= now
}

export function endsSoon({ approved_until }: Pick<Approval, "approved_until">, now: Date): boolean {
  return approved_until !== null && approved_until.getTime() - now.getTime() < ENDS_SOON_MS
}

/** Why this lease's approval can't move to another cart; null if it can. A contract that may already be signed stays with its cart. */
export function whyNotMove(lease: Approval, now: Date): MessageCode | null {
  const reason = whyNot("move", lease.status)
  if (reason) return reason
  if (awaitsFirstPayment(lease) || isMaybeSigned(lease)) return "signature_pending"
  return isPastEnd(lease, now) ? "expired" : null
}

export function mayMove(lease: Approval, now: Date): boolean {
  return whyNotMove(lease, now) === null
}

/** The ledger stores cents in a four-byte integer. */
const MOST_CENTS = 2 ** 31 - 1

/** An approval's limit as the ledger stores it (cents); null if the service gave no usable amount. */
export function limitOf(approvalAmount: number | undefined): number | null {
  return approvalAmount !== undefined && approvalAmount > 0 && approvalAmount <= MOST_CENTS ? approvalAmount : null
}

/** The approved amount and the cart total without tax (reference 4), as text parameters; null if no limit is known, or if the total is within it. */
export function overLimit(
  { approval_amount }: Pick<LeaseRecord, "approval_amount">,
  { invoiceTotal, currency }: Pick<MappedCart, "invoiceTotal" | "currency">,
): MessageParams | null {
  if (!approval_amount || invoiceTotal <= approval_amount) return null
  return { approved: formatMoney(cents(approval_amount), currency), total: formatMoney(invoiceTotal, currency) }
}

/** Whether the cart's email address differs from the denied applicant's. If so, somebody else may apply, because a denial is personal. */
export function isOtherApplicant(
  lease: Pick<LeaseRecord, "status" | "email">,
  cart: { email?: string | null },
): boolean {
  return isDenied(lease) && Boolean(cart.email) && mailboxOf(cart.email ?? "") !== mailboxOf(lease.email ?? "")
}
