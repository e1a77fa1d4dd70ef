import { adminRoute, mayAct, outageView } from "../../../../admin-route"
import type { OrderLeaseAnswer } from "../../../../admin-types"
import { idOf } from "../../../../store-route"
import { adminLeaseView } from "../../card/admin-lease-view"
import { findOrderLease, readSources } from "../../card/lease-sources"

/** The lease of an order. Reads the ledger and Medusa, never the service, and changes nothing. */
export const GET = adminRoute<OrderLeaseAnswer>(async (req, desk) => {
  const found = await findOrderLease(req.scope, idOf(req))
  if (!found) return { lease: null }
  const sources = await readSources(req.scope, found, await mayAct(req))
  const outage = await desk.accounts.outageOf(sources.lease.account)
  return { lease: adminLeaseView(desk, sources), outage: outageView(outage) }
})
