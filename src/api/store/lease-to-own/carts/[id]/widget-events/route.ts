import { takeWidgetEvent } from "../../../../../../modules/lease/ledger"
import { applicantView } from "../../../../../cart-view"
import { WidgetEventBody } from "../../../../../schemas"
import { cartInChannel, readBody, storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

/**
 * Records a callback from the widget opened for this cart, even if the cart has become an order. The response never contains the widget's one-time
 * URLs.
 */
export const POST = storeRoute<LeaseView>(async (req, deps) => {
  const event = await readBody(req, WidgetEventBody)
  const cart = await cartInChannel(req)
  const ordered = cart.completed_at !== null
  const lease = await takeWidgetEvent(deps, { id: cart.id, ordered }, event)
  return applicantView(req, deps, cart, lease)
})
