import { dayIn, type Funnel, funnelsOf, mondaysUntil, settingsOf, sumsTests } from "../../../../modules/lease/ledger"
import { adminRoute } from "../../../admin-route"
import type { LeaseFunnel, LeaseFunnelAnswer } from "../../../admin-types"
import { moneyOfSum } from "../card/admin-lease-view"
import { FunnelQuery, parsed } from "../list/list-query"

/**
 * Returns how many leases reached each step, by the week in which they started and by account. Reads no orders and makes no call to the service.
 */
export const GET = adminRoute<LeaseFunnelAnswer>(async (req, deps) => {
  const { weeks } = parsed(FunnelQuery, req.query)
  const { timeZone } = deps.options
  const mondays = mondaysUntil(dayIn(deps.now(), timeZone) ?? "", weeks)
  const test = sumsTests(deps)
  const counted = await deps.store.funnels.count({ mondays, timeZone, test })
  const flows = funnelsOf(counted, weeks).map(({ flow, accounts, total, weeks: each }) => ({
    flow,
    total: inMajorUnits(total),
    weeks: each.map(inMajorUnits),
    accounts: accounts.map((account) => ({
      account_id: account.account_id,
      operator: settingsOf(deps, account).operator.name ?? null,
      total: account.total && inMajorUnits(account.total),
      weeks: account.weeks.map((funnel) => funnel && inMajorUnits(funnel)),
    })),
  }))
  return { weeks: mondays, test, flows }
})

function inMajorUnits({ steps, days_to_sign }: Funnel): LeaseFunnel {
  const withMoney = steps.map(({ sums, ...step }) => ({
    ...step,
    amounts: sums.map(moneyOfSum),
  }))
  return { steps: withMoney, days_to_sign }
}
