import { type Cents, cents, type Decimal, floorCents, sum, toCents } from "./amount"

/** An exact amount that wants a share, and a name that stays the same from cart to order. */
export type Part = { exact: Decimal; key: string }

/**
 * Rounds exact amounts to cents so that they add up to `target`: each gets its whole cents, and the cents left over go to
 * those that lost the largest fraction, then to the largest, then by name. So no share is a whole cent away from its exact
 * amount, none is negative, an amount in whole cents keeps it, and the order of the parts does not matter.
 *
 * Returns undefined when that cannot be: an amount is negative, or the target is not the sum but for rounding.
 */
export function shareCents(parts: readonly Part[], target: Cents): Cents[] | undefined {
  if (parts.some((part) => part.exact < 0n)) {
    return undefined
  }
  const floors = parts.map((part) => floorCents(part.exact))
  const open = target - floors.reduce((total, floor) => total + floor.cents, 0)
  const raisable = floors.flatMap((floor, index) => (floor.rest > 0 ? [index] : []))
  if (open < 0 || open > raisable.length) {
    return undefined
  }
  const restOf = (index: number) => floors[index]?.rest ?? 0
  const byLoss = raisable.sort((a, b) => restOf(b) - restOf(a) || comparePart(parts[a], parts[b]))
  const raised = new Set(byLoss.slice(0, open))
  return floors.map((floor, index) => cents(floor.cents + (raised.has(index) ? 1 : 0)))
}

/**
 * The part of the cart's total, in cents, that is goods and delivery; the rest is tax. The total is rounded once and this
 * part once, so that a cart without tax is all goods and delivery, and tax never comes out negative.
 */
export function withoutTax(total: Decimal, taxes: readonly Decimal[]): Cents {
  return toCents((total - sum(taxes)) as Decimal)
}

/** Largest first, then by name. */
export function comparePart(a: Part | undefined, b: Part | undefined): number {
  if (!a || !b || a.exact === b.exact) {
    return (a?.key ?? "") < (b?.key ?? "") ? -1 : (a?.key ?? "") > (b?.key ?? "") ? 1 : 0
  }
  return a.exact > b.exact ? -1 : 1
}
