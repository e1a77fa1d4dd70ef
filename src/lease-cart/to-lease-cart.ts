import { toMajor } from "./amount"
import { articlesOf } from "./articles"
import { readAmounts, toCartCents } from "./cart-amounts"
import type { CartInput } from "./cart-input"
import { reasonsOfCart } from "./eligibility"
import { fingerprintOf } from "./fingerprint"
import type { LeaseCart, MappedCart } from "./lease-cart"
import { cartProblems, describeLine, toItems } from "./lease-items"
import type { LeaseCartOptions } from "./options"
import type { ItemProblem, Reason } from "./reason"
import { placeOf, shipToState } from "./ship-to"

/** A mapped cart, or every reason why there is none. */
export type MappingResult = { ok: true; mapped: MappedCart } | { ok: false; reasons: Reason[] }

/**
 * Turns a Medusa cart with totals into the lease cart of spec 2.2 and 2.3, such that
 * `Σ unitPrice × quantity + Σ tax + deliveryCost + deliveryCostSalesTax` is the cart's total to the cent. Judges eligibility
 * on the way: a cart that may not or cannot be leased comes back with all reasons at once, by item and field.
 *
 * @param extra `orderId`: the merchant's reference; `now`: the moment by which delivery dates are judged, this one by default
 *
 * Throws a RangeError when the cart was read without its totals (see {@link CART_FIELDS}); never for what a shopper did.
 */
export function toLeaseCart(
  cart: CartInput,
  options: LeaseCartOptions,
  extra: { orderId?: string; now?: Date } = {},
): MappingResult {
  const exact = readAmounts(cart)
  const amounts = toCartCents(exact)
  const lines = exact.lines.map((line) => describeLine(line, { cart, options, now: extra.now ?? new Date() }))
  const problems = [...lines.flatMap((line) => line.problems), ...cartProblems(cart, exact, amounts !== undefined)]
  const reasons = [...itemReasons(problems), ...reasonsOfCart(cart, exact, options)]
  if (reasons.length > 0 || !amounts) {
    return { ok: false, reasons }
  }
  const { items, lines: sources } = toItems(
    amounts,
    lines.flatMap((line) => line.texts ?? []),
    options.tax,
  )
  const leaseCart: LeaseCart = {
    ...(extra.orderId ? { orderId: extra.orderId } : {}),
    deliveryCost: toMajor(amounts.delivery),
    deliveryCostSalesTax: toMajor(amounts.deliveryTax),
    items,
  }
  const mapped = {
    cart: leaseCart,
    total: amounts.total,
    invoiceTotal: amounts.goodsAndDelivery,
    tax: amounts.tax,
    articles: articlesOf(cart),
    lines: sources,
    currency: cart.currency_code.toLowerCase(),
    shipToState: shipToState(placeOf(cart)),
    fingerprint: fingerprintOf(cart, amounts),
  }
  return { ok: true, mapped }
}

function itemReasons(problems: ItemProblem[]): Reason[] {
  if (problems.length === 0) {
    return []
  }
  const titles = [...new Set(problems.map((problem) => problem.title))]
  return [{ code: "unavailable_items", params: { items: titles.join(", ") }, items: problems }]
}
