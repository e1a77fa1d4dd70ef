import type { LedgerDeps, ListedAccount } from "../accounts/deps"
import { sumsTests } from "../accounts/deps"
import type { RaisedAlertCode } from "../rules/alert-codes"
import type { Actor } from "../rules/records"
import type { AlertGroup, Check, CheckedAccount } from "../tables/check-store"

/** How many statuses a second a check reads from a service without a rate. */
const PER_SECOND = 5
/** The share of a service's rate that a check uses. The rest is for people, who then rarely wait for a turn. */
const SHARE = 0.5

/** Returns how many leases have each raised alert, their sums, and the checks under way. */
export async function alertGroups(deps: LedgerDeps): Promise<{ groups: AlertGroup[]; checks: Check[] }> {
  const { checks: store } = deps.store
  const [groups, checks] = await Promise.all([
    store.groups(deps.accounts.all.map(toChecked), sumsTests(deps)),
    store.underWay(),
  ])
  return { groups, checks }
}

/** Has the job read the status of every lease with this alert, as `check_status` does for one. Does nothing if that is under way. */
export async function checkAll({ store, accounts }: LedgerDeps, code: RaisedAlertCode, actor: Actor): Promise<void> {
  await store.checks.start(code, accounts.all.map(toChecked), actor)
}

export async function stopCheck({ store }: LedgerDeps, code: RaisedAlertCode): Promise<void> {
  await store.checks.stop(code)
}

function toChecked({ account_id, options: { mode, rate } }: ListedAccount): CheckedAccount {
  const perSecond = rate?.perSecond ? rate.perSecond * SHARE : PER_SECOND
  return { account_id: account_id ?? "", test: mode === "test", everyMs: Math.ceil(1000 / perSecond) }
}
