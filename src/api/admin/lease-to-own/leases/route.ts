import { sortColumn } from "../../../../modules/lease/ledger"
import { adminRoute, longestOutage, mayAct } from "../../../admin-route"
import type { LeaseListAnswer } from "../../../admin-types"
import { counted, leaseRows, withOrdersOf } from "../list/lease-list"
import { cursorOf, readListQuery } from "../list/list-query"

/** Returns a page of leases, newest first. Makes no call to the service. */
export const GET = adminRoute<LeaseListAnswer>(async (req, deps) => {
  const { filters, ...part } = readListQuery(req.query)
  const { leases, next, previous, count } = await deps.leases.page(await withOrdersOf(req, filters), part)
  const order = sortColumn(filters)
  return {
    leases: await leaseRows(req.scope, leases),
    next: next && cursorOf(next),
    previous: previous && cursorOf(previous),
    count: counted(count),
    sorted_by: order === "status_at" ? "changed_at" : order,
    outage: await longestOutage(deps),
    can_act: await mayAct(req),
    time_zone: deps.options.timeZone,
  }
})
