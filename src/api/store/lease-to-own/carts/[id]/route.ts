import { viewFor } from "../../../../lease-view"
import { cartOf, sendsCodes, shopperOf } from "../../../../store-cart"
import { storeRoute } from "../../../../store-route"
import type { LeaseView } from "../../../../types"

/**
 * Where the lease of this cart stands. Makes no call; for a reload, a second tab, and a finished cart. Anyone but the applicant is told
 * no more than that somebody did.
 */
export const GET = storeRoute<LeaseView>(async (req, ledger) => {
  const cart = await cartOf(req)
  const lease = await (cart.completed_at ? ledger.leftOfCart(cart.id) : ledger.ofCart(cart.id))
  return viewFor(ledger, cart, { lease, shopper: shopperOf(req, ledger), codes: sendsCodes(req, ledger) })
})
