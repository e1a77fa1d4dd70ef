import { type Sum, sumsTests } from "../../../../modules/lease/ledger"
import { adminRoute } from "../../../admin-route"
import type { LeaseWaitingAnswer, Waiting } from "../../../admin-types"
import { moneyOfSum } from "../card/admin-lease-view"
import { counted } from "../list/lease-list"

/**
 * Returns how many leases are waiting for their orders to be delivered, and the sums of their amounts. Reads no orders and makes no call to the
 * service.
 */
export const GET = adminRoute<LeaseWaitingAnswer>(async (_req, deps) => {
  const { undelivered, overdue } = await deps.leases.waiting(sumsTests(deps))
  return { undelivered: waiting(undelivered), overdue: waiting(overdue) }
})

function waiting(sums: readonly Sum[]): Waiting {
  return {
    count: counted(sums.reduce((all, { count }) => all + count, 0)),
    amounts: sums.map(moneyOfSum),
  }
}
