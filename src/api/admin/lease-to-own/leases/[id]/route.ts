import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { adminRoute, mayAct } from "../../../../admin-route"
import type { LeasePageAnswer } from "../../../../admin-types"
import { idOf } from "../../../../plain-text"
import { leasePage } from "../../card/lease-page"
import { readSources } from "../../card/lease-sources"
import { findLease } from "../../card/order-lease"

/** A lease with its history, its calls, and what was sent and priced. Asks the service nothing, and changes nothing. */
export const GET = adminRoute<LeasePageAnswer>(async (req, desk) => {
  const found = await findLease(desk, req.scope.resolve(ContainerRegistrationKeys.QUERY), idOf(req))
  return leasePage(req.scope, await readSources(req.scope, found, await mayAct(req)))
})
