import type { CartLine, ProductInput } from "./cart-input"
import type { LeaseCartOptions, ProductSource } from "./options"
import type { ItemProblem } from "./reason"

/** The conditions that the service knows (spec 2.3). */
export const CONDITIONS = ["new", "used", "refurbished"] as const

export type Condition = (typeof CONDITIONS)[number]

/** What the lease cart says about a line's product, and what stands in the way. */
export type ProductFacts = {
  brand: string | undefined
  category: string | undefined
  condition: Condition | undefined
  problems: Pick<ItemProblem, "field" | "rule" | "message">[]
}

/**
 * Brand, category, condition and leasability of a line: the product's metadata (`lease_brand`, `lease_category`,
 * `lease_condition`, `lease_leasable`) comes first, then the option. A category that nobody names is the product's first
 * category, else its type, else its collection; brand and condition are never guessed (spec 2.3 requires all three).
 */
export function readProductFacts(
  line: CartLine,
  options: Pick<LeaseCartOptions, "product" | "leasableByDefault">,
): ProductFacts {
  const product = line.product ?? {}
  const brand = metadataText(product, "lease_brand") ?? fromSource(product, options.product.brand)
  const category = metadataText(product, "lease_category") ?? categoryOf(product, options.product.category)
  const conditionText = metadataText(product, "lease_condition") ?? fromSource(product, options.product.condition)
  const condition = CONDITIONS.find((known) => known === conditionText?.toLowerCase())
  const problems = [
    brand ? undefined : missing("brand"),
    category ? undefined : missing("category"),
    condition ? undefined : conditionText ? UNKNOWN_CONDITION : missing("condition"),
    leasableProblem(line, product, options.leasableByDefault),
  ]
  return { brand, category, condition, problems: problems.filter((problem) => problem !== undefined) }
}

const UNKNOWN_CONDITION = {
  field: "condition",
  rule: "unknown",
  message: "The product's condition is none of new, used, refurbished. Correct its metadata lease_condition.",
}

function missing(field: "brand" | "category" | "condition"): ProductFacts["problems"][number] {
  return {
    field,
    rule: "missing",
    message: `The product has no ${field}. Set its metadata lease_${field}, or say in option product.${field} where it comes from.`,
  }
}

/** A gift card is money, so it is leased only when its product says so; other products follow the option. */
function leasableProblem(
  line: CartLine,
  product: ProductInput,
  byDefault: boolean,
): ProductFacts["problems"][number] | undefined {
  const said = product.metadata?.lease_leasable
  const leasable = said === undefined || said === null || said === "" ? byDefault && !line.is_giftcard : readFlag(said)
  if (leasable) {
    return undefined
  }
  return leasable === false
    ? { field: "leasable", rule: "not_leasable", message: "This product is not offered for lease." }
    : { field: "leasable", rule: "unknown", message: "Write the product's metadata lease_leasable as true or false." }
}

/** Only what plainly says yes or no counts: the text "false" must never become true (reference, house rule 3). */
function readFlag(value: unknown): boolean | undefined {
  const text = String(value).trim().toLowerCase()
  return text === "true" || text === "yes" ? true : text === "false" || text === "no" ? false : undefined
}

function categoryOf(product: ProductInput, source: ProductSource | undefined): string | undefined {
  if (source) {
    return fromSource(product, source)
  }
  return fromRelation(product, "category") ?? fromRelation(product, "type") ?? fromRelation(product, "collection")
}

function fromSource(product: ProductInput, source: ProductSource | undefined): string | undefined {
  if (!source) {
    return undefined
  }
  if ("value" in source) {
    return text(source.value)
  }
  return "metadata" in source ? metadataText(product, source.metadata) : fromRelation(product, source.from)
}

/** Of several categories the first by name: Medusa gives them no order, and one cart must always map the same. */
function fromRelation(product: ProductInput, relation: "type" | "collection" | "category"): string | undefined {
  if (relation === "type") {
    return text(product.type?.value)
  }
  if (relation === "collection") {
    return text(product.collection?.title)
  }
  return (product.categories ?? []).flatMap((category) => text(category?.name) ?? []).sort()[0]
}

function metadataText(product: ProductInput, key: string): string | undefined {
  return text(product.metadata?.[key])
}

function text(value: unknown): string | undefined {
  const trimmed = typeof value === "string" || typeof value === "number" ? String(value).trim() : ""
  return trimmed === "" ? undefined : trimmed
}
