import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { adminRoute, mayAct } from "../../../../admin-route"
import type { OrderLeaseAnswer } from "../../../../admin-types"
import { viewOf } from "../../../../outage-view"
import { idOf } from "../../../../plain-text"
import { adminLeaseView } from "../../card/admin-lease-view"
import { readSources } from "../../card/lease-sources"
import { findOrderLease } from "../../card/order-lease"

/** The lease of an order. Reads the ledger and Medusa, never the service, and changes nothing. */
export const GET = adminRoute<OrderLeaseAnswer>(async (req, desk) => {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const found = await findOrderLease(desk, query, idOf(req))
  if (!found) return { lease: null }
  const sources = await readSources(req.scope, found, await mayAct(req))
  return { lease: adminLeaseView(desk, sources), outage: viewOf(await desk.accounts.outageOf(sources.lease.account)) }
})
