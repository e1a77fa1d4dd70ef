import type { MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../medusa/read/carts"
import { leaseFacts } from "../../../../medusa/read/facts"
import { ledgerDepsOf } from "../../../../modules/lease"
import { type CardSources, type Explanation, explain, isRemoved, ofLease } from "../../../../modules/lease/ledger"
import type { AdminLeaseView, OutageView } from "../../../admin-types"

/** How many of the newest history entries are replayed. Hardly any lease has more. */
const REPLAYED = 1000

type Shown = { outage: OutageView | null; alert: AdminLeaseView["main_alert"] }

/** Explains a lease. Reads its order and cart as the job does, so that the explanation says what the job would do. */
export async function explanationOf(
  scope: MedusaContainer,
  { lease, order, facts }: CardSources,
  { outage, alert }: Shown,
): Promise<Explanation> {
  const deps = ledgerDepsOf(scope)
  const account = ofLease(deps, lease)
  const { pendingCalls, now, recipientDiffers = false } = facts
  const [read, recent] = await Promise.all([
    leaseFacts(queryOf(scope), deps, [lease]),
    deps.store.histories.page(lease.id, { limit: REPLAYED }),
  ])
  const known = read.get(lease.id) ?? { order, recipientDiffers, cart: null }
  const removed = isRemoved(account) ? "account_removed" : null
  const stopped = outage?.held ? "store_held" : removed
  const history = recent.reverse()
  const away = outage !== null
  return explain({ ...known, lease, pendingCalls, now, history, alert, stopped, away }, account.options)
}
