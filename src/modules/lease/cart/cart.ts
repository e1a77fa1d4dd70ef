import type { FieldIssue } from "../../../client"
import {
  type CartInput,
  describeReason,
  fingerprint,
  type ItemProblem,
  type MappedCart,
  type Reason,
  type RecipientPart,
  reasonsOfProduct,
  type SaleRegion,
  toLeaseCart,
} from "../../../lease-cart"
import { type Account, type AccountDeps, type LedgerDeps, ofCart, ofLease } from "../accounts/deps"
import type { AccountCart } from "../options/accounts"
import type { AccountSettings } from "../options/options"
import { isOtherApplicant } from "../rules/approval"
import { newReference } from "../rules/keys"
import { awaitsOrder, isClosed, isDenied, isHosted, isNew, orderAwaits } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal, textOf } from "../texts/messages"
import { recipientDifference } from "./recipient"

/** Why a cart can't be leased. `fields` tells staff which field of which line is at fault (`items[0].brand`). */
type DescribedReason = {
  code: Reason["code"] | "unavailable_account"
  params: Record<string, string>
  message: string
  fields?: FieldIssue[]
}

/** The cart as it would be sent to the service, or every reason why it can't be leased. Changes and sends nothing. */
export function mapCart(
  accountDeps: AccountDeps,
  cart: CartInput,
  reference?: string,
): { ok: true; mapped: MappedCart } | { ok: false; reasons: DescribedReason[] } {
  const result = toLeaseCart(cart, accountDeps.options, { orderId: reference, now: accountDeps.now() })
  if (result.ok) return result
  return {
    ok: false,
    reasons: result.reasons.map((reason) => ({
      ...withMessage(accountDeps, reason),
      ...(reason.items && { fields: reason.items.map((problem) => toField(problem, cart)) }),
    })),
  }
}

function withMessage(accountDeps: AccountDeps, reason: Reason): Omit<DescribedReason, "fields"> {
  const names = { operator: accountDeps.options.operator.name }
  return { code: reason.code, params: { ...names, ...reason.params }, message: describeReason(reason, names) }
}

function toField({ id, title, field, rule, message }: ItemProblem, cart: CartInput): FieldIssue {
  const index = (cart.items ?? []).findIndex((line) => line.id === id)
  return { field: index < 0 ? field : `items[${index}].${field}`, rule, message: `${title}: ${message}` }
}

/** Like `mapCart`, but throws LedgerRefusal with the first reason's code and all reasons' messages. */
export function mapCartOrRefuse(accountDeps: AccountDeps, cart: CartInput, reference?: string): MappedCart {
  const result = mapCart(accountDeps, cart, reference)
  if (result.ok) return result.mapped
  const [first] = result.reasons
  throw new LedgerRefusal(first?.code ?? "unavailable_off", first?.params, {
    message: result.reasons.map((reason) => reason.message).join(" "),
  })
}

const NO_ACCOUNT: DescribedReason = { code: "unavailable_account", params: {}, message: textOf("unavailable_account") }

/** Like `mapCart`, but refuses a cart without an account. */
export function checkCart(
  accountDeps: AccountDeps | null,
  cart: CartInput,
  reference?: string,
): ReturnType<typeof mapCart> {
  return accountDeps ? mapCart(accountDeps, cart, reference) : { ok: false, reasons: [NO_ACCOUNT] }
}

/** Why no cart with this product (or, if null, with any product) can be leased in the region; empty if one can. */
export function checkProduct(
  accountDeps: AccountDeps | null,
  product: Parameters<typeof reasonsOfProduct>[0],
  region: SaleRegion,
): Omit<DescribedReason, "fields">[] {
  if (!accountDeps) return [NO_ACCOUNT]
  return reasonsOfProduct(product, region, accountDeps.options).map((reason) => withMessage(accountDeps, reason))
}

/** What differs from the offered or signed cart: the goods, or a part of the recipient. */
export type Difference = "cart" | RecipientPart

/**
 * How a cart differs from the one offered or signed. Null if it doesn't, or if only the recipient differs and `onRecipientChange` holds the order.
 */
export function refusedDifferenceOf(deps: LedgerDeps, lease: LeaseRecord, cart: CartInput): Difference | null {
  if (lease.fingerprint === null || lease.fingerprint !== fingerprint(cart)) return "cart"
  const isHeld = awaitsOrder(lease) && deps.options.onRecipientChange === "hold"
  return isHeld ? null : recipientDifference(deps, lease, cart)
}

/** A new lease's columns that are the same in both flows. */
export function newLease({ account_id, options }: AccountDeps, cart: CartInput, reference = newReference()) {
  const { id: cart_id, email = null, sales_channel_id = null, currency_code } = cart
  return { reference, cart_id, email, sales_channel_id, currency_code, account_id, test: options.mode === "test" }
}

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

/** Whether the cart's lease has a different account than a new lease would. If so, no widget opens, because nobody agreed to its operator. */
export function isWidgetElsewhere(deps: LedgerDeps, cart: ApplyingCart, lease: Applied | null): boolean {
  if (!lease || isHosted(lease)) return false
  return accountOfCart(deps, cart, lease)?.account_id !== ofCart(deps, cart)?.account_id
}

/** Whether somebody may apply again after a denial: another person, or the same person at another account. */
export function mayApplyAgain(deps: LedgerDeps, cart: ApplyingCart, lease: Applied): boolean {
  return nextAccount(deps, cart, lease) !== null
}

/**
 * The account at which someone may apply after a denial. A different person applies at the cart's account. The same person applies at the second
 * look's account, or at the cart's account if that has changed. Null for an existing order, because staff send a new link for it.
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
