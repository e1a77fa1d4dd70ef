import { currentLease } from "../../../../../modules/lease/status/current-lease"
import { viewFor } from "../../../../lease-view"
import { cartOf, sendsCodes, shopperOf } from "../../../../store-cart"
import { storeRoute } from "../../../../store-route"
import type { LeaseView } from "../../../../types"

/**
 * Where the lease of this cart stands. Makes no call; for a reload, a second tab, and a finished cart. Anyone but the applicant is told
 * no more than that somebody did.
 */
export const GET = storeRoute<LeaseView>(async (req, desk) => {
  const cart = await cartOf(req)
  const lease = await (cart.completed_at ? desk.store.ofCart(cart.id) : currentLease(desk, cart.id))
  return viewFor(desk, cart, { lease, shopper: shopperOf(req, desk), codes: sendsCodes(req, desk) })
})
