import { type AccountDeps, ago, currentLease, type LedgerDeps, textParams } from "../accounts/deps"
import { isLeaseKey } from "../rules/keys"
import { isClosed, isForExistingOrder, isNew, isUndecided } from "../rules/lease-predicates"
import { isRecent, MINUTE_MS } from "../rules/moments"
import type { LeaseRecord } from "../rules/records"
import { requestCountId } from "../rules/requester"
import { tokenOf } from "../rules/widget-tokens"
import type { CodeCounts, SubmissionCounts } from "../tables/requester-store"
import { LedgerRefusal, type MessageCode, type MessageParams } from "../texts/messages"

/**
 * A browser, identified by its lease key, and the customer signed in there; either may be missing. `address` is for counting, and stored as an HMAC.
 */
export type Shopper = { leaseKey?: string; customerId?: string; address?: string }

/**
 * Whether the shopper applied, opened the widget or has the order's signing link, as proven by a key, token or login. Having the cart proves nothing:
 * in Medusa, any customer can take over any cart.
 */
export function isOwner(lease: LeaseRecord, { leaseKey, customerId }: Shopper): boolean {
  if (customerId && lease.customer_id === customerId) return true
  const { lease_key_hashes, signing_link_hash, widget_tokens } = lease
  const hashes = signing_link_hash ? [...lease_key_hashes, signing_link_hash] : lease_key_hashes
  return isLeaseKey(leaseKey, hashes) || tokenOf(widget_tokens, leaseKey) !== undefined
}

/**
 * Makes a customer who has the applicant's key an owner as well, such as a guest who logs in before the order is placed. A signing link isn't enough:
 * whoever opens the link may be somebody else, who must not get the approval. Returns the lease.
 */
export async function adopt(
  { store }: LedgerDeps,
  lease: LeaseRecord,
  { leaseKey, customerId }: Shopper,
): Promise<LeaseRecord> {
  if (!customerId || lease.customer_id || !isLeaseKey(leaseKey, lease.lease_key_hashes)) return lease
  const adopted = await store.changeLease(lease.id, (fresh) => (fresh.customer_id ? {} : { customer_id: customerId }))
  return adopted ?? lease
}

/**
 * Whether anybody may apply with the lease's cart: the lease has no application yet, or has given up the cart. A new lease of an existing order isn't
 * free, because it's reserved for whoever has the order's link.
 */
export function isFree(lease: LeaseRecord): boolean {
  return (isNew(lease) && !isForExistingOrder(lease)) || isClosed(lease)
}

/** How long until the sender may knowingly resend a form whose outcome is unknown (ms). */
export const UNDECIDED_WAIT_MS = MINUTE_MS

/** How long until somebody else may apply instead (ms). Until then, only the sender of the first form may apply. */
export const UNDECIDED_IS_FREE_MS = 15 * MINUTE_MS

/** Whether anybody with the cart may apply: nobody has applied, or a response is no longer expected. For an order, its link is required. */
export function isOpenToAll(deps: LedgerDeps, lease: LeaseRecord): boolean {
  const isGivenUp = isUndecided(lease) && lease.status_at <= ago(deps, UNDECIDED_IS_FREE_MS)
  return isFree(lease) || (isGivenUp && !isForExistingOrder(lease))
}

/** Whether the form can't be resent yet, because the response to it may still come. */
export function mustWait(deps: LedgerDeps, lease: LeaseRecord): boolean {
  return isUndecided(lease) && isRecent(lease.status_at, deps.now(), UNDECIDED_WAIT_MS)
}

/** The lease that binds this shopper to an account; null if none does. A form without a response or an effect binds only its sender. */
export function bindingFor(deps: LedgerDeps, lease: LeaseRecord | null, shopper: Shopper): LeaseRecord | null {
  return lease && isOpenToAll(deps, lease) && !isOwner(lease, shopper) ? null : lease
}

/** Refuses all but the owner, so that a leaked cart ID reveals and changes nothing. Throws `contract_key`, or `no_application` if nobody applied. */
export function refuseStranger(lease: LeaseRecord, shopper: Shopper): void {
  if (isOwner(lease, shopper)) return
  if (isFree(lease)) throw new LedgerRefusal("no_application")
  throw new LedgerRefusal("contract_key", {}, { kind: "forbidden" })
}

/**
 * A cart's lease, for a shopper who wants to apply or to start another flow. A shopper who doesn't own the lease is refused first, because even the
 * account with which the cart continues reveals a denial. Throws `contract_key`.
 */
