import { approvalFor } from "../../../../../modules/lease/shopper/approval-elsewhere"
import { adopt, isFree, isOpenToAll, isOwner } from "../../../../../modules/lease/shopper/owner"
import { currentLease } from "../../../../../modules/lease/status/ledger"
import { leaseView } from "../../../../lease-view"
import { finishedView, strangersView } from "../../../../small-view"
import { cartOf, sendsCodes, shopperOf, storeRoute } from "../../../../store-route"
import type { LeaseView } from "../../../../types"

/** Where the lease of this cart stands. Makes no call; for a reload, a second tab, and a finished cart. Anyone but the applicant is told no more than that somebody did. */
export const GET = storeRoute<LeaseView>(async (req, desk) => {
  const cart = await cartOf(req)
  const lease = await (cart.completed_at ? desk.store.ofCart(cart.id) : currentLease(desk, cart.id))
  const shopper = shopperOf(req)
  const own = !lease || isOwner(lease, shopper)
  if (cart.completed_at || (!own && lease.order_id)) return finishedView(desk, cart, own ? lease : null)
  if (!own && !isOpenToAll(desk, lease)) return strangersView(desk, cart)
  const shown = own && lease ? await adopt(desk, lease, shopper) : null
  if (lease && !isFree(lease)) return leaseView(desk, cart, shown)
  const elsewhere = await approvalFor(desk, cart, shopper, shown)
  return leaseView(desk, cart, shown, { elsewhere, codes: sendsCodes(req) })
})
