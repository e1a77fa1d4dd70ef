import { takeApproval } from "../../../../../../modules/lease/ledger"
import { applicantView } from "../../../../../cart-view"
import { ApprovalBody } from "../../../../../schemas"
import { openCartOf, readBody, shopperOf, storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

/** Moves the shopper's approval from another cart to this one, without a new application, and prices this cart's lease (spec 1.2, 4.1). */
export const POST = storeRoute<LeaseView>(async (req, deps) => {
  const cart = await openCartOf(req)
  const { code } = await readBody(req, ApprovalBody)
  return applicantView(req, deps, cart, await takeApproval(deps, cart, shopperOf(req), code))
})
