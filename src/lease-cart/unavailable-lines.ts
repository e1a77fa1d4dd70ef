import { type Decimal, decimalText, readDecimal, sum } from "./amount"
import { readField } from "./cart-amounts"
import type { CartInput, CartLine } from "./cart-input"
import { hasMetadata, titleOf } from "./lease-items"

/** A line that can't be leased. `movable` is whether the shopper can add the same line to another cart. */
export type UnavailableLine = { id: string; title: string; quantity: number; movable: boolean }

/**
 * Returns the lines with these IDs. Undefined if an ID isn't a line's, or if the rest of the cart, with the total that it has without them, can't be
 * leased.
 */
export function unavailableLines(
  cart: CartInput,
  ids: ReadonlySet<string>,
  isLeasable: (rest: CartInput) => boolean,
): UnavailableLine[] | undefined {
  const lines = (cart.items ?? []).filter(({ id }) => ids.has(id))
  if (lines.length < ids.size || !isLeasable(withoutLines(cart, lines))) return undefined
  return lines.map((line) => ({
    id: line.id,
    title: titleOf(line),
    quantity: Number(decimalText(readDecimal(line.quantity))),
    movable: isMovable(line),
  }))
}

/** Returns the cart as if removing these lines changed nothing else, such as a discount or the cost of delivery. */
function withoutLines(cart: CartInput, lines: readonly CartLine[]): CartInput {
  const removed = sum(lines.map(({ total }) => readField(total, "items.total")))
  const total = decimalText((readField(cart.total, "total") - removed) as Decimal)
  return { ...cart, total, items: (cart.items ?? []).filter((line) => !lines.includes(line)) }
}

/**
 * Medusa's store API adds variants at their own price. A line without a variant, with a price from the store's code, or a gift card with data such
 * as its recipient would become another line.
 */
function isMovable(line: CartLine): boolean {
  return Boolean(line.variant_id) && !line.is_custom_price && !(line.is_giftcard && hasMetadata(line))
}
