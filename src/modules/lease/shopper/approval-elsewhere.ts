import type { CartInput } from "../../../lease-cart"
import { type AccountDeps, ago, currentLease, DAY_MS, type LedgerDeps } from "../accounts/deps"
import { accountOfCart, accountOfCartOrRefuse } from "../cart/cart"
import { mayMove } from "../rules/approval"
import {
  CODE_LASTS_MS,
  CODE_TRIES,
  GRANT_LASTS_MS,
  hashLeaseKey,
  isCode,
  newLeaseKey,
  requesterOf,
} from "../rules/keys"
import { isRecent } from "../rules/moments"
import type { CodeRecord, LeaseRecord } from "../rules/records"
import type { ApprovalQuery } from "../tables/lease-reader"
import { LedgerRefusal, type MessageCode } from "../texts/messages"
import { bindingFor, isFree, limitCodes, refuseStranger, type Shopper } from "./owner"

/**
 * The lease of another cart whose approval this shopper may use here; null if none. An approval stays with the account that gave it: the one that
 * leases the cart, or one offered after a denial there. `own`: this cart's lease, which leads to the first. Asks no service.
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

/** The same, or one that can't be used now, for its reason. A customer's belongs to the account, a guest's to the browser that entered the code. */
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

/** Which approvals count: of the accounts where the cart goes on or may be led to, in its currency, tests apart. */
function queryFor(accountDeps: AccountDeps, cart: CartInput): ApprovalQuery {
  const test = accountDeps.options.mode === "test"
  return { cartId: cart.id, accounts: accountDeps.accounts.onwardFrom(accountDeps), currency: cart.currency_code, test }
}

/**
 * Requests a one-time code that brings an approval to this cart. It is sent to the cart's e-mail address if a guest was approved with it. Answer and
 * work are always the same, because the e-mail is sent apart from this request. The returned lease key opens nothing before the code is entered
 * with it, so the code is worth nothing in another browser.
 * Throws LedgerRefusal, for reasons that reveal no approval: no e-mail address, too many codes, a cart with an application.
 */
export async function askCode(deps: LedgerDeps, cart: CartInput, shopper: Shopper): Promise<{ leaseKey: string }> {
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
 * Enters the code in the browser that asked for it, which may then use the approval. Each entry counts, even if no code was sent, so a guess
 * reveals nothing. Throws LedgerRefusal: another browser, cart or e-mail address; a code that is wrong, old, used or tried too often.
 */
export async function enterCode(deps: LedgerDeps, cart: CartInput, shopper: Shopper, code: string): Promise<void> {
  const refused = await deps.store.transaction(async ({ codes }) => {
    const asked = await codes.lock(cart.id, hashLeaseKey(shopper.leaseKey ?? ""))
    if (!asked) return "code_not_asked"
    const isRight = isCode(asked.code_hash, asked.id, code, deps.secret)
    // The same entry again, as after a lost answer: it holds already. Another code is not tried on it.
    if (isRight && asked.used_at && isRecent(asked.used_at, deps.now(), GRANT_LASTS_MS)) return null
    const reason = whyOver(deps, cart, asked)
    if (reason) return reason
    await codes.set(asked.id, { tries: asked.tries + 1, ...(isRight && { used_at: deps.now() }) })
    return isRight ? null : "code_wrong"
  })
  // Thrown after the transaction, because a wrong code counts.
  if (refused) throw new LedgerRefusal(refused, {}, { kind: refused === "code_tries" ? "too_many" : "not_allowed" })
}

function whyOver(deps: LedgerDeps, cart: CartInput, asked: CodeRecord): MessageCode | null {
  if (asked.used_at) return "code_used"
  if (!isRecent(asked.created_at, deps.now(), CODE_LASTS_MS)) return "code_expired"
  if (asked.tries >= CODE_TRIES) return "code_tries"
  return requesterOf("", cart.email ?? "", deps.secret).mailbox === asked.mailbox ? null : "code_other_email"
}
