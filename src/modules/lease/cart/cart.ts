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
import type { AccountCart } from "../options/accounts"
import type { AccountSettings } from "../options/options"
import { isOtherApplicant } from "../rules/approval"
import { newReference } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import { awaitsOrder, isClosed, isDenied, isHosted, isNew, orderAwaits } from "../rules/standing"
import { type Account, type Desk, type Ledger, ofCart, ofLease } from "../status/ledger"
import { recipientDifference } from "../status/recipient"
import { LedgerRefusal, textOf } from "../texts/messages"

/** `fields`: for staff, which field of which line prevents a lease (`items[0].brand`). */
type ReasonInWords = {
  code: Reason["code"] | "unavailable_account"
  params: Record<string, string>
  message: string
  fields?: FieldIssue[]
}

/** The cart as it would be sent to the service, or every reason why it can't be leased, in words. Changes and sends nothing. */
export function mapCart(
  ledger: Ledger,
  cart: CartInput,
  reference?: string,
): { ok: true; mapped: MappedCart } | { ok: false; reasons: ReasonInWords[] } {
  const result = toLeaseCart(cart, ledger.options, { orderId: reference, now: ledger.now() })
  if (result.ok) return result
  return {
    ok: false,
    reasons: result.reasons.map((reason) => ({
      ...inWords(ledger, reason),
      ...(reason.items && { fields: reason.items.map((problem) => toField(problem, cart)) }),
    })),
  }
}

function inWords(ledger: Ledger, reason: Reason): Omit<ReasonInWords, "fields"> {
  const names = { operator: ledger.options.operator.name }
  return { code: reason.code, params: { ...names, ...reason.params }, message: describeReason(reason, names) }
}

function toField({ id, title, field, rule, message }: ItemProblem, cart: CartInput): FieldIssue {
  const index = (cart.items ?? []).findIndex((line) => line.id === id)
  return { field: index < 0 ? field : `items[${index}].${field}`, rule, message: `${title}: ${message}` }
}

/** The same as `mapCart`, but throws the first reason as a refusal, whose message has all of them. */
export function mapCartOrRefuse(ledger: Ledger, cart: CartInput, reference?: string): MappedCart {
  const result = mapCart(ledger, cart, reference)
  if (result.ok) return result.mapped
  const [first] = result.reasons
  throw new LedgerRefusal(first?.code ?? "unavailable_off", first?.params, {
    message: result.reasons.map((reason) => reason.message).join(" "),
  })
}

const NO_ACCOUNT: ReasonInWords = { code: "unavailable_account", params: {}, message: textOf("unavailable_account") }

/** Whether and how a cart can be leased with its account, if it has one. Asks, changes and sends nothing. */
export function judgeCart(ledger: Ledger | null, cart: CartInput, reference?: string): ReturnType<typeof mapCart> {
  return ledger ? mapCart(ledger, cart, reference) : { ok: false, reasons: [NO_ACCOUNT] }
}

/** Why no cart with this product (null: with any) can be leased in a region with the account of its carts; empty if one may be. Asks nothing. */
export function judgeProduct(
  ledger: Ledger | null,
  product: Parameters<typeof reasonsOfProduct>[0],
  region: SaleRegion,
): Omit<ReasonInWords, "fields">[] {
  if (!ledger) return [NO_ACCOUNT]
  return reasonsOfProduct(product, region, ledger.options).map((reason) => inWords(ledger, reason))
}

/** What differs from the offered or signed cart: the goods, or a part of the recipient. */
export type Difference = "cart" | RecipientPart

/** Why a cart isn't the one that was offered or signed; null if it is, or if option `onRecipientChange` holds the order for another recipient. */
export function refusedDifferenceOf(desk: Desk, lease: LeaseRecord, cart: CartInput): Difference | null {
  if (lease.fingerprint === null || lease.fingerprint !== fingerprint(cart)) return "cart"
  const isHeld = awaitsOrder(lease) && desk.options.onRecipientChange === "hold"
  return isHeld ? null : recipientDifference(desk, lease, cart)
}

/** The columns of a new lease for a cart at an account, of whichever way. */
export function newLease({ account, options }: Ledger, cart: CartInput, reference = newReference()) {
  const { id: cart_id, email = null, sales_channel_id = null, currency_code } = cart
  return { reference, cart_id, email, sales_channel_id, currency_code, account, test: options.mode === "test" }
}

/** The facts of a cart that decide its account and its applicant. */
type ApplyingCart = AccountCart & { email?: string | null }

type Applied = Pick<LeaseRecord, "status" | "email" | "account" | "way" | "order_id" | "placed_at">

/** The ledger for a cart: its lease's after the application or a link; before, or if someone may apply again, that of the account there. Null: none. */
export function ledgerOfCart(desk: Desk, cart: ApplyingCart, lease: Applied | null): Ledger | null {
  if (!lease || isClosed(lease)) return ofCart(desk, cart)
  if (orderAwaits(lease)) return ofLease(desk, lease)
  if (isNew(lease)) return isOnItsWay(desk, cart, lease) ? ofLease(desk, lease) : ofCart(desk, cart)
  return ofLease(desk, nextAccount(desk, cart, lease) ?? lease)
}

/** The options of a cart's account, without credentials; if none leases it, those of the first. */
export function settingsAt({ accounts }: Desk, ledger: Ledger | null): AccountSettings {
  return (ledger ?? accounts.first).settings
}

/** The same as `ledgerOfCart`. Throws LedgerRefusal if no account leases the cart. */
export function ledgerOfCartOrRefuse(desk: Desk, cart: ApplyingCart, lease: Applied | null): Ledger {
  const ledger = ledgerOfCart(desk, cart, lease)
  if (!ledger) throw new LedgerRefusal("unavailable_account")
  return ledger
}

/** Whether the cart goes on at another account than the one that leases it. Its widget is closed then: its operator has no one's consent. */
export function isWidgetElsewhere(desk: Desk, cart: ApplyingCart, lease: Applied | null): boolean {
  if (!lease || isHosted(lease)) return false
  return ledgerOfCart(desk, cart, lease)?.account !== ofCart(desk, cart)?.account
}

/** Whether somebody may apply again after a denial: another person, or the same one at another account. */
export function mayApplyAgain(desk: Desk, cart: ApplyingCart, lease: Applied): boolean {
  return nextAccount(desk, cart, lease) !== null
}

/** Where someone may apply after a denial: a new person at the cart's account; the same one at the second look, or at the cart's account by now. For an order, staff send another link. */
function nextAccount(desk: Desk, cart: ApplyingCart, lease: Applied): Account | null {
  if (!isDenied(lease) || orderAwaits(lease)) return null
  const { accounts } = desk
  if (isOtherApplicant(lease, cart) || !isOnItsWay(desk, cart, lease)) return accounts.taking(cart)
  return accounts.afterDenial(lease.account)
}

/** Whether the lease's account is the one that leases the cart, or is offered after that one's denial. */
function isOnItsWay(desk: Desk, cart: ApplyingCart, { account }: Applied): boolean {
  const first = desk.accounts.taking(cart)
  return first !== null && desk.accounts.onwardFrom(first).includes(account)
}
