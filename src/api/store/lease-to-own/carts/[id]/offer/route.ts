import { upToDate } from "../../../../../../medusa/preflight"
import { offer } from "../../../../../../modules/lease/ledger"
import { applicantView } from "../../../../../cart-view"
import { openCartOf, shopperOf, storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

/** Refreshes and records the cart, and prices its lease (spec 4.1). Makes no call if the service already has this cart. */
export const POST = storeRoute<LeaseView>(async (req, deps) => {
  let cart = await openCartOf(req)
  const lease = await offer(deps, cart, shopperOf(req), async () => {
    cart = await upToDate(req.scope, cart)
    return cart
  })
  return applicantView(req, deps, cart, lease)
})
