import { leasesIn, readQuery, shownProducts } from "../../../product-view"
import { ProductsQuery } from "../../../schemas"
import { sharedRoute } from "../../../store-route"
import type { ProductsLeaseView } from "../../../types"

/**
 * Returns whether a region allows leases, and which of the listed products can be leased there. Omits products that aren't sold with this publishable
 * key.
 */
export const GET = sharedRoute<ProductsLeaseView>(async (req, deps) => {
  const { ids = [], amounts, ...query } = readQuery(ProductsQuery, req.query)
  const [products, leases] = await Promise.all([shownProducts(req, ids), leasesIn(req, deps, query)])
  const amountOf = (id: string) => {
    const amount = amounts?.[ids.indexOf(id)]
    return amount ? Number(amount) : null
  }
  const entries = products.map((product) => [product.id, leases.of(product, amountOf(product.id))])
  return { ...leases.region, products: Object.fromEntries(entries) }
})
