import type { ProductLeaseAnswer, ProductLeaseBody } from "../../../src/api/admin-types"

type Condition = NonNullable<ProductLeaseBody["condition"]>

/** The conditions to choose from. */
export const CONDITIONS: readonly Condition[] = ["new", "used", "refurbished"]

/** The product has no value of its own. */
export const INHERIT = "inherit"

/** The form as it stands. */
export type ProductChoice = {
  leasable: "yes" | "no" | typeof INHERIT
  brand: string
  category: string
  condition: Condition | typeof INHERIT
}

/** The product's own current values. An unreadable value counts as none. */
export function readChoice({ leasable, brand, category, condition }: ProductLeaseAnswer["product"]): ProductChoice {
  const own = condition.source === "product" ? condition.value : null
  return {
    leasable: leasable.own === null ? INHERIT : leasable.own ? "yes" : "no",
    brand: brand.own ?? "",
    category: category.own ?? "",
    condition: CONDITIONS.find((known) => known === own) ?? INHERIT,
  }
}

/**
 * The body to write: only the fields that the person changed, so that two people keep each other's untouched fields, and the
 * removal of unreadable values.
 */
export function bodyOf(lease: ProductLeaseAnswer["product"], after: ProductChoice): ProductLeaseBody {
  const before = readChoice(lease)
  const unreadable = (problem: string) => lease.problems.some((found) => found === problem)
  return {
    ...((after.leasable !== before.leasable || unreadable("leasable_unknown")) && {
      leasable: after.leasable === INHERIT ? null : after.leasable === "yes",
    }),
    ...(after.brand.trim() !== before.brand && { brand: after.brand.trim() || null }),
    ...(after.category.trim() !== before.category && { category: after.category.trim() || null }),
    ...((after.condition !== before.condition || unreadable("condition_unknown")) && {
      condition: after.condition === INHERIT ? null : after.condition,
    }),
  }
}
