import type { CartInput } from "../../../lease-cart"
import { ledgerOfCart } from "../cart/cart-account"
import { mayMove } from "../rules/approval"
import { GRANT_LASTS_MS } from "../rules/codes"
import { hashLeaseKey } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import type { Desk, Ledger } from "../status/ledger"
import type { ApprovalQuery } from "../tables/approval-store"
import type { Shopper } from "./owner"

/**
 * The lease of another cart whose approval this shopper may use for a cart; null when there is none. An approval stays with the account that gave it: the
 * one that takes the cart, or one that is offered after a denial there. `own`: the lease of the cart, by which the first is found. Asks no service.
 */
export async function approvalFor(
  desk: Desk,
  cart: CartInput,
  shopper: Shopper,
  own: LeaseRecord | null = null,
): Promise<LeaseRecord | null> {
  const ledger = ledgerOfCart(desk, cart, own)
  const lease = ledger && (await heldElsewhere(ledger, cart, shopper))
  return lease && mayMove(lease, desk.now()) ? lease : null
}

/**
 * The same, or one that cannot be used now, for its reason. A customer's approval belongs to the account, on each device and cart; a guest's to the
 * browser that has entered the code sent to the guest's e-mail address.
 */
export async function heldElsewhere(ledger: Ledger, cart: CartInput, shopper: Shopper): Promise<LeaseRecord | null> {
  const { store, now } = ledger
  const { customerId, leaseKey } = shopper
  const query = approvalQuery(ledger, cart)
  const since = new Date(now().getTime() - GRANT_LASTS_MS)
  const granted = leaseKey ? await store.codes.leaseOf(cart.id, hashLeaseKey(leaseKey), since) : null
  const byCode = granted ? await store.approvals.ofLease(granted, query) : null
  if (byCode || !customerId) return byCode
  return store.approvals.ofCustomer(customerId, query)
}

/** An approval counts where the cart goes on or may be led to, in its own currency, and apart from tests. */
export function approvalQuery(ledger: Ledger, cart: CartInput): ApprovalQuery {
  const test = ledger.options.mode === "test"
  return { cartId: cart.id, accounts: ledger.accounts.onwardFrom(ledger), currency: cart.currency_code, test }
}
