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

/** How many rows are read at a time, so that the process can answer others in between. */
const BATCH = 200

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

type Grouped = Omit<ProductRow, "categories" | "type" | "collection"> & {
  type_id?: string | null
  collection_id?: string | null
}
type Group = { id: string; products?: { id: string }[] }

/**
 * Yields all published products in batches, newest first. IDs contain their time of creation and are unique, so no product is read twice. Reads the
 * categories, types and collections apart, because Medusa takes several times as long to read them with each product.
 */
export async function* publishedProducts(query: Query): AsyncGenerator<ProductRow[]> {
  const [types, collections, categories] = await Promise.all([
    readGroups(query, "type"),
    readGroups(query, "collection"),
    readGroups(query, "category"),
  ])
  const byId = (groups: Group[]) => new Map(groups.map((group) => [group.id, group]))
  const [typeOf, collectionOf] = [byId(types), byId(collections)]
  const categoriesOf = new Map<string, Group[]>()
  for (const { products = [], ...category } of categories)
    for (const { id } of products) categoriesOf.set(id, [...(categoriesOf.get(id) ?? []), category])
  const fields = ["id", "title", "is_giftcard", "metadata", "type_id", "collection_id"]
  for await (const products of pages<Grouped>(query, "product", fields, { status: "published" }))
    yield products.map(({ type_id, collection_id, ...product }) => ({
      ...product,
      categories: categoriesOf.get(product.id) ?? [],
      type: typeOf.get(type_id ?? "") ?? null,
      collection: collectionOf.get(collection_id ?? "") ?? null,
    }))
}

const GROUPS = {
  category: ["product_category", "name", "products.id"],
  type: ["product_type", "value"],
  collection: ["product_collection", "title"],
} as const

async function readGroups(query: Query, on: ProductGroup["on"]): Promise<Group[]> {
  const [entity, ...names] = GROUPS[on]
  const groups: Group[] = []
  for await (const page of pages<Group>(query, entity, ["id", "metadata", ...names], {})) groups.push(...page)
  return groups
}

async function* pages<Row extends { id: string }>(query: Query, entity: string, fields: string[], filters: object) {
  let before: string | undefined
  do {
    const pagination = { take: BATCH, order: { id: "DESC" as const } }
    const page = { entity, fields, filters: { ...filters, ...(before && { id: { $lt: before } }) }, pagination }
    const rows = (await query.graph(page)).data as Row[]
    yield rows
    before = rows.length < BATCH ? undefined : rows.at(-1)?.id
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
