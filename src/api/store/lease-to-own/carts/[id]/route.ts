import { leaseView } from "../../../../lease-view"
import { cartOf } from "../../../../store-cart"
import { storeRoute } from "../../../../store-route"
import type { LeaseView } from "../../../../types"

/** Where the lease of this cart stands. Asks nobody; right after a reload, in a second tab, and for a finished cart. */
export const GET = storeRoute<LeaseView>(async (req, ledger) => {
  const cart = await cartOf(req)
  return leaseView(ledger, cart, await (cart.completed_at ? ledger.leftOfCart(cart.id) : ledger.ofCart(cart.id)))
})
