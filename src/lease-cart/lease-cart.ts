import { createHash } from "node:crypto"
import type { SpecCart } from "../client"
import { type Cents, readDecimal, toMajor } from "./amount"
import { type CartCents, lineKey, readAmounts, toCartCents } from "./cart-amounts"
import type { CartInput } from "./cart-input"
import { type Reason, reasonsOfCart } from "./eligibility"
import { cartProblems, describeLine, hasMetadata, type LeaseCartItem, type SourceLine, toItems } from "./lease-items"
import type { LeaseCartOptions } from "./options"
import { placeOf, shipToState } from "./place"
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

/** `variant_id` is null for a line without a variant. */
export type Article = { variant_id: string | null; title: string; quantity: number }

/** An article whose quantity differs from the signed contract. */
export type ArticleDifference = { variant_id: string | null; title: string; signed: number; now: number }

const ONE = Number(readDecimal(1))

/** Returns a cart's contents by article, in the cart's order. */
export function articlesOf(cart: Pick<CartInput, "items">): Article[] {
  const articles = new Map<string, Article>()
  for (const line of cart.items ?? []) {
    const article: Article = {
      variant_id: line.variant_id ?? null,
      title: line.product_title ?? line.title ?? "",
      quantity: Number(readDecimal(line.quantity)) / ONE,
    }
    const known = articles.get(keyOf(article))
    articles.set(keyOf(article), { ...article, quantity: article.quantity + (known?.quantity ?? 0) })
  }
  return [...articles.values()]
}

/** Returns the differences from the signed articles: first for the signed articles, then for those that were added. */
export function articleDifferences(signed: readonly Article[], cart: Pick<CartInput, "items">): ArticleDifference[] {
  const now = new Map(articlesOf(cart).map((article) => [keyOf(article), article]))
  const wanted = new Set(signed.map(keyOf))
  const added = [...now.values()].filter((article) => !wanted.has(keyOf(article)))
  return [...signed, ...added.map((article) => ({ ...article, quantity: 0 }))]
    .map(({ variant_id, title, quantity }) => {
      return { variant_id, title, signed: quantity, now: now.get(keyOf({ variant_id, title }))?.quantity ?? 0 }
    })
    .filter(({ signed, now }) => signed !== now)
}

/** A change to a cart's lines: a line's new quantity (0 removes the line), or a variant to add. */
export type LineChange = { line_id: string; quantity: number } | { variant_id: string; quantity: number }

/**
 * Returns the changes that restore a cart's signed lines. Increases come first, so the cart is never empty in between, which would remove its
 * shipping method. A missing line isn't restored if it had no variant, because shoppers can't add such a line, or if it had metadata (e.g. an
 * engraving), which would be lost.
 */
export function lineChanges(
  signed: readonly Pick<SourceLine, "key" | "quantity" | "hasMetadata">[],
  cart: Pick<CartInput, "items">,
): LineChange[] {
  const open = (cart.items ?? []).map((line) => {
    return {
      id: line.id,
      key: lineKey(line),
      custom: hasMetadata(line),
      quantity: Number(readDecimal(line.quantity)) / ONE,
    }
  })
  type Line = (typeof open)[number]
  const take = (isWanted: (line: Line) => boolean) => {
    const at = open.findIndex(isWanted)
    return at < 0 ? undefined : open.splice(at, 1)[0]
  }
  const wanted = signed.map(({ key, quantity, hasMetadata: custom = false }) => {
    return { key, quantity, custom, isSame: (line: Line) => line.key === key && line.custom === custom }
  })
  const changed = wanted.filter(({ quantity, isSame }) => !take((line) => isSame(line) && line.quantity === quantity))
  const back = changed.flatMap(({ key, quantity, custom, isSame }) => {
    const line = take(isSame)
    if (line) return { change: { line_id: line.id, quantity }, isMore: quantity > line.quantity }
    const [variant_id, ...others]: (string | null)[] = JSON.parse(key)
    return variant_id && others.length === 0 && !custom ? { change: { variant_id, quantity }, isMore: true } : []
  })
  const removed = open.map(({ id }) => ({ change: { line_id: id, quantity: 0 }, isMore: false }))
  return [...back, ...removed].sort((a, b) => Number(b.isMore) - Number(a.isMore)).map(({ change }) => change)
}

function keyOf({ variant_id, title }: Pick<Article, "variant_id" | "title">): string {
  return variant_id ?? `title ${title}`
}
