import {
  PRODUCT_INPUT_FIELDS,
  type ProductFacts,
  type ProductGroup,
  type ProductInput,
  readProductFacts,
} from "../lease-cart"
import type { Query } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import type { ProductProblem, ProductRule } from "./setup-texts"

/** The fields that determine whether a product can be leased. */
export const PRODUCT_FIELDS = ["id", "title", "is_giftcard", ...PRODUCT_INPUT_FIELDS]

export type ProductRow = ProductInput & { id: string; title: string; is_giftcard: boolean }

/** How many products are read at a time. Medusa takes longer for each product of a larger batch, if they have the same categories. */
const BATCH = 100

/** The maximum number of reasons, and of products with the same reason, to name. */
const NAMED_REASONS = 30
const NAMED_PRODUCTS = 5

/**
 * Why some products can't be leased, or aren't leased in some states (`states`). `of` has the metadata that decides; null if it is the products' own,
 * or the options'. A product can have several problems.
 */
export type CatalogReason = {
  code: ProductProblem | ProductRule
  count: number
  of: ProductGroup | null
  states?: string[]
  /** The newest of these products. Empty if `of` is the place to change. */
  products: Pick<ProductRow, "id" | "title">[]
}

type Cause = Pick<CatalogReason, "code" | "of" | "states">

/** Yields all published products in batches, newest first. IDs contain their time of creation and are unique, so no product is read twice. */
export async function* publishedProducts(query: Query): AsyncGenerator<ProductRow[]> {
  let before: string | undefined
  do {
    const filters = { status: "published", ...(before && { id: { $lt: before } }) }
    const pagination = { take: BATCH, order: { id: "DESC" as const } }
    const { data } = await query.graph({ entity: "product", fields: PRODUCT_FIELDS, filters, pagination })
    const products = data as ProductRow[]
    yield products
    before = products.length < BATCH ? undefined : products.at(-1)?.id
  } while (before)
}

/**
 * Checks all published products. Returns how many there are, how many can be leased, how many can't although nobody excluded them, and why, the most
 * frequent reason first.
 */
export async function checkProducts({ options }: Pick<LedgerDeps, "options">, query: Query) {
  const reasons = new Map<string, CatalogReason>()
  let [total, leasable, lacking] = [0, 0, 0]
  for await (const products of publishedProducts(query))
    for (const product of products) {
      const causes = causesOf(readProductFacts({ product, is_giftcard: product.is_giftcard }, options))
      total++
      if (causes.every(({ code }) => code === "not_in")) leasable++
      else if (!causes.some(({ code }) => isChosen(code))) lacking++
      for (const cause of causes) countCause(reasons, cause, product)
    }
  const sorted = [...reasons.values()].sort((a, b) => b.count - a.count)
  return { total, leasable, lacking, reasons: sorted.slice(0, NAMED_REASONS) }
}

function countCause(reasons: Map<string, CatalogReason>, cause: Cause, { id, title }: ProductRow): void {
  const key = JSON.stringify(cause)
  const reason = reasons.get(key) ?? { ...cause, count: 0, products: [] }
  reason.count++
  if (!reason.of && reason.products.length < NAMED_PRODUCTS) reason.products.push({ id, title })
  reasons.set(key, reason)
}

/** Returns why a product can't be leased or, if it can, in which states it isn't. If someone excluded the product, that is the only reason. */
function causesOf({ leasable, problems, notIn }: ProductFacts): Cause[] {
  if (leasable.value === false) {
    const { on } = leasable.from
    if (on === "default" || on === "gift_card") return [{ code: on, of: null }]
    return [{ code: "not_leasable", of: groupOf(leasable.from) }]
  }
  const found = problems.flatMap(({ problem, from }): Cause[] =>
    problemOf(problem).map((code) => ({ code, of: from && "on" in from ? groupOf(from) : null })),
  )
  const states = notIn.map(({ from, states }): Cause => ({ code: "not_in", of: groupOf(from), states }))
  return found.length ? found : states
}

function isChosen(code: CatalogReason["code"]): boolean {
  return code === "not_leasable" || code === "default" || code === "gift_card"
}

/** Returns the category, type or collection to name. Null for the product itself and the options. */
export function groupOf(from: ProductFacts["leasable"]["from"]): ProductGroup | null {
  return "name" in from ? from : null
}

/** Returns a problem's code in `productTexts`. Empty if someone chose not to offer the product. */
export function problemOf({ field, rule }: { field: string; rule: string }): ProductProblem[] {
  if (rule === "missing" && (field === "brand" || field === "category" || field === "condition")) return [field]
  if (rule === "ambiguous") return [field === "brand" ? "brand_ambiguous" : "condition_ambiguous"]
  if (rule !== "unknown") return []
  return [field === "condition" ? "condition_unknown" : field === "not_in" ? "not_in_unknown" : "leasable_unknown"]
}