export async function leaseToBegin(deps: LedgerDeps, cartId: string, shopper: Shopper): Promise<LeaseRecord | null> {
  const lease = await currentLease(deps, cartId)
  if (lease && !isOpenToAll(deps, lease)) refuseStranger(lease, shopper)
  return lease
}

/** Throws the reason, if any, as a LedgerRefusal worded for the shopper. */
export function refuseFor(reason: MessageCode | null, accountDeps: AccountDeps, lease: LeaseRecord): void {
  if (reason) throw new LedgerRefusal(reason, textParams(accountDeps, lease))
}

/** How many calls one network may cause for one application within `REQUEST_WINDOW_MS`. A page that polls every 10 s stays well below this. */
export const MAX_REQUESTS = 100
/** The window in which those calls are counted (ms). */
export const REQUEST_WINDOW_MS = 10 * MINUTE_MS

/**
 * Counts each call that a shopper causes, by network and application together, regardless of the cart, so that nobody can use up another shopper's
 * calls. The job and Medusa itself have no network and aren't counted.
 * Throws `too_many_requests`.
 */
export async function countRequest(deps: LedgerDeps, lease: LeaseRecord, shopper?: Shopper): Promise<void> {
  if (!shopper?.address) return
  const id = requestCountId(shopper.address, lease.application_id ?? lease.cart_id, deps.secret)
  const { requests, since } = await deps.store.requestCounts.count(id, REQUEST_WINDOW_MS)
  if (requests <= MAX_REQUESTS) return
  const leftMs = since.getTime() + REQUEST_WINDOW_MS - deps.now().getTime()
  throw tooMany("too_many_requests", { minutes: String(Math.ceil(leftMs / MINUTE_MS)) })
}

/**
 * Refuses an application that exceeds the limits (`counts` includes this one). Nobody must be able to use up another shopper's submissions, so
 * `maxAttempts`, which applies per cart and per e-mail address, counts only submissions from the shopper's network. `maxAttemptsPerDay` applies per
 * network overall, and per e-mail address from all networks, except for somebody who is signed in or owns the lease. Throws `too_many`.
 */
export function limitSubmissions(
  deps: LedgerDeps,
  lease: LeaseRecord,
  shopper: Shopper,
  counts: SubmissionCounts,
): void {
  const { maxAttempts, maxAttemptsPerDay } = deps.options
  const isKnown = shopper.customerId !== undefined || isOwner(lease, shopper)
  if (counts.ofCartFromHere > maxAttempts) throw tooMany("too_many_attempts_for_cart")
  if (counts.ofPerson > maxAttempts) throw tooMany("too_many_attempts")
  if (counts.ofNetwork > maxAttemptsPerDay) throw tooManyFromNetwork(deps, "too_many_from_network")
  if (counts.ofMailbox > maxAttemptsPerDay && !isKnown) throw tooMany("too_many_for_email")
}

/** Throws `too_many` based on the counts so far. The mailbox's limit doesn't apply in its owner's network, so that nobody can lock the owner out. */
export function limitCodes(deps: LedgerDeps, { ofPerson, ofNetwork, ofMailbox, isUsedHere }: CodeCounts): void {
  const { maxAttempts, maxAttemptsPerDay } = deps.options
  if (ofPerson >= maxAttempts) throw tooMany("too_many_codes")
  if (ofNetwork >= maxAttemptsPerDay) throw tooManyFromNetwork(deps, "too_many_codes")
  if (ofMailbox >= maxAttemptsPerDay && !isUsedHere) throw tooMany("too_many_codes_for_email")
}

/** The last day on which the warning below was logged, by store. */
const warnedOn = new WeakMap<LedgerDeps["accounts"], string>()

/** Returns the refusal, and warns once a day, because legitimate shoppers behind a proxy may share its network. */
function tooManyFromNetwork({ accounts, options, now, log }: LedgerDeps, code: MessageCode): LedgerRefusal {
  const today = now().toISOString().slice(0, 10)
  if (warnedOn.get(accounts) !== today)
    log.warn(
      `lease-to-own: a shopper was refused, because ${options.maxAttemptsPerDay} requests came from one address within a day. If it is a proxy's, set option trustedProxies (now ${options.trustedProxies}). Settings, Lease-to-own shows more.`,
    )
  warnedOn.set(accounts, today)
  return tooMany(code)
}

function tooMany(code: MessageCode, params: MessageParams = {}): LedgerRefusal {
  return new LedgerRefusal(code, params, { kind: "too_many" })
}
