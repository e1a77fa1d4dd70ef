import type { AccountCart } from "../options/accounts"
import { type AccountSettings, withoutCredentials } from "../options/options"
import { isOtherApplicant } from "../rules/approval"
import type { LeaseRecord } from "../rules/records"
import { isClosed, isDenied, isHosted, isNew } from "../rules/standing"
import { type Account, type Desk, type Ledger, ofCart, ofLease } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"

/** The facts of a cart that decide its account and its applicant. */
export type ApplyingCart = AccountCart & { email?: string | null }

type Applied = Pick<LeaseRecord, "status" | "email" | "account">

/** The ledger for a cart: its lease's after the application; before it, or if someone may apply again, that of the account there. Null: none. */
export function ledgerOfCart(desk: Desk, cart: ApplyingCart, lease: Applied | null): Ledger | null {
  if (!lease || isClosed(lease)) return ofCart(desk, cart)
  if (isNew(lease)) return isOnItsWay(desk, cart, lease) ? ofLease(desk, lease) : ofCart(desk, cart)
  const next = nextAccount(desk, cart, lease)
  return ofLease(desk, next ?? lease)
}

/** The options for a cart, without credentials; if no account leases it, those of the first. */
export function settingsFor(desk: Desk, cart: ApplyingCart, lease: Applied | null = null): AccountSettings {
  return withoutCredentials((ledgerOfCart(desk, cart, lease) ?? desk.accounts.first).options)
}

/** Whether the cart's service is down, so that a shopper who asks for a lease now would be refused at once. */
export async function isAway(desk: Desk, cart: ApplyingCart, lease: Applied | null): Promise<boolean> {
  return (await ledgerOfCart(desk, cart, lease)?.breaker.refusesPeople()) ?? false
}

/** The same as `ledgerOfCart`. Throws LedgerRefusal if no account leases the cart. */
export function ledgerOfCartOrRefuse(desk: Desk, cart: ApplyingCart, lease: Applied | null): Ledger {
  const ledger = ledgerOfCart(desk, cart, lease)
  if (!ledger) throw new LedgerRefusal("unavailable_account")
  return ledger
}

/** Whether the cart goes on at another account than the one that leases it. Its widget is closed then: its operator has no one's consent. */
export function isWidgetElsewhere(
  desk: Desk,
  cart: ApplyingCart,
  lease: (Applied & Pick<LeaseRecord, "way">) | null,
): boolean {
  if (!lease || isHosted(lease)) return false
  return ledgerOfCart(desk, cart, lease)?.account !== ofCart(desk, cart)?.account
}

/** Whether somebody may apply again after a denial: another person, or the same one at another account. */
export function mayApplyAgain(desk: Desk, cart: ApplyingCart, lease: Applied): boolean {
  return nextAccount(desk, cart, lease) !== null
}

/** Where someone may apply after a denial: a new person at the cart's account; the same one at the second look, or at the cart's account by now. */
function nextAccount(desk: Desk, cart: ApplyingCart, lease: Applied): Account | null {
  if (!isDenied(lease)) return null
  const { accounts } = desk
  if (isOtherApplicant(lease, cart) || !isOnItsWay(desk, cart, lease)) return accounts.taking(cart)
  return accounts.afterDenial(lease.account)
}

/** Whether the lease's account is the one that leases the cart, or is offered after that one's denial. */
function isOnItsWay(desk: Desk, cart: ApplyingCart, { account }: Applied): boolean {
  const first = desk.accounts.taking(cart)
  return first !== null && desk.accounts.onwardFrom(first).includes(account)
}
