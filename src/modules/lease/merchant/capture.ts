import { type LedgerDeps, ofLease } from "../accounts/deps"
import { staffParams } from "../options/operator"
import { blockingOf } from "../rules/alerts"
import { isDelivered } from "../rules/lease-predicates"
import { whyNot } from "../rules/state-machine"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"

/** Throws LedgerRefusal unless the payment of a lease may be captured in Medusa's books now. Makes no call to the service. */
export async function checkCapturable(deps: LedgerDeps, leaseId: string): Promise<void> {
  const lease = await deps.store.byId(leaseId)
  if (!lease) throw new LedgerRefusal("capture_before_placed")
  const reason = whyNot("capture", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(ofLease(deps, lease), lease))
  const blocking = blockingOf(lease)
  if (blocking) throw new LedgerRefusal("capture_attention", because(blocking))
  if (deps.options.captureOn === "delivery" && !isDelivered(lease)) throw new LedgerRefusal("capture_before_delivery")
}
