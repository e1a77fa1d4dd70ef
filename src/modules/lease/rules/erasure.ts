import {
  awaitsDelivery,
  awaitsOrder,
  isDelivered,
  isEnding,
  isOffered,
  isSubmitting,
  isWithoutContract,
  orderAwaits,
} from "./lease-predicates"
import { isNewer } from "./newer"
import type { LeaseRecord } from "./records"
import { isHeld } from "./widget-tokens"

export type Hindrance =
  | "newer"
  | "busy"
  | "widget"
  | "contract"
  | "unordered"
  | "undelivered"
  | "ending"
  | "call"
  | "delivered"

/** Why this lease can't be erased now; null if it can. If `delivered`, a delivered lease counts as ended. */
export function whyKept(
  { lease, openCalls, delivered }: { lease: LeaseRecord; openCalls: number; delivered: boolean },
  now: Date,
): Hindrance | null {
  if (isNewer(lease)) return "newer"
  if ((lease.claimed_until && lease.claimed_until >= now) || isSubmitting(lease)) return "busy"
  if (isEnding(lease)) return "ending"
  if (awaitsOrder(lease)) return "unordered"
  if (awaitsDelivery(lease) || orderAwaits(lease)) return "undelivered"
  // A contract that was handed out can still be signed, even if there was another offer since.
  if (isOffered(lease) && lease.contract_at) return "contract"
  if (isWithoutContract(lease) && isHeld(lease.widget_tokens, now)) return "widget"
  if (openCalls) return "call"
  return isDelivered(lease) && !delivered ? "delivered" : null
}

/** The columns to overwrite when a lease is erased: everything that identifies its shopper or grants access. Goods, amounts and references stay. */
export function erased(lease: LeaseRecord, now: Date) {
  return {
    email: null,
    customer_id: null,
    recipient_hash: null,
    approval_amount: null,
    approved_until: null,
    lease_key_hashes: [],
    signing_link_nonce: null,
    signing_link_hash: null,
    completions: null,
    order_link: null,
    delivery_link: null,
    success_digest: null,
    // Empty rather than null, because null means that the lease has no application.
    idempotency_key_hash: lease.idempotency_key_hash === null ? null : "",
    widget_tokens: lease.widget_tokens && [],
    erased_at: now,
  } satisfies Partial<LeaseRecord>
}
