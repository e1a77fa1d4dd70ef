import { z } from "zod"
import { isActionKey } from "../../../../../../../modules/lease/card/allowed-actions"
import { LedgerRefusal } from "../../../../../../../modules/lease/texts/refusal"
import { actorOf, adminRoute, mayAct, readJson } from "../../../../../../admin-route"
import type { ActionAnswer } from "../../../../../../admin-types"
import { idOf } from "../../../../../../plain-text"
import { takeAction } from "../../../../card/take-action"

const anything = z.unknown().optional()
/** Judged by the action itself, which says in words what is missing. */
const Body = z.object({
  note: anything,
  date: anything,
  outcome: anything,
  seen: z.array(z.string().max(64)).max(64).optional(),
})

/** One action for one lease, under the name that `can` gives it. */
export const POST = adminRoute<ActionAnswer>(async (req) => {
  const key = req.params.action ?? ""
  const input = await readJson(req, Body)
  if (!isActionKey(key)) throw new LedgerRefusal("action_unknown", {}, { kind: "invalid" })
  const permitted = await mayAct(req)
  return takeAction(req.scope, { leaseId: idOf(req), key, input, actor: actorOf(req), permitted })
})
