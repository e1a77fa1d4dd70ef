import { queryOf } from "../../../../../medusa/read/carts"
import { readCartIdOfOrder } from "../../../../../medusa/read/orders"
import { readSeparateCartOf } from "../../../../../medusa/read/separate-cart"
import type { LedgerDeps } from "../../../../../modules/lease"
import {
  afterOrder,
  forShoppers,
  isByLink,
  isEnded,
  isOwner,
  isPlacing,
  type LeaseRecord,
  orderAwaitsSignature,
  orderLeaseMessage,
  settingsOf,
} from "../../../../../modules/lease/ledger"
import { LedgerRefusal } from "../../../../../modules/lease/texts/messages"
import { offerOf } from "../../../../offer-view"
import { channelsOf, idOf, readWhoseOrder, type StoreRequest, shopperOf, storeRoute } from "../../../../store-route"
import type { OrderLeaseView } from "../../../../types"

/**
 * Returns the state of an order's lease, whom to contact about it and, for its applicant, the agreed payments. Contains no data about the applicant.
 */
export const GET = storeRoute<OrderLeaseView>(async (req, deps) => {
  const [order, lease] = await Promise.all([readWhoseOrder(req), leaseOf(req, deps)])
  // Like Medusa's own route, show a guest's order to anyone with its ID, but an account's order only to its customer.
  const own = lease !== null && isOwner(lease, shopperOf(req))
  const foreign = order?.customer?.has_account && req.auth_context?.actor_id !== order.customer.id
  const elsewhere = order?.sales_channel_id && !channelsOf(req).includes(order.sales_channel_id)
  if (!order || elsewhere || (foreign && !own)) throw new LedgerRefusal("order_not_found", {}, { kind: "not_found" })
  // Only the owner of a lease by link may see it. Once ended, it no longer affects the order.
  if (!lease || (isByLink(lease) && (!own || isEnded(lease)))) return { lease: null }
  const { operator } = settingsOf(deps, lease)
  const { status, reference, test, flow, delivery_date } = lease
  return {
    lease: {
      status,
      reference,
      test,
      flow,
      status_message: orderLeaseMessage(lease, operator),
      messages: afterOrder(lease, operator.name),
      operator: forShoppers(operator),
      delivery_date,
      offer: own ? offerOf(deps, lease, order) : null,
      separate_cart: own ? await readSeparateCartOf(queryOf(req.scope), lease.cart_id) : null,
      sign_cart_id: own && orderAwaitsSignature(lease) ? lease.cart_id : null,
    },
  }
})

/** Returns the order's lease. Falls back to the lease of the order's cart until the order is recorded on it. */
async function leaseOf(req: StoreRequest, deps: LedgerDeps): Promise<LeaseRecord | null> {
  const orderId = idOf(req)
  const recorded = await deps.store.ofOrder(orderId)
  if (recorded) return recorded
  const lease = await deps.store.ofCart(await readCartIdOfOrder(queryOf(req.scope), orderId))
  return lease && (isPlacing(lease) || lease.order_id === orderId) ? lease : null
}
