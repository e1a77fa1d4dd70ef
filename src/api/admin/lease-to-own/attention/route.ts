import { adminRoute, mayAct } from "../../../admin-route"
import type { LeaseAttentionAnswer } from "../../../admin-types"
import { counted, needyLease } from "../list/lease-list"
import { AttentionQuery, parsed } from "../list/list-query"

/**
 * Returns the number of leases that need attention, and the newest of them with their next steps. The query time doesn't grow with the number of
 * leases. Makes no call to the service.
 */
export const GET = adminRoute<LeaseAttentionAnswer>(async (req, deps) => {
  const { leases, count } = await deps.leases.page({ tab: "needs_attention" }, parsed(AttentionQuery, req.query))
  const permitted = await mayAct(req)
  return {
    count: counted(count),
    leases: await Promise.all(leases.map((lease) => needyLease(req.scope, lease, permitted))),
  }
})
