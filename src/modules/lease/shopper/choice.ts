import { type CartInput, mayBe, salesTaxAtAddress, salesTaxOf } from "../../../lease-cart"
import { type AccountDeps, type LedgerDeps, settingsOf } from "../accounts/deps"
import { accountOfCart } from "../cart/account-of-cart"
import type { LeaseRecord } from "../rules/records"
import type { CartTaxDecision } from "../rules/sales-tax"

/** Whether any account's operator charges sales tax on the payments. If not, no cart's tax depends on a lease. */
export function mayTaxByOperator({ accounts }: LedgerDeps): boolean {
  return accounts.all.some(({ options }) => mayBe(options.salesTax, "by_operator"))
}

/** Returns the account whose operator charges the sales tax if this cart is leased. Null if the store charges it, or no account leases the cart. */
export function accountThatTaxes(deps: LedgerDeps, cart: CartInput, lease: LeaseRecord | null): AccountDeps | null {
  const accountDeps = accountOfCart(deps, cart, lease)
  return accountDeps && salesTaxOf(accountDeps.options.salesTax, cart) === "by_operator" ? accountDeps : null
}

/** Whether the choice of lease-to-own is recorded for a cart, with this account if `account` is given. */
export async function isChosen({ store }: LedgerDeps, cartId: string, account?: AccountDeps | null): Promise<boolean> {
  const choice = await store.choices.of(cartId)
  return choice !== null && (!account || choice.account_id === account.account_id)
}

/** Records what was decided about the choice of lease-to-own for a cart. */
export async function recordChoice(
  { store }: LedgerDeps,
  cartId: string,
  { choice }: CartTaxDecision,
  account_id: string | null = null,
): Promise<void> {
  if (choice === "choose") await store.choices.choose(cartId, account_id)
  if (choice === "take_back") await store.choices.takeBack(cartId)
}

/** The part of Medusa's tax context with the ship-to state. */
type TaxAddress = Parameters<typeof salesTaxAtAddress>[1]

/** Whether Medusa must leave out the sales tax in a cart that ships to `address`, because its operator charges the tax. */
export async function isCartUntaxed(deps: LedgerDeps, cartId: string, address: TaxAddress): Promise<boolean> {
  const choice = await deps.store.choices.of(cartId)
  return choice !== null && salesTaxAtAddress(settingsOf(deps, choice).salesTax, address) === "by_operator"
}

/**
 * Whether Medusa must leave out the sales tax in an order's new lines. An order keeps the treatment that its cart had, even after its lease ends. An
 * order that began as a draft has no tax while it is offered by link, and once it is leased.
 */
export async function isOrderUntaxed(
  deps: LedgerDeps,
  { id, isUntaxed, isFromCart }: { id: string; isUntaxed: boolean; isFromCart: boolean },
): Promise<boolean> {
  return isFromCart ? isUntaxed : isChosen(deps, id)
}
