import { createHash } from "node:crypto"
import { type CartCents, readAmounts, toCartCents } from "./cart-amounts"
import type { CartInput } from "./cart-input"
import { placeOf, shipToState } from "./ship-to"

/**
 * A hash over what a shopper signs for: each line's article, quantity, price and tax in cents, delivery cost and
 * its tax, currency, country and state of delivery. SHA-256 in hexadecimal.
 *
 * Left out, because none of it changes what is owed: the order and the ids of lines and cart, orderId, images, delivery
 * dates, texts of articles that have a variant, product data, discount codes. It depends on no option, so that a change of
 * the configuration leaves signed carts alone. The order made from an unchanged cart ({@link orderToCartInput}) has the same one.
 *
 * Returns undefined for a cart whose parts do not add up to its total; such a cart is never offered. Throws a RangeError
 * when the cart was read without its totals.
 */
export function fingerprint(cart: CartInput): string | undefined {
  const amounts = toCartCents(readAmounts(cart))
  return amounts && fingerprintOf(cart, amounts)
}

/** The same from amounts that are already in cents. */
export function fingerprintOf(cart: CartInput, amounts: CartCents): string {
  const place = placeOf(cart)
  const lines = amounts.lines.map(({ key, quantity, net, tax }) => JSON.stringify([key, quantity, net, tax])).sort()
  const facts = [
    "lease-cart/1",
    cart.currency_code.toLowerCase(),
    place?.country ?? "",
    shipToState(place),
    amounts.delivery,
    amounts.deliveryTax,
    lines,
  ]
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex")
}
