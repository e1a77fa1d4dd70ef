import { upToDate } from "../../../../../../medusa/preflight"
import { offer } from "../../../../../../modules/lease/shopper/offer"
import { leaseView } from "../../../../../lease-view"
import { openCartOf, shopperOf, storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

/** Brings the cart up to date, records it and prices its lease (spec 4.1); makes no call if the service has this cart already. */
export const POST = storeRoute<LeaseView>(async (req, deps) => {
  let cart = await openCartOf(req)
  const lease = await offer(deps, cart, shopperOf(req), async () => {
    cart = await upToDate(req.scope, cart)
    return cart
  })
  return leaseView(deps, cart, lease)
})
