import { type LedgerDeps, ofLease } from "../accounts/deps"
import { refuseHeld, refuseNewer } from "../lease-service/errors"
import { staffParams } from "../options/operator"
import { blockingOf } from "../rules/alerts"
import { isDelivered } from "../rules/lease-predicates"
import type { Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { whyNot } from "../rules/state-machine"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"
import { openAlerts } from "./open-alerts"

/** Throws LedgerRefusal unless a lease's payment may be captured in Medusa's books now. Makes no call to the service. */
export async function checkCapturable(
  deps: LedgerDeps,
  leaseId: string,
  readOrder: (lease: LeaseRecord) => Promise<Order | null>,
): Promise<void> {
  const lease = await deps.store.byId(leaseId)
  if (!lease) throw new LedgerRefusal("capture_before_placed")
  const accountDeps = ofLease(deps, lease)
  refuseNewer(accountDeps, lease)
  const reason = whyNot("capture", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(accountDeps, lease))
  await refuseHeld(accountDeps, lease)
  const blocking = blockingOf(await openAlerts(deps, lease, await readOrder(lease)))
  if (blocking) throw new LedgerRefusal("capture_attention", because(blocking))
  if (deps.options.captureOn === "delivery" && !isDelivered(lease)) throw new LedgerRefusal("capture_before_delivery")
}
