import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { z } from "zod"
import { type FoundText, findProductTexts, ownLeasable, readProductFacts } from "../../../../lease-cart"
import type { Query } from "../../../../medusa/read/carts"
import { type Desk, deskOf } from "../../../../modules/lease"
import { LedgerRefusal } from "../../../../modules/lease/texts/refusal"
import { PRODUCT_FIELDS, type ProductRow, problemOf } from "../../../../setup/product-setup"
import type { ProductLeaseAnswer, ProductText } from "../../../admin-types"
import type { ProductBody } from "../../../schemas"

/** Seconds to wait for another writer. */
const WAIT = { timeout: 10 }

type ProductView = Omit<ProductLeaseAnswer["product"], "can_write">

/** A product's lease data and their sources. Throws LedgerRefusal for an unknown one. */
export async function productData(scope: MedusaContainer, productId: string): Promise<ProductView> {
  return viewOf(deskOf(scope), await readProduct(scope, productId))
}

/**
 * Writes overrides into the product's metadata and leaves everything else there as it is. One at a time for a product, so that of two
 * people who save at once neither loses what the other did not touch. Throws LedgerRefusal for an unknown product.
 */
export async function writeProductData(
  scope: MedusaContainer,
  productId: string,
  body: z.output<typeof ProductBody>,
): Promise<ProductView> {
  const metadata = Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) =>
      // Medusa merges metadata, and takes an empty text as "without this key".
      value === undefined ? [] : [[`lease_${field}`, value ?? ""]],
    ),
  )
  await readProduct(scope, productId)
  if (Object.keys(metadata).length)
    await scope.resolve(Modules.LOCKING).execute(
      [`lease-product-${productId}`],
      async () => {
        await updateProductsWorkflow(scope).run({ input: { selector: { id: productId }, update: { metadata } } })
      },
      WAIT,
    )
  return productData(scope, productId)
}

async function readProduct(scope: MedusaContainer, productId: string): Promise<ProductRow> {
  const query: Query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "product", fields: PRODUCT_FIELDS, filters: { id: productId } })
  const [product] = data as ProductRow[]
  if (!product) throw new LedgerRefusal("product_not_found", {}, { kind: "not_found" })
  return product
}

function viewOf(desk: Desk, product: ProductRow): ProductView {
  const settings = desk.options
  const { problems, condition } = readProductFacts({ product, is_giftcard: product.is_giftcard }, settings)
  const found = findProductTexts(product, settings)
  const own = ownLeasable(product)
  const byDefault = settings.leasableByDefault && !product.is_giftcard
  return {
    id: product.id,
    leasable: {
      own: own === "unknown" ? null : own,
      value: !problems.some(({ field }) => field === "leasable"),
      by_default: byDefault,
    },
    brand: productText(found.brand),
    category: productText(found.category),
    condition: { ...productText(found.condition), value: condition ?? null },
    problems: problems.flatMap(problemOf),
  }
}

function productText(found: FoundText): ProductText {
  const own = found?.from === "product" ? found.text : null
  if (!found || found.from === "product") return { own, value: found?.text ?? null, source: found ? "product" : null }
  const { text: value, from } = found
  if ("metadata" in from) return { own, value, source: "metadata", key: from.metadata }
  return { own, value, source: "value" in from ? "option" : from.from }
}
