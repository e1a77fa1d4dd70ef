import { currentLease } from "../../../../../modules/lease/accounts/deps"
import { approvalFor } from "../../../../../modules/lease/shopper/approval-elsewhere"
import { adopt, isFree, isOpenToAll, isOwner } from "../../../../../modules/lease/shopper/owner"
import { leaseView } from "../../../../lease-view"
import { finishedView, strangersView } from "../../../../small-view"
import { cartOf, sendsCodes, shopperOf, storeRoute } from "../../../../store-route"
import type { LeaseView } from "../../../../types"

/**
 * The state of this cart's lease, for a reload, a second tab or a completed cart. Makes no call to the service. Anyone but the applicant learns only
 * that someone applied.
 */
export const GET = storeRoute<LeaseView>(async (req, deps) => {
  const cart = await cartOf(req)
  const lease = await (cart.completed_at ? deps.store.ofCart(cart.id) : currentLease(deps, cart.id))
  const shopper = shopperOf(req)
  const own = !lease || isOwner(lease, shopper)
  if (cart.completed_at || (!own && lease.order_id)) return finishedView(deps, cart, own ? lease : null)
  if (!own && !isOpenToAll(deps, lease)) return strangersView(deps, cart)
  const shown = own && lease ? await adopt(deps, lease, shopper) : null
  if (lease && !isFree(lease)) return leaseView(deps, cart, shown)
  const elsewhere = await approvalFor(deps, cart, shopper, shown)
  return leaseView(deps, cart, shown, { elsewhere, codes: sendsCodes(req) })
})
