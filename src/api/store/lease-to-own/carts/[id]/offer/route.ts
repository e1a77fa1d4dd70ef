import { upToDate } from "../../../../../../medusa/preflight"
import { leaseView } from "../../../../../lease-view"
import { openCartOf, shopperOf } from "../../../../../store-cart"
import { storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

/** Brings the cart up to date, records it and prices its lease (spec 4.1); no call when the service holds this cart already. */
export const POST = storeRoute<LeaseView>(async (req, ledger) => {
  let cart = await openCartOf(req)
  const lease = await ledger.offer(cart, shopperOf(req, ledger), async () => {
    cart = await upToDate(req.scope, cart)
    return cart
  })
  return leaseView(ledger, cart, lease)
})
