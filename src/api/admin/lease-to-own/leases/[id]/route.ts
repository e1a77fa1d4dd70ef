import { adminRoute, mayAct } from "../../../../admin-route"
import type { LeasePageAnswer } from "../../../../admin-types"
import { idOf } from "../../../../store-route"
import { leasePage } from "../../card/lease-page"
import { findLease, readSources } from "../../card/lease-sources"

/** Returns a lease with its history, calls, cart and pricing. Makes no call to the service, and doesn't change anything. */
export const GET = adminRoute<LeasePageAnswer>(async (req) => {
  const found = await findLease(req.scope, idOf(req))
  return leasePage(req.scope, await readSources(req.scope, found, await mayAct(req)))
})
