import { LedgerRefusal } from "../../../../../modules/lease/texts/messages"
import { badQuery, leasesIn, SHARED_FOR, shownProducts } from "../../../../product-view"
import { ProductQuery } from "../../../../schemas"
import { idOf, storeRoute } from "../../../../store-route"
import type { ProductLeaseView } from "../../../../types"

/** Whether a product can be leased in a region. No cart, no ledger, no call; the same for everybody, so that pages may cache it. */
export const GET = storeRoute<ProductLeaseView>(
  async (req, desk) => {
    const { success, data, error } = ProductQuery.safeParse(req.query)
    if (!success) throw badQuery(error.issues)
    const [[product], leases] = await Promise.all([
      shownProducts(req, [idOf(req)]),
      leasesIn(req, desk, data.region_id),
    ])
    if (!product) throw new LedgerRefusal("product_not_found", {}, { kind: "not_found" })
    return { ...leases.region, ...leases.of(product, data.amount === undefined ? null : Number(data.amount)) }
  },
  { sharedFor: SHARED_FOR },
)
