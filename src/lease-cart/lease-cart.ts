import { createHash } from "node:crypto"
import type { SpecCart } from "../client"
import { type Cents, toMajor } from "./amount"
import { type Article, articlesOf } from "./articles"
import { type CartCents, readAmounts, toCartCents } from "./cart-amounts"
import type { CartInput } from "./cart-input"
import { type Reason, reasonsOfCart } from "./eligibility"
import { cartProblems, describeLine, type LeaseCartItem, type SourceLine, toItems } from "./lease-items"
import type { LeaseCartOptions } from "./options"
import { type Place, placeOf, shipToState } from "./place"
import { type TaxedBy, taxedByOf } from "./sales-tax"

/** The cart in the service's format (spec 2.2). Amounts are in major units with at most two decimals. */
export type LeaseCart = Omit<SpecCart, "items" | "custom"> & { deliveryCostSalesTax: number; items: LeaseCartItem[] }

/** A lease cart, with what the ledger stores about it. */
export type MappedCart = {
  cart: LeaseCart
  /** Σ unitPrice × quantity + Σ tax + deliveryCost + deliveryCostSalesTax. Equals the Medusa cart's total. */
  total: Cents
  /** The price sent for goods and delivery, without tax. `invoiceTotal` in the pricing must equal this amount (reference 5). */
  invoiceTotal: Cents
  /** All sales tax, including tax on the delivery. */
  tax: Cents
  /** Who charges sales tax on this lease. */
  taxedBy: TaxedBy
  /** Where the cart is delivered, without the rest of the address. `state` is absent if it's unknown. */
  place: Pick<Place, "country" | "state"> | undefined
  /** The Medusa cart's contents, for restoring a changed cart. */
  articles: Article[]
  /** The Medusa cart's lines and their places in the lease cart, used to identify returned units. */
  lines: SourceLine[]
  /** The currency's ISO code in lowercase. */
  currency: string
  /** The hash of what the shopper signs ({@link fingerprint}). */
  fingerprint: string
}

type MappingResult = { ok: true; mapped: MappedCart } | { ok: false; reasons: Reason[] }

/**
 * Turns a Medusa cart with totals into the lease cart of spec 2.2 and 2.3, whose total equals the Medusa cart's to the cent. If that isn't possible,
 * returns every reason, by item and field. `orderId` is the merchant's reference. Delivery dates are compared with `now`. Throws a RangeError if the
 * cart was read without its totals (see {@link CART_FIELDS}), but never because of what a shopper did.
 */
export function toLeaseCart(
  cart: CartInput,
  options: LeaseCartOptions,
  { orderId, now = new Date() }: { orderId?: string; now?: Date } = {},
): MappingResult {
  const exact = readAmounts(cart)
  const amounts = toCartCents(exact)
  const lines = exact.lines.map((line) => describeLine(line, { cart, options, now }))
  const problems = [...lines.flatMap((line) => line.problems), ...cartProblems(cart, exact, amounts !== undefined)]
  const titles = [...new Set(problems.map(({ title }) => title))]
  const unavailable: Reason = { code: "unavailable_items", params: { items: titles.join(", ") }, items: problems }
  const reasons = [...(problems.length ? [unavailable] : []), ...reasonsOfCart(cart, exact, options, now)]
  if (reasons.length > 0 || !amounts) return { ok: false, reasons }
  const texts = lines.flatMap((line) => line.texts ?? [])
  const { items, lines: sources } = toItems(amounts, texts, options.tax)
  const place = placeOf(cart)
  const mapped = {
    cart: {
      orderId,
      deliveryCost: toMajor(amounts.delivery),
      deliveryCostSalesTax: toMajor(amounts.deliveryTax),
      items,
    },
    total: amounts.total,
    invoiceTotal: amounts.goodsAndDelivery,
    tax: amounts.tax,
    taxedBy: taxedByOf(options.salesTax, cart),
    place: place && { country: place.country, state: place.state },
    articles: articlesOf(cart),
    lines: sources,
    currency: cart.currency_code.toLowerCase(),
    fingerprint: fingerprintOf(cart, amounts),
  }
  return { ok: true, mapped }
}

/**
 * Returns a hash of what a shopper signs for: each line's article, quantity, price and tax in cents, the delivery cost and its tax, the currency, and
 * the country and state of delivery. The hash is SHA-256 in hexadecimal.
 *
 * Omits what doesn't change the amount payable: line order, line IDs, the cart's ID, orderId, images, delivery dates, texts of articles with a
 * variant, product data and discount codes. The hash doesn't depend on options, so changing the configuration doesn't affect signed carts. The order
 * of an unchanged cart ({@link orderToCartInput}) has the same hash.
 *
 * Undefined if the cart's parts don't add up to its total, in which case the cart never gets an offer. Throws a RangeError if the cart was read
 * without its totals.
 */
export function fingerprint(cart: CartInput): string | undefined {
  const amounts = toCartCents(readAmounts(cart))
  return amounts && fingerprintOf(cart, amounts)
}

function fingerprintOf(cart: CartInput, amounts: CartCents): string {
  const place = placeOf(cart)
  const lines = amounts.lines.map(({ key, quantity, net, tax }) => JSON.stringify([key, quantity, net, tax])).sort()
  const facts = [
    "lease-cart/1",
    cart.currency_code.toLowerCase(),
    place?.country,
    shipToState(place),
    amounts.delivery,
    amounts.deliveryTax,
    lines,
  ]
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex")
}
