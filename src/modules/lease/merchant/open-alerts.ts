import { type LedgerDeps, settingsOf } from "../accounts/deps"
import { recipientDiffers } from "../cart/recipient"
import { evaluateAlerts } from "../rules/alerts"
import type { Order } from "../rules/order"
import type { LeaseRecord, RaisedAlert } from "../rules/records"

/** Returns the alerts in force now, even if the job has yet to record them. `order` must have just been read from Medusa; null means no order. */
export async function openAlerts(deps: LedgerDeps, lease: LeaseRecord, order: Order | null): Promise<RaisedAlert[]> {
  const pendingCalls = await deps.store.pendingCalls.ofLease(lease.id)
  const facts = { lease, order, recipientDiffers: recipientDiffers(deps, lease, order), pendingCalls, now: deps.now() }
  return evaluateAlerts(facts, settingsOf(deps, lease)).open
}
