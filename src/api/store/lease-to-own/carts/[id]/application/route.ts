import { apply } from "../../../../../../modules/lease/ledger"
import { applicantView } from "../../../../../cart-view"
import { ApplicationBody } from "../../../../../schemas"
import { openCartOf, readBody, shopperOf, storeRoute } from "../../../../../store-route"
import type { ApplyAnswer } from "../../../../../types"

/** Sends the application (spec 4.1). The form's values go straight to the service and are never stored. */
export const POST = storeRoute<ApplyAnswer>(async (req, deps) => {
  const cart = await openCartOf(req)
  const body = await readBody(req, ApplicationBody)
  const { lease, leaseKey } = await apply(deps, { ...body, cart, shopper: shopperOf(req) })
  return { ...(await applicantView(req, deps, cart, lease)), leaseKey }
})
