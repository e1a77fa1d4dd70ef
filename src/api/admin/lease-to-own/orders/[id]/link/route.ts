import { actorOf, adminRoute, mayAct, readJson } from "../../../../../admin-route"
import type { ActionAnswer } from "../../../../../admin-types"
import { ActionBody } from "../../../../../schemas"
import { idOf } from "../../../../../store-route"
import { linkOrder } from "../../../card/link-order"

/** Creates the link that lets a customer lease an unpaid order. Later requests return the same link. */
export const POST = adminRoute<ActionAnswer>(async (req) => {
  await readJson(req, ActionBody)
  return linkOrder(req.scope, { orderId: idOf(req), actor: actorOf(req), permitted: await mayAct(req) })
})
