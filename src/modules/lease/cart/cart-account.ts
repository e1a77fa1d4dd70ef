import type { AccountCart } from "../options/accounts"
import { isOtherApplicant } from "../rules/other-applicant"
import type { LeaseRecord } from "../rules/records"
import { isClosed, isNew } from "../rules/standing"
import { type Desk, type Ledger, ofCart, ofLease } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"

/** A cart as far as its account, and who applies with it, depend on it. */
export type ApplyingCart = AccountCart & { email?: string | null }

type Applied = Pick<LeaseRecord, "status" | "email" | "account">

/**
 * The ledger with which a cart goes on: that of its lease, from the application on. Before it, and where somebody may apply anew, that of the
 * account which takes such carts. Null: no account does.
 */
export function ledgerOfCart(desk: Desk, cart: ApplyingCart, lease: Applied | null): Ledger | null {
  if (!lease || isClosed(lease) || isNew(lease)) return ofCart(desk, cart)
  return appliesAnew(desk, cart, lease) ? ofCart(desk, cart) : ofLease(desk, lease)
}

/** As `ledgerOfCart`. Throws LedgerRefusal where no account takes the cart. */
export function ledgerOfCartOrRefuse(desk: Desk, cart: ApplyingCart, lease: Applied | null): Ledger {
  const ledger = ledgerOfCart(desk, cart, lease)
  if (!ledger) throw new LedgerRefusal("unavailable_account")
  return ledger
}

/** A denial is one person's and one operator's: another person may apply, and the same one where another account takes the cart by now. */
export function appliesAnew(desk: Desk, cart: ApplyingCart, lease: Applied): boolean {
  if (lease.status !== "denied") return false
  const account = desk.accounts.taking(cart)
  return isOtherApplicant(lease, cart) || (account !== null && account.account !== lease.account)
}
