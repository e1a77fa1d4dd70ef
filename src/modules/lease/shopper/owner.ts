import { type AccountDeps, ago, currentLease, type LedgerDeps, ofLease, textParams } from "../accounts/deps"
import { refuseHeld } from "../lease-service/errors"
import { isLeaseKey } from "../rules/keys"
import { isClosed, isForExistingOrder, isNew, isUndecided } from "../rules/lease-predicates"
import { isRecent, MINUTE_MS } from "../rules/moments"
import type { LeaseRecord } from "../rules/records"
import { requestCountId } from "../rules/requester"
import { tokenOf } from "../rules/widget-tokens"
import type { CodeCounts, SubmissionCounts } from "../tables/requester-store"
import { LedgerRefusal, type MessageCode, type MessageParams } from "../texts/messages"

/** `leaseKey` identifies the browser, and `customerId` the customer signed in there. `address` is used for rate limits and stored only as an HMAC. */
export type Shopper = { leaseKey?: string; customerId?: string; address?: string }

/**
 * Whether the shopper applied, opened the widget or has the order's signing link, as proven by a key, token or login. Having the cart isn't proof,
 * because in Medusa, any customer can take over any cart.
 */
export function isOwner(lease: LeaseRecord, { leaseKey, customerId }: Shopper): boolean {
  if (customerId && lease.customer_id === customerId) return true
  const { lease_key_hashes, signing_link_hash, widget_tokens } = lease
  const hashes = signing_link_hash ? [...lease_key_hashes, signing_link_hash] : lease_key_hashes
  return isLeaseKey(leaseKey, hashes) || tokenOf(widget_tokens, leaseKey) !== undefined
}

/**
 * Makes a customer with the applicant's key an owner, e.g. a guest who logs in before ordering. A signing link isn't enough, because somebody else
 * may open it and must not get the approval. Returns the lease.
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
 * Whether anybody may apply with the lease's cart: nobody has applied yet, or the lease is closed. An existing order's new lease isn't free: it's
 * reserved for whoever has the order's link.
 */
export function isFree(lease: LeaseRecord): boolean {
  return (isNew(lease) && !isForExistingOrder(lease)) || isClosed(lease)
}

/** How long the sender must wait to resend a form whose outcome is unknown (ms). */
export const UNDECIDED_WAIT_MS = MINUTE_MS

/** How long only the sender of an unanswered form may apply with the cart (ms). */
export const UNDECIDED_IS_FREE_MS = 15 * MINUTE_MS

/** Whether anybody with the cart may apply: nobody has applied, or a response is no longer expected. An existing order requires its link. */
export function isOpenToAll(deps: LedgerDeps, lease: LeaseRecord): boolean {
  const isGivenUp = isUndecided(lease) && lease.status_at <= ago(deps, UNDECIDED_IS_FREE_MS)
  return isFree(lease) || (isGivenUp && !isForExistingOrder(lease))
}

/** Whether the form can't be resent yet, because its response may still arrive. */
export function mustWait(deps: LedgerDeps, lease: LeaseRecord): boolean {
  return isUndecided(lease) && isRecent(lease.status_at, deps.now(), UNDECIDED_WAIT_MS)
}

/** Returns the lease if it binds this shopper to its account, otherwise null. A form without a response or an effect binds only its sender. */
export function bindingFor(deps: LedgerDeps, lease: LeaseRecord | null, shopper: Shopper): LeaseRecord | null {
  return lease && isOpenToAll(deps, lease) && !isOwner(lease, shopper) ? null : lease
}

/**
 * Throws `contract_key`, or `no_application` if nobody applied, unless the shopper is the owner. A leaked cart ID must not reveal or change anything.
 */
export function refuseStranger(lease: LeaseRecord, shopper: Shopper): void {
  if (isOwner(lease, shopper)) return
  if (isFree(lease)) throw new LedgerRefusal("no_application")
  throw new LedgerRefusal("contract_key", {}, { kind: "forbidden" })
}

/**
 * Returns the cart's lease for a shopper who applies or starts another flow. Throws `contract_key` if the lease is somebody else's: even the account
 * that would lease the cart next reveals a denial. Throws `lease_checking` if it is held: it may have a contract that would be forgotten.
 */
export async function leaseToBegin(deps: LedgerDeps, cartId: string, shopper: Shopper): Promise<LeaseRecord | null> {
  const lease = await currentLease(deps, cartId)
  if (lease && !isOpenToAll(deps, lease)) refuseStranger(lease, shopper)
  if (lease?.held_at && !isClosed(lease)) await refuseHeld(ofLease(deps, lease), lease, "shopper")
  return lease
}

export function refuseFor(reason: MessageCode | null, accountDeps: AccountDeps, lease: LeaseRecord): void {
  if (reason) throw new LedgerRefusal(reason, textParams(accountDeps, lease))
}

/**
 * The maximum number of calls from one network for one application within `REQUEST_WINDOW_MS`. A page that polls every 10 s stays well below this.
 */
export const MAX_REQUESTS = 100
export const REQUEST_WINDOW_MS = 10 * MINUTE_MS

/**
 * Counts a call that a shopper causes. Calls are counted by network and application together, not by cart, so nobody can use up another shopper's
 * limit. The job and Medusa have no network and aren't counted. Throws `too_many_requests`.
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
 * Throws `too_many` if an application exceeds the limits (`counts` includes it). `maxAttempts` applies per cart and per email address, but counts
 * only submissions from the shopper's network, so nobody can use up another shopper's limit. `maxAttemptsPerDay` applies per network, and per email
 * address across networks unless the shopper is signed in or owns the lease.
 */
export function limitSubmissions(
  deps: LedgerDeps,
  lease: LeaseRecord,
  shopper: Shopper,
  counts: SubmissionCounts,
): void {
  const { maxAttempts, maxAttemptsPerDay } = deps.options
  const isKnown = shopper.customerId !== undefined || isOwner(lease, shopper)
  const codeOf = (code: MessageCode) => (isForExistingOrder(lease) ? "too_many_for_order" : code)
  if (counts.ofCartFromHere > maxAttempts) throw tooMany(codeOf("too_many_attempts_for_cart"))
  if (counts.ofPerson > maxAttempts) throw tooMany(codeOf("too_many_attempts"))
  if (counts.ofNetwork > maxAttemptsPerDay) throw tooManyFromNetwork(deps, codeOf("too_many_from_network"))
  if (counts.ofMailbox > maxAttemptsPerDay && !isKnown) throw tooMany(codeOf("too_many_for_email"))
}

/** Throws `too_many` if the limits are reached. A mailbox's limit doesn't apply in its owner's network, so nobody can lock the owner out. */
export function limitCodes(deps: LedgerDeps, { ofPerson, ofNetwork, ofMailbox, isUsedHere }: CodeCounts): void {
  const { maxAttempts, maxAttemptsPerDay } = deps.options
  if (ofPerson >= maxAttempts) throw tooMany("too_many_codes")
  if (ofNetwork >= maxAttemptsPerDay) throw tooManyFromNetwork(deps, "too_many_codes")
  if (ofMailbox >= maxAttemptsPerDay && !isUsedHere) throw tooMany("too_many_codes_for_email")
}

/** The date of each store's last warning. */
const warnedOn = new WeakMap<LedgerDeps["accounts"], string>()

/** Also warns once a day, because shoppers behind a proxy may share its network. */
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
