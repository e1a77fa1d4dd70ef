import { LedgerRefusal } from "../../../../../modules/lease/texts/refusal"
import { adminRoute, mayChangeProducts, readJson } from "../../../../admin-route"
import type { ProductLeaseAnswer } from "../../../../admin-types"
import { idOf } from "../../../../plain-text"
import { ProductBody } from "../../../../schemas"
import { productData, writeProductData } from "../../product/product-data"

/** A product's lease data, and where each of them comes from. */
export const GET = adminRoute<ProductLeaseAnswer>(async (req) => {
  const product = await productData(req.scope, idOf(req))
  return { product: { ...product, can_write: await mayChangeProducts(req) } }
})

/** Sets or removes this product's own lease data. */
export const POST = adminRoute<ProductLeaseAnswer>(async (req) => {
  const body = await readJson(req, ProductBody)
  if (!(await mayChangeProducts(req))) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  const product = await writeProductData(req.scope, idOf(req), body)
  return { product: { ...product, can_write: true } }
})
