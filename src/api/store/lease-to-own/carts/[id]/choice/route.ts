import { putTaxBack, takeTaxOut } from "../../../../../../medusa/sales-tax"
import { LedgerRefusal } from "../../../../../../modules/lease/texts/messages"
import { cartView } from "../../../../../cart-view"
import { ChoiceBody } from "../../../../../schemas"
import { readBody, storeRoute, unfinishedCartOf } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

/**
 * Records whether the shopper has chosen lease-to-own, so that the cart's total has the right sales tax before a payment is started. Doesn't require
 * the provider to be enabled in the region, because the hosted widget doesn't either. Whoever could start a payment for the cart may call this.
 */
export const POST = storeRoute<LeaseView>(async (req, deps) => {
  const { chosen } = await readBody(req, ChoiceBody)
  const cart = await unfinishedCartOf(req)
  // The cart was reopened to sign its order's lease, and the order keeps its tax.
  if (cart.order) throw new LedgerRefusal("cart_finished")
  await (chosen ? takeTaxOut(req.scope, cart) : putTaxBack(req.scope, cart))
  return cartView(req, deps)
})
