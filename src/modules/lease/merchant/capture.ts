import { staffParams } from "../options/operator"
import { blockingOf } from "../rules/alerts"
import { isDelivered } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { type Desk, ofLease } from "../status/ledger"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"

/** Checks that the payment of a lease may be captured in Medusa's books now; no call to the service. Throws LedgerRefusal if not. */
export async function checkCapturable(desk: Desk, leaseId: string): Promise<void> {
  const lease = await desk.store.byId(leaseId)
  if (!lease) throw new LedgerRefusal("capture_before_placed")
  const reason = whyNot("capture", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(ofLease(desk, lease), lease))
  const blocking = blockingOf(lease)
  if (blocking) throw new LedgerRefusal("capture_attention", because(blocking))
  if (desk.options.captureOn === "delivery" && !isDelivered(lease)) throw new LedgerRefusal("capture_before_delivery")
}
