import { isActionKey } from "../../../../../../../modules/lease/ledger"
import { LedgerRefusal } from "../../../../../../../modules/lease/texts/messages"
import { actorOf, adminRoute, mayAct, readJson } from "../../../../../../admin-route"
import type { ActionAnswer } from "../../../../../../admin-types"
import { ActionBody } from "../../../../../../schemas"
import { idOf } from "../../../../../../store-route"
import { takeAction } from "../../../../card/take-action"

/** Takes one action on a lease. The action's name is its key in `actions`. */
export const POST = adminRoute<ActionAnswer>(async (req) => {
  const key = req.params.action ?? ""
  const input = await readJson(req, ActionBody)
  if (!isActionKey(key)) throw new LedgerRefusal("action_unknown", {}, { kind: "invalid" })
  const permitted = await mayAct(req)
  return takeAction(req.scope, { leaseId: idOf(req), key, input, actor: actorOf(req), permitted })
})
