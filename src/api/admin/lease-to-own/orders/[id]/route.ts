import { isByLink, isEnded } from "../../../../../modules/lease/ledger"
import { adminRoute, mayAct, outageOf } from "../../../../admin-route"
import type { OrderLeaseAnswer } from "../../../../admin-types"
import { idOf } from "../../../../store-route"
import { adminLeaseView, findOrderLease, readSources } from "../../card/lease-sources"
import { orderLinkOf } from "../../card/link-order"

/** Returns an order's lease, or whether staff can offer one by link. Makes no call to the service, and doesn't change anything. */
export const GET = adminRoute<OrderLeaseAnswer>(async (req, deps) => {
  const orderId = idOf(req)
  const [permitted, found] = await Promise.all([mayAct(req), findOrderLease(req.scope, orderId)])
  const lease = found?.lease
  // A lease by link that ended before paying for the order no longer concerns the order.
  const isGone = !lease || (isByLink(lease) && isEnded(lease) && !lease.alerts.length)
  const link = isGone && permitted ? await orderLinkOf(req.scope, orderId) : null
  if (!found || link) return { lease: null, link }
  const [sources, outage] = await Promise.all([readSources(req.scope, found, permitted), outageOf(deps, found.lease)])
  return { lease: adminLeaseView(deps, sources), outage }
})
