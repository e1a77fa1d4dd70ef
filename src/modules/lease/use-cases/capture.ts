import { type Ledger, SYSTEM } from "../ledger"
import { type MessageCode, textOf } from "../messages"
import type { LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"
import { whyNot } from "../state-machine"

/** The lease whose payment may be captured in Medusa's books now; no call to the service. Throws LedgerRefusal otherwise. */
export async function refuseCapture(ledger: Ledger, leaseId: string): Promise<LeaseRecord> {
  const lease = await ledger.store.byId(leaseId)
  const reason = lease ? whyNot("capture", lease.status) : "capture_before_placed"
  if (!lease || reason) throw new LedgerRefusal(reason ?? "capture_before_placed")
  const [attention] = lease.attention
  if (attention)
    throw new LedgerRefusal("capture_attention", { reason: textOf(attention.code as MessageCode, attention.params) })
  if (ledger.options.captureOn === "delivery" && lease.status !== "delivered")
    throw new LedgerRefusal("capture_before_delivery")
  return lease
}

/** Writes down that the payment was captured, or why not. */
export async function noteCapture(ledger: Ledger, leaseId: string, failure?: string): Promise<void> {
  const entry = failure
    ? ({ type: "capture_failed", detail: { reason: failure } } as const)
    : ({ type: "payment_captured" } as const)
  await ledger.store.append(leaseId, SYSTEM, [entry])
}
