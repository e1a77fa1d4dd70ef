import { canonicalText, cleanText } from "../client"
import type { CartLine, ProductInput } from "./cart-input"
import { CONDITIONS, type LeaseCartOptions, type ProductSource } from "./options"

/** The maximum length of a brand or category (characters), which appear in the contract. */
const LONGEST_TEXT = 100

/** A problem with a line, or with the cart as a whole (in which case `id` is the cart's). */
export type ItemProblem = {
  id: string
  title: string
  /** The field of the lease cart that can't be filled in, or the field of the cart that is wrong. */
  field: string
  /** A short, stable name for the rule. */
  rule: string
  /** The problem and what the merchant can do about it. */
  message: string
}

/** An {@link ItemProblem} that isn't assigned to a line yet. */
export type Problem = Omit<ItemProblem, "id" | "title">

export type FoundText = { text: string; from: ProductSource | "product" } | undefined

/**
 * Finds the brand, category and condition in the product metadata (`lease_brand`, `lease_category`, `lease_condition`), or else in the first of the
 * option's sources that has a value. Also returns where each was found. The last resort for the category is the product's first category, its type or
 * its collection. Brand and condition are never guessed (spec 2.3 requires all three).
 */
export function findProductTexts(
  product: ProductInput,
  options: Pick<LeaseCartOptions, "product">,
): Record<"brand" | "category" | "condition", FoundText> {
  const find = (what: "brand" | "category" | "condition"): FoundText => {
    const value = metadataText(product, `lease_${what}`)
    return value === undefined ? firstFound(product, options.product[what]) : { text: value, from: "product" }
  }
  return {
    brand: find("brand"),
    category: find("category") ?? firstFound(product, OWN_CATEGORY),
    condition: find("condition"),
  }
}

/** Returns a line's brand, category and condition, and all problems with them and with its leasability (`lease_leasable`, or else the option). */
export function readProductFacts(
  { product, is_giftcard }: Pick<CartLine, "product" | "is_giftcard">,
  options: Pick<LeaseCartOptions, "product" | "leasableByDefault">,
) {
  const found = findProductTexts(product ?? {}, options)
  const [brand, category, conditionText] = [found.brand?.text, found.category?.text, found.condition?.text]
  const condition = CONDITIONS.find((known) => known === canonicalText(conditionText ?? "").toLowerCase())
  // A gift card is money, so lease one only if its product's metadata allows that. Other products follow the option.
  const leasable = ownLeasable(product ?? {}) ?? (options.leasableByDefault && !is_giftcard)
  const problems = [
    ...(brand ? [] : [missing("brand")]),
    ...(category ? [] : [missing("category")]),
    ...(condition ? [] : [conditionText ? UNKNOWN_CONDITION : missing("condition")]),
    ...(leasable === true ? [] : [leasable === false ? NOT_LEASABLE : UNKNOWN_LEASABLE]),
  ]
  return { brand, category, condition, problems }
}

function missing(field: "brand" | "category" | "condition"): Problem {
  return {
    field,
    rule: "missing",
    message: `The product has no ${field}. Set its metadata lease_${field}, or say in option product.${field} where it comes from.`,
  }
}

const UNKNOWN_CONDITION = {
  field: "condition",
  rule: "unknown",
  message: "The product's condition is none of new, used, refurbished. Correct its metadata lease_condition.",
}

const NOT_LEASABLE = { field: "leasable", rule: "not_leasable", message: "This product is not offered for lease." }

const UNKNOWN_LEASABLE = {
  field: "leasable",
  rule: "unknown",
  message: "Write the product's metadata lease_leasable as true or false.",
}

/**
 * Returns the leasability in the product's own metadata, or null if there is none. The text "false" must never be read as true (reference, house rule
 * 3).
 */
export function ownLeasable({ metadata }: ProductInput): boolean | "unknown" | null {
  const text = canonicalText(String(metadata?.lease_leasable ?? "")).toLowerCase()
  if (text === "") return null
  return text === "true" || text === "yes" ? true : text === "false" || text === "no" ? false : "unknown"
}

/** The sources of the category if neither the product's metadata nor the option provides one. */
const OWN_CATEGORY: ProductSource[] = [{ from: "category" }, { from: "type" }, { from: "collection" }]

function firstFound(product: ProductInput, sources: ProductSource | ProductSource[] = []): FoundText {
  for (const from of [sources].flat()) {
    const value = textFrom(product, from)
    if (value !== undefined) return { text: value, from }
  }
  return undefined
}

function textFrom(product: ProductInput, source: ProductSource): string | undefined {
  if ("value" in source) return text(source.value)
  if ("metadata" in source) return metadataText(product, source.metadata)
  if (source.from === "type") return text(product.type?.value)
  if (source.from === "collection") return text(product.collection?.title)
  // Use the first category by name, because Medusa returns categories in no fixed order, and mapping the same cart must always give the same result.
  return (product.categories ?? []).map((category) => text(category?.name)).sort()[0]
}

function metadataText(product: ProductInput, key: string): string | undefined {
  return text(product.metadata?.[key])
}

function text(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number"
    ? cleanText(String(value), LONGEST_TEXT) || undefined
    : undefined
}
