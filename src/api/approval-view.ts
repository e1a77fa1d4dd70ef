import { endsSoon, isPastEnd } from "../modules/lease/rules/approval"
import type { LeaseRecord } from "../modules/lease/rules/records"
import { awaitsFirstPayment, isHosted, isUnsigned } from "../modules/lease/rules/standing"
import type { Approval } from "./types"

/** An approval as its shopper sees it: of the cart's own lease as long as nothing is signed, else the one that the cart may use. */
export function approvalView(
  own: LeaseRecord | null,
  elsewhere: LeaseRecord | null,
  now = new Date(),
): Approval | null {
  const lease = own && isApproval(own) ? own : elsewhere
  if (!lease || isPastEnd(lease, now)) return null
  const { approval_amount, currency_code, approved_until } = lease
  return {
    amount: approval_amount && approval_amount / 100,
    currency: currency_code,
    until: approved_until?.toISOString() ?? null,
    ends_soon: endsSoon(lease, now),
    elsewhere: lease !== own,
  }
}

/** The date that is kept is over, and the service has not said so: it may still take the approval. */
export function isApprovalPast(own: LeaseRecord, now = new Date()): boolean {
  return isApproval(own) && isPastEnd(own, now)
}

function isApproval(lease: LeaseRecord): boolean {
  return !isHosted(lease) && !awaitsFirstPayment(lease) && isUnsigned(lease)
}
