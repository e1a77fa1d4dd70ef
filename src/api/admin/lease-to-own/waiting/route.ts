import { adminRoute } from "../../../admin-route"
import type { LeaseWaitingAnswer, Waiting } from "../../../admin-types"
import { money } from "../card/admin-lease-view"
import { counted } from "../list/lease-list"

/** Returns how many leases wait for the delivery of their orders, and their sums. Reads no orders and makes no call to the service. */
export const GET = adminRoute<LeaseWaitingAnswer>(async (_req, deps) => {
  const isTest = deps.accounts.all.every(({ options }) => options.mode === "test")
  const rows = await deps.leases.waiting(isTest)
  return {
    undelivered: waiting(rows),
    overdue: waiting(rows.map((row) => ({ ...row, count: row.overdue, amount: row.overdue_amount }))),
  }
})

type Row = { currency_code: string; count: number; amount: number }

function waiting(rows: readonly Row[]): Waiting {
  const found = rows.filter(({ count }) => count > 0)
  const inOrder = found.sort((a, b) => b.count - a.count || (a.currency_code < b.currency_code ? -1 : 1))
  return {
    count: counted(found.reduce((sum, { count }) => sum + count, 0)),
    amounts: inOrder.map(({ amount, currency_code }) => money(amount, currency_code)),
  }
}
