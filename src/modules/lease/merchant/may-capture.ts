import { blockingOf } from "../rules/alerts"
import { isDelivered } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { type Desk, ofLease, staffParams } from "../status/ledger"
import { because } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"

/** Whether the payment of a lease may be captured in Medusa's books now; no call to the service. Throws LedgerRefusal when not. */
export async function checkCapturable(ledger: Desk, leaseId: string): Promise<void> {
  const lease = await ledger.store.byId(leaseId)
  const reason = lease ? whyNot("capture", lease.status) : "capture_before_placed"
  if (!lease || reason)
    throw new LedgerRefusal(reason ?? "capture_before_placed", lease ? staffParams(ofLease(ledger, lease), lease) : {})
  const blocking = blockingOf(lease)
  if (blocking) throw new LedgerRefusal("capture_attention", because(blocking))
  if (ledger.options.captureOn === "delivery" && !isDelivered(lease)) throw new LedgerRefusal("capture_before_delivery")
}
