import { cleanText, plainText } from "../client"
import type { CartLine, ProductInput } from "./cart-input"
import { CONDITIONS, type LeaseCartOptions, type ProductSource, type ProductSources } from "./options"
import type { ItemProblem } from "./reason"

/** Longer names of brands and categories are cut: a person reads them in a contract. */
const LONGEST_TEXT = 100

export type Condition = (typeof CONDITIONS)[number]

/** The lease cart's facts about a line's product, and the problems in the way. */
export type ProductFacts = {
  brand: string | undefined
  category: string | undefined
  condition: Condition | undefined
  problems: Pick<ItemProblem, "field" | "rule" | "message">[]
}

/** A text and where it was found; neither where nothing is said. */
export type FoundText = { text: string; from: ProductSource | "product" } | undefined

/**
 * Brand, category and condition from the product itself and the options, with where each was found: the product's metadata
 * (`lease_brand`, `lease_category`, `lease_condition`) comes first, then the sources of the option, of which the first that finds something counts.
 * A category that none of them finds is the product's first category, else its type, else its collection; brand and condition are never guessed
 * (spec 2.3 requires all three).
 */
export function findProductTexts(
  product: ProductInput,
  options: Pick<LeaseCartOptions, "product">,
): Record<"brand" | "category" | "condition", FoundText> {
  const own = (key: string): FoundText => {
    const said = metadataText(product, key)
    return said === undefined ? undefined : { text: said, from: "product" }
  }
  return {
    brand: own("lease_brand") ?? firstFound(product, options.product.brand),
    category:
      own("lease_category") ?? firstFound(product, options.product.category) ?? firstFound(product, OWN_CATEGORY),
    condition: own("lease_condition") ?? firstFound(product, options.product.condition),
  }
}

/** Brand, category, condition and leasability of a line (`lease_leasable` in the product's metadata, else the option). */
export function readProductFacts(
  line: Pick<CartLine, "product" | "is_giftcard">,
  options: Pick<LeaseCartOptions, "product" | "leasableByDefault">,
): ProductFacts {
  const product = line.product ?? {}
  const found = findProductTexts(product, options)
  const [brand, category, conditionText] = [found.brand?.text, found.category?.text, found.condition?.text]
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
  line: Pick<CartLine, "is_giftcard">,
  product: ProductInput,
  byDefault: boolean,
): ProductFacts["problems"][number] | undefined {
  const leasable = ownLeasable(product) ?? (byDefault && !line.is_giftcard)
  if (leasable === true) {
    return undefined
  }
  return leasable === false
    ? { field: "leasable", rule: "not_leasable", message: "This product is not offered for lease." }
    : { field: "leasable", rule: "unknown", message: "Write the product's metadata lease_leasable as true or false." }
}

/** The product's own metadata on leasing: yes, no, nothing, or something unreadable. */
export function ownLeasable(product: ProductInput): boolean | "unknown" | null {
  const said = product.metadata?.lease_leasable
  return said === undefined || said === null || said === "" ? null : (readFlag(said) ?? "unknown")
}

/** Only a plain yes or no counts: the text "false" must never become true (reference, house rule 3). */
function readFlag(value: unknown): boolean | undefined {
  const text = String(value).trim().toLowerCase()
  return text === "true" || text === "yes" ? true : text === "false" || text === "no" ? false : undefined
}

/** A product says it in these places where no option says another. */
const OWN_CATEGORY: ProductSource[] = [{ from: "category" }, { from: "type" }, { from: "collection" }]

function firstFound(product: ProductInput, sources: ProductSources = []): FoundText {
  for (const from of [sources].flat()) {
    const said = textFrom(product, from)
    if (said !== undefined) return { text: said, from }
  }
  return undefined
}

function textFrom(product: ProductInput, source: ProductSource): string | undefined {
  if ("value" in source) return text(source.value)
  return "metadata" in source ? metadataText(product, source.metadata) : fromRelation(product, source.from)
}

/** The first of several categories by name: Medusa gives them no order, and one cart must always map the same. */
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
  const plain = typeof value === "string" || typeof value === "number" ? plainText(String(value)) : ""
  return plain === "" ? undefined : cleanText(plain, LONGEST_TEXT)
}
