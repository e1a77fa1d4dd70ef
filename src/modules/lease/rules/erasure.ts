import { isHeld } from "./keys"
import type { LeaseRecord } from "./records"
import {
  awaitsDelivery,
  awaitsOrder,
  isAwaited,
  isDelivered,
  isEnding,
  isOffered,
  isSubmitting,
  isUnmade,
} from "./standing"

/** Why a lease cannot be erased yet: what has to end first. */
export type Hindrance = "busy" | "widget" | "contract" | "unordered" | "undelivered" | "ending" | "call" | "delivered"

/** Why this lease cannot be erased now; null when it can. `openCalls`: how many it owes; `delivered`: one that is delivered counts as ended. */
export function whyKept(
  { lease, openCalls, delivered }: { lease: LeaseRecord; openCalls: number; delivered: boolean },
  now: Date,
): Hindrance | null {
  if ((lease.claimed_until && lease.claimed_until >= now) || isSubmitting(lease)) return "busy"
  if (isEnding(lease)) return "ending"
  if (awaitsOrder(lease)) return "unordered"
  // The order of a replacement stands, and waits for its shopper to sign.
  if (awaitsDelivery(lease) || isAwaited(lease)) return "undelivered"
  // A contract that was handed out can be signed, also when another cart was offered since.
  if (isOffered(lease) && lease.contract_at) return "contract"
  if (isUnmade(lease) && isHeld(lease.widget_tokens, now)) return "widget"
  if (openCalls) return "call"
  return isDelivered(lease) && !delivered ? "delivered" : null
}

/** A lease's columns without that which names its shopper, or opens anything. Facts of the goods, the money and the references stay. */
export function erased(lease: LeaseRecord, now: Date) {
  return {
    email: null,
    customer_id: null,
    recipient_hash: null,
    approval_amount: null,
    approved_until: null,
    lease_key_hashes: [],
    completions: null,
    order_link: null,
    delivery_link: null,
    success_digest: null,
    // Not null: by that the job tells a lease for which no one ever applied.
    attempt_hash: lease.attempt_hash === null ? null : "",
    widget_tokens: lease.widget_tokens && [],
    erased_at: now,
  } satisfies Partial<LeaseRecord>
}
