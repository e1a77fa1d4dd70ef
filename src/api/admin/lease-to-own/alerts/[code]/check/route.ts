import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { checkAll, RAISED_ALERT_CODES, type RaisedAlertCode, stopCheck } from "../../../../../../modules/lease/ledger"
import { LedgerRefusal } from "../../../../../../modules/lease/texts/messages"
import { actorOf, adminRoute, mayAct, readJson } from "../../../../../admin-route"
import type { LeaseCheckAnswer } from "../../../../../admin-types"
import { NoFields } from "../../../../../schemas"

/**
 * Has the job read the status of every lease with this alert, as the action `check_status` does for one. Does nothing if such a check is under way.
 */
export const POST = adminRoute<LeaseCheckAnswer>(async (req, deps) => {
  await readJson(req, NoFields)
  await checkAll(deps, await codeOf(req), actorOf(req))
  return { checking: true }
})

/** Stops the check of this alert. Statuses that are being read are still recorded. */
export const DELETE = adminRoute<LeaseCheckAnswer>(async (req, deps) => {
  await stopCheck(deps, await codeOf(req))
  return { checking: false }
})

/** Returns the alert's code in the URL. Throws LedgerRefusal if there is no such alert, or the user may not act on leases. */
async function codeOf(req: AuthenticatedMedusaRequest): Promise<RaisedAlertCode> {
  if (!(await mayAct(req))) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  const code = RAISED_ALERT_CODES.find((one) => one === req.params.code)
  if (!code) throw new LedgerRefusal("list_filter_invalid", { field: "code" }, { kind: "invalid" })
  return code
}
