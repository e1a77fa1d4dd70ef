import { asLeased } from "../../../../../../medusa/sales-tax"
import { apply } from "../../../../../../modules/lease/ledger"
import { leaseView } from "../../../../../lease-view"
import { ApplicationBody } from "../../../../../schemas"
import { openCartOf, readBody, shopperOf, storeRoute } from "../../../../../store-route"
import type { ApplyAnswer } from "../../../../../types"

/** Sends the application (spec 4.1). The form's values go straight to the service and are never stored. */
export const POST = storeRoute<ApplyAnswer>(async (req, deps) => {
  const cart = await openCartOf(req)
  const body = await readBody(req, ApplicationBody)
  const { lease, leaseKey } = await apply(deps, { ...body, cart, shopper: shopperOf(req) })
  // After a denial, the account offered next may charge the sales tax differently.
  return { ...(await leaseView(deps, await asLeased(req.scope, cart), lease)), leaseKey }
})
