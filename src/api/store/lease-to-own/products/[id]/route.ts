import { productView } from "../../../../product-view"
import { storeRoute } from "../../../../store-route"
import type { ProductLeaseView } from "../../../../types"

/** A changed product or option shows after this long at the latest (s). */
const SHARED_FOR = 60

/** Whether a product can be leased in a region. No cart, no ledger, no call; the same for everybody, so that pages may cache it. */
export const GET = storeRoute<ProductLeaseView>(productView, { sharedFor: SHARED_FOR })
