import { leaseView } from "../../../../../lease-view"
import { openCartOf, shopperOf } from "../../../../../store-cart"
import { storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

/** Records the cart and prices its lease (spec 4.1); no call when the service holds this cart already. */
export const POST = storeRoute<LeaseView>(async (req, ledger) => {
  const cart = await openCartOf(req)
  return leaseView(ledger, cart, await ledger.offer(cart, shopperOf(req, ledger)))
})
