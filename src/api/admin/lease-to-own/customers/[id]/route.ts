import type { MedusaContainer } from "@medusajs/framework/types"
import { queryOf, readRow, readRows } from "../../../../../medusa/read/carts"
import { ledgerDepsOf } from "../../../../../modules/lease"
import { dayIn, mayMove, UNSIGNED } from "../../../../../modules/lease/ledger"
import { adminRoute } from "../../../../admin-route"
import type { CustomerLeasesAnswer } from "../../../../admin-types"
import { idOf } from "../../../../store-route"
import { money } from "../../card/admin-lease-view"
import { counted, leaseRows } from "../../list/lease-list"

/** Returns the newest leases and approvals for a customer's account and email address. Makes no call to the service. */
export const GET = adminRoute<CustomerLeasesAnswer>((req) => customerLeases(req.scope, idOf(req)))

/** How many leases, and how many approvals, a customer's card shows. */
const BESIDE = 5

async function customerLeases(scope: MedusaContainer, customerId: string): Promise<CustomerLeasesAnswer> {
  const deps = ledgerDepsOf(scope)
  const row = await readRow<{ email: string | null }>(queryOf(scope), "customer", customerId, ["id", "email"])
  const customer = { id: customerId, email: row?.email ?? null }
  const [all, unsigned] = await Promise.all([
    deps.leases.page({ customer }, { limit: BESIDE }),
    deps.leases.page({ customer, flow: "api", status: UNSIGNED }, { limit: BESIDE }),
  ])
  // Skip orders that await a new contract, because they keep their approvals.
  const usable = unsigned.leases.filter((lease) => mayMove(lease, deps.now()) && lease.order_id === null)
  const ids = usable.flatMap(({ sales_channel_id }) => sales_channel_id ?? [])
  const channels = await readRows<{ id: string; name: string }>(queryOf(scope), "sales_channel", ids, ["id", "name"])
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  return {
    approvals: usable.map(({ id, reference, test, account_id, sales_channel_id, ...lease }) => ({
      ...{ id, reference, test },
      ...(account_id !== null && { account_id }),
      limit: lease.approval_amount === null ? null : money(lease.approval_amount, lease.currency_code),
      until: dayIn(lease.approved_until, deps.options.timeZone),
      sales_channel: names.get(sales_channel_id ?? "") ?? null,
    })),
    leases: await leaseRows(scope, all.leases),
    count: counted(all.count),
  }
}
