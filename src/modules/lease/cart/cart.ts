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
  toLeaseCart,
  type UnavailableLine,
  unavailableLines,
} from "../../../lease-cart"
import { type AccountDeps, type LedgerDeps } from "../accounts/deps"
import { newReference } from "../rules/keys"
import { awaitsOrder } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal, textOf } from "../texts/messages"
import { recipientDifference } from "./recipient"

/**
 * Why a cart can't be leased. `fields` tells staff which field of which line is at fault (`items[0].brand`), and `lines` has the lines without
 * which the rest of the cart can be leased.
 */
export type DescribedReason = {
  code: Reason["code"] | "unavailable_account" | "unavailable_untaxed"
  params: Record<string, string>
  message: string
  fields?: FieldIssue[]
  lines?: UnavailableLine[]
}

/** The cart as it would be sent to the service, or every reason why it can't be leased. Changes and sends nothing. */
export function mapCart(
  accountDeps: AccountDeps,
  cart: CartInput,
  reference?: string,
): { ok: true; mapped: MappedCart } | { ok: false; reasons: DescribedReason[] } {
  const map = (mapped: CartInput) =>
    toLeaseCart(mapped, accountDeps.options, { orderId: reference, now: accountDeps.now() })
  const result = map(cart)
  if (result.ok && cart.is_untaxed && result.mapped.taxedBy !== "by_operator") {
    const params = { operator: accountDeps.options.operator.name }
    const code = "unavailable_untaxed"
    return { ok: false, reasons: [{ code, params, message: textOf(code, params) }] }
  }
  if (result.ok) return result
  return {
    ok: false,
    reasons: result.reasons.map((reason) => ({
      ...withMessage(accountDeps, reason),
      ...(reason.items && {
        fields: reason.items.map((problem) => toField(problem, cart)),
        ...linesAtFault(reason.items, cart, (rest) => map(rest).ok),
      }),
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

function linesAtFault(
  problems: readonly ItemProblem[],
  cart: CartInput,
  isLeasable: (rest: CartInput) => boolean,
): Pick<DescribedReason, "lines"> {
  const lines = unavailableLines(cart, new Set(problems.map(({ id }) => id)), isLeasable)
  return lines ? { lines } : {}
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

/** Why no cart with this product (or, if null, with any product) can be leased in the region and state; empty if one can. */
export function checkProduct(
  accountDeps: AccountDeps | null,
  product: Parameters<typeof reasonsOfProduct>[0],
  region: Parameters<typeof reasonsOfProduct>[1],
): Omit<DescribedReason, "fields">[] {
  if (!accountDeps) return [NO_ACCOUNT]
  const { options, now } = accountDeps
  return reasonsOfProduct(product, region, options, now()).map((reason) => withMessage(accountDeps, reason))
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
