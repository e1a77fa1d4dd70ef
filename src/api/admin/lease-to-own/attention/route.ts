import { adminRoute, mayAct } from "../../../admin-route"
import type { LeaseAttentionAnswer } from "../../../admin-types"
import { counted, needyLease } from "../list/lease-list"
import { AttentionQuery, parsed } from "../list/list-query"

/** How many leases need somebody, and what to do about the newest. Costs the same among a million leases. Asks the service nothing. */
export const GET = adminRoute<LeaseAttentionAnswer>(async (req, deps) => {
  const { leases, count } = await deps.leases.page({ tab: "needs_attention" }, parsed(AttentionQuery, req.query))
  const permitted = await mayAct(req)
  return {
    count: counted(count),
    leases: await Promise.all(leases.map((lease) => needyLease(req.scope, lease, permitted))),
  }
})
