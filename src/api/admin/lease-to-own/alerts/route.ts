import { alertGroups, sameRemedy } from "../../../../modules/lease/ledger"
import { adminRoute, mayAct } from "../../../admin-route"
import type { LeaseAlertsAnswer } from "../../../admin-types"
import { moneyOfSum } from "../card/admin-lease-view"

/** Returns how many leases have each raised alert, their sums, the remedy, and how far a check has come. Makes no call to the service. */
export const GET = adminRoute<LeaseAlertsAnswer>(async (req, deps) => {
  const { groups, checks } = await alertGroups(deps)
  const [operator, ...more] = new Set(deps.accounts.all.map(({ options }) => options.operator.name))
  return {
    alerts: groups.map(({ code, count, sums, readable }) => {
      const [step, action] = sameRemedy(code) ?? []
      const check = checks.find((one) => one.code === code)
      return {
        ...{ code, count, readable },
        amounts: sums.map(moneyOfSum),
        remedy: step ? { step, ...(action && { action }) } : null,
        check: check
          ? { total: check.of, read: check.of - check.open, until: check.until?.toISOString() ?? null }
          : null,
      }
    }),
    operator: more.length ? null : (operator ?? null),
    can_act: await mayAct(req),
  }
})
