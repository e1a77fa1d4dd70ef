import { type Account, type AccountDeps, type LedgerDeps, ofCart, ofLease } from "../accounts/deps"
import type { AccountCart } from "../options/accounts"
import type { AccountSettings } from "../options/options"
import { isOtherApplicant } from "../rules/approval"
import { isClosed, isDenied, isHosted, isNew, orderAwaits } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"

type ApplyingCart = AccountCart & { email?: string | null }

type Applied = Pick<LeaseRecord, "status" | "email" | "account_id" | "flow" | "order_id" | "placed_at">

/**
 * A cart's account. After an application or an offer by link, it is the lease's account; before that, or if someone may apply again, the account to
 * apply to. Null if there is none.
 */
export function accountOfCart(deps: LedgerDeps, cart: ApplyingCart, lease: Applied | null): AccountDeps | null {
  if (!lease || isClosed(lease)) return ofCart(deps, cart)
  if (isNew(lease) && !orderAwaits(lease) && !mayLease(deps, cart, lease)) return ofCart(deps, cart)
  return ofLease(deps, nextAccount(deps, cart, lease) ?? lease)
}

/** The options of a cart's account, without credentials; the first account's if none leases the cart. */
export function settingsAt({ accounts }: LedgerDeps, accountDeps: AccountDeps | null): AccountSettings {
  return (accountDeps ?? accounts.first).settings
}

/** Like `accountOfCart`, but throws LedgerRefusal if no account leases the cart. */
export function accountOfCartOrRefuse(deps: LedgerDeps, cart: ApplyingCart, lease: Applied | null): AccountDeps {
  const accountDeps = accountOfCart(deps, cart, lease)
  if (!accountDeps) throw new LedgerRefusal("unavailable_account")
  return accountDeps
}

/**
 * Whether the cart's lease has a different account than a new lease would. If so, the widget can't be opened, because nobody agreed to its operator.
 */
export function isWidgetElsewhere(deps: LedgerDeps, cart: ApplyingCart, lease: Applied | null): boolean {
  if (!lease || isHosted(lease)) return false
  return accountOfCart(deps, cart, lease)?.account_id !== ofCart(deps, cart)?.account_id
}

/** Whether somebody may apply again after a denial: another person, or the same person through another account. */
export function mayApplyAgain(deps: LedgerDeps, cart: ApplyingCart, lease: Applied): boolean {
  return nextAccount(deps, cart, lease) !== null
}

/**
 * The account through which someone may apply after a denial. A different person applies through the cart's account. The same person applies through
 * the second look's account, or through the cart's account if that has changed. Null for an existing order, because staff send a new link for it.
 */
function nextAccount(deps: LedgerDeps, cart: ApplyingCart, lease: Applied): Account | null {
  if (!isDenied(lease) || orderAwaits(lease)) return null
  const { accounts } = deps
  if (isOtherApplicant(lease, cart) || !mayLease(deps, cart, lease)) return accounts.taking(cart)
  return accounts.afterDenial(lease.account_id)
}

/** Whether the lease's account is the one that leases the cart, or one that is offered after a denial there. */
function mayLease(deps: LedgerDeps, cart: ApplyingCart, { account_id }: Applied): boolean {
  const first = deps.accounts.taking(cart)
  return first !== null && deps.accounts.onwardFrom(first).includes(account_id)
}
