import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { type FoundText, findProductTexts, ownLeasable, readProductFacts } from "../../../../../lease-cart"
import { queryOf, readRow } from "../../../../../medusa/read/carts"
import { ledgerDepsOf } from "../../../../../modules/lease"
import { LedgerRefusal } from "../../../../../modules/lease/texts/messages"
import { PRODUCT_FIELDS, type ProductRow, problemOf } from "../../../../../setup/product-setup"
import { adminRoute, may, readJson } from "../../../../admin-route"
import type { ProductLeaseAnswer, ProductText } from "../../../../admin-types"
import { ProductBody } from "../../../../schemas"
import { idOf } from "../../../../store-route"

/** Returns a product's lease data, with the source of each value. */
export const GET = adminRoute<ProductLeaseAnswer>(async (req) => {
  const product = await readProduct(req.scope, idOf(req))
  return productView(req.scope, product, await may(req, "update", "product"))
})

/** How long to wait for another write to the same product (seconds). */
const LOCK_WAIT = { timeout: 10 }

/** Sets or removes a product's overrides. */
export const POST = adminRoute<ProductLeaseAnswer>(async (req) => {
  const body = await readJson(req, ProductBody)
  if (!(await may(req, "update", "product"))) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  const id = idOf(req)
  const metadata = Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) =>
      // An empty string removes a key. Medusa merges metadata, so keys that aren't sent don't change.
      value === undefined ? [] : [[`lease_${field}`, value ?? ""]],
    ),
  )
  await readProduct(req.scope, id)
  if (Object.keys(metadata).length) {
    const write = () => updateProductsWorkflow(req.scope).run({ input: { selector: { id }, update: { metadata } } })
    // Without the lock, two users saving at the same time could undo each other's changes.
    await req.scope.resolve(Modules.LOCKING).execute([`lease-product-${id}`], write, LOCK_WAIT)
  }
  return productView(req.scope, await readProduct(req.scope, id), true)
})

async function readProduct(scope: MedusaContainer, id: string): Promise<ProductRow> {
  const product = await readRow<ProductRow>(queryOf(scope), "product", id, PRODUCT_FIELDS)
  if (!product) throw new LedgerRefusal("product_not_found", {}, { kind: "not_found" })
  return product
}

function productView(scope: MedusaContainer, product: ProductRow, can_write: boolean): ProductLeaseAnswer {
  const settings = ledgerDepsOf(scope).options
  const { problems, condition } = readProductFacts({ product, is_giftcard: product.is_giftcard }, settings)
  const found = findProductTexts(product, settings)
  const own = ownLeasable(product)
  return {
    product: {
      id: product.id,
      leasable: {
        own: own === "unknown" ? null : own,
        value: !problems.some(({ field }) => field === "leasable"),
        by_default: settings.leasableByDefault && !product.is_giftcard,
      },
      brand: productText(found.brand),
      category: productText(found.category),
      condition: { ...productText(found.condition), value: condition ?? null },
      problems: problems.flatMap(problemOf),
      can_write,
    },
  }
}

function productText(found: FoundText): ProductText {
  const own = found?.from === "product" ? found.text : null
  if (!found || found.from === "product") return { own, value: found?.text ?? null, source: found ? "product" : null }
  const { text: value, from } = found
  if ("metadata" in from) return { own, value, source: "metadata", key: from.metadata }
  return { own, value, source: "value" in from ? "option" : from.from }
}
