import type { LeaseRecord } from "../rules/records"
import type { Desk } from "../status/ledger"
import type { AttemptCounts } from "../tables/attempt-store"
import type { MessageCode } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import { isOwner, type Shopper } from "./owner"

/**
 * Refuses one application too many (`counts`: this one among them). What somebody else sends must not use up a shopper's own: on a cart, and of an
 * e-mail address, only what came from the shopper's network counts for `maxAttempts`. `maxAttemptsPerDay` is what one network may send in all, and
 * what may be sent of one e-mail address from everywhere, but by somebody who is signed in or holds the lease. Throws `too_many`.
 */
export function limitAttempts(ledger: Desk, lease: LeaseRecord, shopper: Shopper, counts: AttemptCounts): void {
  const { maxAttempts, maxAttemptsPerDay } = ledger.options
  const isKnown = shopper.customerId !== undefined || isOwner(lease, shopper)
  const refuse = (code: MessageCode) => {
    throw new LedgerRefusal(code, {}, { kind: "too_many" })
  }
  if (counts.ofCartFromHere > maxAttempts) refuse("too_many_attempts_for_cart")
  if (counts.ofPerson > maxAttempts) refuse("too_many_attempts")
  if (counts.ofNetwork > maxAttemptsPerDay) refuse("too_many_from_network")
  if (counts.ofMailbox > maxAttemptsPerDay && !isKnown) refuse("too_many_for_email")
}
