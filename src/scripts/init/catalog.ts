import { type ProductInput, readProductFacts } from "../../lease-cart"
import type { WrittenOptions } from "./config-edits"

type Sources = NonNullable<WrittenOptions["product"]["brand"]>

/** What the service requires of a product, and the metadata in which stores often keep it. */
const BRAND_KEYS = ["brand", "Brand", "manufacturer", "vendor"]
const CONDITION_KEYS = ["condition", "Condition"]

/** The README's sources, for a catalog that can't be read or is empty. */
export const USUAL_SOURCES: WrittenOptions["product"] = {
  brand: [{ from: "collection" }, { value: "Unbranded" }],
  condition: [{ value: "new" }],
}

/** Returns where the brand, category and condition of a store's products come from. Every product gets all three. */
export function sourcesFor(products: readonly ProductInput[]): WrittenOptions["product"] {
  if (!products.length) return USUAL_SOURCES
  const metadata = (keys: readonly string[], isValid = (_: string) => true): Sources =>
    keys.flatMap((metadata) => {
      const values = products.map((product) => product.metadata?.[metadata]).filter((value) => value !== undefined)
      return values.length && values.every((value) => typeof value === "string" && isValid(value)) ? { metadata } : []
    })
  const condition = metadata(CONDITION_KEYS, (value) => /^(new|used|refurbished)$/i.test(value.trim()))
  const collection: Sources = products.some((product) => product.collection?.title) ? [{ from: "collection" }] : []
  const hasCategory = (product: ProductInput) =>
    readProductFacts({ product }, { product: {}, leasableByDefault: true }).category !== undefined
  return {
    brand: [...metadata(BRAND_KEYS), ...collection, { value: "Unbranded" }],
    // Without this option, the category is the product's category, type or collection.
    ...(products.every(hasCategory)
      ? {}
      : {
          category: [{ from: "category" }, { from: "type" }, { from: "collection" }, { value: "General merchandise" }],
        }),
    condition: [...condition, { value: "new" }],
  }
}
