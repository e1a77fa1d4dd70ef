import type { LeaseRecord } from "../rules/records"
import { awaitsOrder, hasEvidence, isVerified } from "../rules/standing"
import { type Desk, SHOPPER } from "../status/ledger"
import { applyReading, isJustRead, readStatus } from "../status/read-status"
import { LedgerRefusal } from "../texts/refusal"
import { enter } from "./enter"
import type { Shopper } from "./owner"

/** The browser's hint: the frame said that it is done, or the shopper says so. */
export const SIGNATURE_HINTS = ["done", "asked"] as const
/** One of {@link SIGNATURE_HINTS}. */
export type SignatureHint = (typeof SIGNATURE_HINTS)[number]

export type SignatureOutcome = "verified" | "not_signed" | "no_status" | "unreachable"

/**
 * Asks the service whether the contract is signed and paid (reference 8). `hint` is what the browser saw; it is recorded and proves nothing.
 *
 * Throws LedgerRefusal when there is nothing to sign here, or for a stranger. A service that cannot be asked is an outcome, not an error.
 */
export async function verifySignature(
  desk: Desk,
  cartId: string,
  shopper: Shopper,
  hint?: SignatureHint,
): Promise<{ lease: LeaseRecord; signature: SignatureOutcome }> {
  return enter(desk, { cartId, shopper, action: "signature" }, async (ledger, lease) => {
    const reported = await recordHint(ledger, lease, hint)
    if (isSignedForSure(reported)) return { lease: reported, signature: "verified" }
    if (isJustRead(ledger, reported))
      return { lease: reported, signature: reported.service_status ? "not_signed" : "no_status" }
    return readSignature(ledger, reported)
  })
}

async function readSignature(
  desk: Desk,
  lease: LeaseRecord,
): Promise<{ lease: LeaseRecord; signature: SignatureOutcome }> {
  try {
    const reading = await readStatus(desk, lease)
    const after = await applyReading(desk, lease, reading)
    if (isSignedForSure(after)) return { lease: after, signature: "verified" }
    return { lease: after, signature: reading.kind === "no_status" ? "no_status" : "not_signed" }
  } catch (error) {
    if (error instanceof LedgerRefusal && error.kind === "unavailable") return { lease, signature: "unreachable" }
    throw error
  }
}

async function recordHint(desk: Desk, lease: LeaseRecord, hint: SignatureHint | undefined): Promise<LeaseRecord> {
  if (!hint || hasEvidence(lease)) return lease
  const history = [{ type: "signature_reported", detail: { hint } } as const]
  const guard = { status: ["signing"] as const }
  return (await desk.store.set(lease.id, { evidence: "reported" }, { actor: SHOPPER, guard, history })) ?? lease
}

function isSignedForSure(lease: LeaseRecord): boolean {
  return isVerified(lease) && awaitsOrder(lease)
}
