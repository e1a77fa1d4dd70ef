import { LedgerRefusal } from "../../../../../modules/lease/texts/messages"
import { leasesIn, readQuery, shownProducts } from "../../../../product-view"
import { ProductQuery } from "../../../../schemas"
import { idOf, sharedRoute } from "../../../../store-route"
import type { ProductLeaseView } from "../../../../types"

/**
 * Returns whether a product can be leased in a region. The response is the same for everyone, so pages may cache it. Reads neither a cart nor the
 * ledger, and makes no call.
 */
export const GET = sharedRoute<ProductLeaseView>(async (req, deps) => {
  const { amount, ...query } = readQuery(ProductQuery, req.query)
  const [[product], leases] = await Promise.all([shownProducts(req, [idOf(req)]), leasesIn(req, deps, query)])
  if (!product) throw new LedgerRefusal("product_not_found", {}, { kind: "not_found" })
  return { ...leases.region, ...leases.of(product, amount === undefined ? null : Number(amount)) }
})
