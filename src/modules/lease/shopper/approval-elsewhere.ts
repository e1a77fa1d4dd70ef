import type { CartInput } from "../../../lease-cart"
import { type AccountDeps, ago, currentLease, type LedgerDeps } from "../accounts/deps"
import { accountOfCart, accountOfCartOrRefuse } from "../cart/account-of-cart"
import { mayMove } from "../rules/approval"
import { CODE_LASTS_MS, CODE_TRIES, GRANT_LASTS_MS, isCode } from "../rules/codes"
import { hashLeaseKey, newLeaseKey } from "../rules/keys"
import { DAY_MS, isRecent } from "../rules/moments"
import type { CodeRecord, LeaseRecord } from "../rules/records"
import { requesterOf } from "../rules/requester"
import type { ApprovalQuery } from "../tables/lease-reader"
import { LedgerRefusal, type MessageCode } from "../texts/messages"
import { bindingFor, isFree, limitCodes, refuseStranger, type Shopper } from "./owner"

/**
 * Returns another cart's lease whose approval this shopper may use here, or null. The approval must come from the account that leases this cart
 * (determined by `own`, this cart's lease) or one offered after a denial there. Makes no call to the service.
 */
export async function approvalFor(
  deps: LedgerDeps,
  cart: CartInput,
  shopper: Shopper,
  own: LeaseRecord | null = null,
): Promise<LeaseRecord | null> {
  const accountDeps = accountOfCart(deps, cart, own)
  const lease = accountDeps && (await heldElsewhere(accountDeps, cart, shopper))
  return lease && mayMove(lease, deps.now()) ? lease : null
}

/**
 * Like {@link approvalFor}, but also returns a lease whose approval can't be used now, to show the reason. A customer must be logged in. A guest must
 * use the browser in which the code was entered.
 */
export async function heldElsewhere(
  accountDeps: AccountDeps,
  cart: CartInput,
  shopper: Shopper,
): Promise<LeaseRecord | null> {
  const { approvals, codes } = accountDeps.store
  const { customerId, leaseKey } = shopper
  const query = queryFor(accountDeps, cart)
  const granted = leaseKey && (await codes.leaseOf(cart.id, hashLeaseKey(leaseKey), ago(accountDeps, GRANT_LASTS_MS)))
  const byCode = granted ? await approvals.ofLease(granted, query) : null
  return byCode ?? (customerId ? approvals.ofCustomer(customerId, query) : null)
}

/** Matches approvals from the cart's account and the accounts offered after it, in the cart's currency and mode. */
function queryFor(accountDeps: AccountDeps, cart: CartInput): ApprovalQuery {
  const test = accountDeps.options.mode === "test"
  return { cartId: cart.id, accounts: accountDeps.accounts.onwardFrom(accountDeps), currency: cart.currency_code, test }
}

/**
 * Requests a one-time code to use an earlier approval for this cart. The code is emailed only if a guest was approved with the cart's email
 * address. The response and the work are the same either way, because the job sends the email. The returned lease key doesn't grant access until the
 * code is entered with it, so the code is useless in another browser.
 * Throws LedgerRefusal if there is no email address, too many codes were requested, or the cart has an application. None of these reveals an
 * approval.
 */
export async function requestCode(deps: LedgerDeps, cart: CartInput, shopper: Shopper): Promise<{ leaseKey: string }> {
  const own = await currentLease(deps, cart.id)
  if (own && !isFree(own)) {
    refuseStranger(own, shopper)
    throw new LedgerRefusal("application_open")
  }
  const accountDeps = accountOfCartOrRefuse(deps, cart, bindingFor(deps, own, shopper))
  const email = cart.email?.trim()
  if (!email) throw new LedgerRefusal("code_no_email")
  const requester = requesterOf(shopper.address ?? "", email, accountDeps.secret)
  const leaseKey = newLeaseKey()
  await accountDeps.store.transaction(async ({ submissions, codes, approvals }) => {
    await submissions.lock(requester)
    limitCodes(accountDeps, await codes.count(requester, ago(accountDeps, DAY_MS)))
    const lease = await approvals.ofGuest(email, queryFor(accountDeps, cart))
    await codes.add({ ...requester, cartId: cart.id, leaseId: lease?.id ?? null, keyHash: hashLeaseKey(leaseKey) })
  })
  return { leaseKey }
}

/**
 * Enters a code, after which the browser that requested it may use the approval. Every try counts, even if no code was sent, so guesses reveal
 * nothing. Throws LedgerRefusal if the browser, cart or email address isn't the one that requested the code, or the code is wrong, expired, used or
 * was tried too many times.
 */
export async function enterCode(deps: LedgerDeps, cart: CartInput, shopper: Shopper, code: string): Promise<void> {
  const refused = await deps.store.transaction(async ({ codes }) => {
    const request = await codes.lock(cart.id, hashLeaseKey(shopper.leaseKey ?? ""))
    if (!request) return "code_not_requested"
    const isRight = isCode(request.code_hash, request.id, code, deps.secret)
    // Entering the right code again (e.g. after a lost response) doesn't count as a try.
    if (isRight && request.used_at && isRecent(request.used_at, deps.now(), GRANT_LASTS_MS)) return null
    const reason = whyUnusable(deps, cart, request)
    if (reason) return reason
    await codes.set(request.id, { tries: request.tries + 1, ...(isRight && { used_at: deps.now() }) })
    return isRight ? null : "code_wrong"
  })
  // Throw outside the transaction: a rollback would lose the count of tries.
  if (refused) throw new LedgerRefusal(refused, {}, { kind: refused === "code_tries" ? "too_many" : "not_allowed" })
}

function whyUnusable(deps: LedgerDeps, cart: CartInput, request: CodeRecord): MessageCode | null {
  if (request.used_at) return "code_used"
  if (!isRecent(request.created_at, deps.now(), CODE_LASTS_MS)) return "code_expired"
  if (request.tries >= CODE_TRIES) return "code_tries"
  return requesterOf("", cart.email ?? "", deps.secret).mailbox === request.mailbox ? null : "code_other_email"
}
