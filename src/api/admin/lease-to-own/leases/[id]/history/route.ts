import { LedgerRefusal } from "../../../../../../modules/lease/texts/messages"
import { adminRoute } from "../../../../../admin-route"
import type { LeaseHistory } from "../../../../../admin-types"
import { idOf } from "../../../../../store-route"
import { historyPage } from "../../../card/lease-page"

/** Returns a page of a lease's history, newest first. For older entries, pass the previous page's `next` as `?before=`. */
export const GET = adminRoute<LeaseHistory>(async (req, deps) => {
  const lease = await deps.store.byId(idOf(req))
  if (!lease) throw new LedgerRefusal("lease_not_found", {}, { kind: "not_found" })
  return historyPage(req.scope, lease.id, req.query.before)
})
