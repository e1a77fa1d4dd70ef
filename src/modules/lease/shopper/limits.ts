import { askerOf } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import type { Desk } from "../status/ledger"
import type { AttemptCounts, CodeCounts } from "../tables/requester-store"
import { LedgerRefusal, type MessageCode, type MessageParams } from "../texts/messages"
import { isOwner, type Shopper } from "./owner"

/** How often one network may ask about one application within the window below (ms). A page that polls every 10 s stays far below. */
export const ASKED_AT_MOST = 100
export const ASKING_WINDOW_MS = 10 * 60_000

/**
 * Counts each call that a shopper can cause, by network and application together, whatever cart it comes from, so that nobody uses up another
 * shopper's turns. The job and Medusa itself come from no network and aren't counted.
 * Throws `asked_too_often`.
 */
export async function countAsking(desk: Desk, lease: LeaseRecord, shopper?: Shopper): Promise<void> {
  if (!shopper?.address) return
  const asker = askerOf(shopper.address, lease.application_id ?? lease.cart_id, desk.secret)
  const { asked, since } = await desk.store.askings.count(asker, ASKING_WINDOW_MS)
  if (asked <= ASKED_AT_MOST) return
  const leftMs = since.getTime() + ASKING_WINDOW_MS - desk.now().getTime()
  throw tooMany("asked_too_often", { minutes: String(Math.ceil(leftMs / 60_000)) })
}

/**
 * Refuses one application too many (`counts` includes this one). What others send must not use up a shopper's own turns: for a cart and for an
 * e-mail address, `maxAttempts` counts only what came from the shopper's network. `maxAttemptsPerDay` limits one network in all, and one e-mail
 * address from everywhere, except for somebody who is signed in or holds the lease. Throws `too_many`.
 */
export function limitAttempts({ options }: Desk, lease: LeaseRecord, shopper: Shopper, counts: AttemptCounts): void {
  const { maxAttempts, maxAttemptsPerDay } = options
  const isKnown = shopper.customerId !== undefined || isOwner(lease, shopper)
  if (counts.ofCartFromHere > maxAttempts) throw tooMany("too_many_attempts_for_cart")
  if (counts.ofPerson > maxAttempts) throw tooMany("too_many_attempts")
  if (counts.ofNetwork > maxAttemptsPerDay) throw tooMany("too_many_from_network")
  if (counts.ofMailbox > maxAttemptsPerDay && !isKnown) throw tooMany("too_many_for_email")
}

/** Throws `too_many` by the counts so far. Strangers must not lock out the mailbox's owner, who asks from the network of the application. */
export function limitCodes({ options }: Desk, { ofPerson, ofNetwork, ofMailbox, isUsedHere }: CodeCounts): void {
  const { maxAttempts, maxAttemptsPerDay } = options
  if (ofPerson >= maxAttempts || ofNetwork >= maxAttemptsPerDay) throw tooMany("too_many_codes")
  if (ofMailbox >= maxAttemptsPerDay && !isUsedHere) throw tooMany("too_many_codes_for_email")
}

function tooMany(code: MessageCode, params: MessageParams = {}): LedgerRefusal {
  return new LedgerRefusal(code, params, { kind: "too_many" })
}
