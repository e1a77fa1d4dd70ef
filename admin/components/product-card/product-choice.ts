import type { ProductLeaseAnswer, ProductLeaseBody } from "../../../src/api/admin-types"

type Lease = ProductLeaseAnswer["product"]

export const CONDITIONS = ["new", "used", "refurbished"] as const

/** The form value of a field without an override. */
export const INHERIT = "inherit"

/** Returns the product's overrides as form values. Treats an invalid value as missing. */
export function readChoice({ leasable, brand, category, condition, not_in }: Lease) {
  const own = condition.source === "product" ? condition.value : null
  return {
    leasable: leasable.own === null ? INHERIT : leasable.own ? "yes" : "no",
    brand: brand.own ?? "",
    category: category.own ?? "",
    condition: CONDITIONS.find((known) => known === own) ?? INHERIT,
    not_in: not_in.own ?? "",
  }
}

/** Returns the request body: only the changed fields, so two users don't overwrite each other's changes. Clears invalid values. */
export function bodyOf(lease: Lease, form: FormData): ProductLeaseBody {
  const before = readChoice(lease)
  const after = (name: keyof typeof before) => String(form.get(name)).trim()
  const differs = (name: keyof typeof before) =>
    after(name) !== before[name] || lease.problems.some(({ code }) => code === `${name}_unknown`)
  return {
    ...(differs("leasable") && { leasable: after("leasable") === INHERIT ? null : after("leasable") === "yes" }),
    ...(differs("not_in") && { not_in: after("not_in") || null }),
    ...(differs("brand") && { brand: after("brand") || null }),
    ...(differs("category") && { category: after("category") || null }),
    ...(differs("condition") && { condition: CONDITIONS.find((known) => known === after("condition")) ?? null }),
  }
}
