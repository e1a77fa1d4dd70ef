import { type ItemProblem, type ProductInput, readProductFacts } from "../lease-cart"
import type { Query } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import type { ProductProblem } from "./setup-texts"

/** The fields that determine whether a product can be leased. */
export const PRODUCT_FIELDS = [
  ...["id", "title", "is_giftcard", "metadata"],
  ...["type.value", "collection.title", "categories.name"],
]

export type ProductRow = ProductInput & { id: string; title: string; is_giftcard: boolean }

/** The maximum number of products checked, newest first. */
const CHECKED = 2000
const BATCH = 200

/** The maximum number of products with problems to name. */
const NAMED = 5

export type LackingProduct = { id: string; title: string; lacks: ProductProblem[] }

/**
 * Checks the published products. Returns how many there are, how many are complete, and some that can't be leased even though nobody excluded them.
 */
export async function checkProducts(deps: LedgerDeps, query: Query) {
  const lacking: LackingProduct[] = []
  let [total, complete] = [0, 0]
  const published = { entity: "product", fields: PRODUCT_FIELDS, filters: { status: "published" } }
  for (let skip = 0; skip < CHECKED; skip += BATCH) {
    const pagination = { skip, take: BATCH, order: { created_at: "DESC" as const } }
    const { data } = await query.graph({ ...published, pagination })
    const products = data as ProductRow[]
    total += products.length
    for (const product of products) {
      const { id, title, is_giftcard } = product
      const { problems } = readProductFacts({ product, is_giftcard }, deps.options)
      if (!problems.length || problems.some(({ rule }) => rule === "not_leasable")) complete++
      else if (lacking.length < NAMED) lacking.push({ id, title, lacks: problems.flatMap(problemOf) })
    }
    if (products.length < BATCH) break
  }
  return { total, complete, lacking }
}

/** Returns a problem's code in `productTexts`. Empty if someone chose not to offer the product. */
export function problemOf({ field, rule }: Pick<ItemProblem, "field" | "rule">): ProductProblem[] {
  if (rule === "missing" && (field === "brand" || field === "category" || field === "condition")) return [field]
  if (rule !== "unknown") return []
  return field === "condition" ? ["condition_unknown"] : ["leasable_unknown"]
}
