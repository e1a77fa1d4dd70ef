import { isSigned, LeaseServiceError, type StatusReading, toApplicationId } from "../../../lease-service"
import { type Ledger, SERVICE, SYSTEM, serviceFailure } from "../ledger"
import type { LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"

/** What the service says of a lease now (spec has no status call; reference 8). Throws LedgerRefusal when it cannot be asked. */
export async function readStatus(ledger: Ledger, lease: LeaseRecord): Promise<StatusReading> {
  if (!lease.application_id) return { kind: "no_contract" }
  try {
    return await ledger.service.readStatus(toApplicationId(lease.application_id))
  } catch (error) {
    if (error instanceof LeaseServiceError && error.effect === "unknown")
      throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: error })
    throw serviceFailure(ledger, error)
  }
}

/**
 * Writes down what was read of a lease that is not placed yet, and moves it where the reading says: signed, or expired. A signature is only
 * for the cart that the service is known to hold: when it prices another sum, the fingerprint is dropped and a person must look.
 *
 * `noContract: "expired"`: an answer "no contract in force" ends the lease, because the service has just refused its cart as well.
 */
export async function applyReading(
  ledger: Ledger,
  lease: LeaseRecord,
  reading: StatusReading,
  more: { noContract?: "expired" } = {},
): Promise<LeaseRecord> {
  const now = ledger.now()
  if (reading.kind === "status" && isSigned(reading)) return signed(ledger, lease, reading)
  const gone =
    (reading.kind === "status" && (reading.status === "approval_expired" || reading.status === "contracts_expired")) ||
    (reading.kind === "no_contract" && more.noContract === "expired")
  const statusText = reading.kind === "status" ? reading.statusText : null
  if (gone) {
    const history = [{ type: "lease_expired", detail: { ...(statusText && { status: statusText }) } } as const]
    const set = { service_status: statusText, checked_at: now }
    const moved = await ledger.store.move(lease.id, "lease_expired", { actor: SERVICE, set, history })
    if (moved) return moved
  }
  // An answer without a status leaves none behind: nothing may be concluded from an older one.
  const set = { checked_at: now, ...(reading.kind !== "no_contract" && { service_status: statusText }) }
  return (await ledger.store.set(lease.id, set, { actor: SYSTEM })) ?? lease
}

async function signed(
  ledger: Ledger,
  lease: LeaseRecord,
  reading: Extract<StatusReading, { kind: "status" }>,
): Promise<LeaseRecord> {
  const now = ledger.now()
  const priced = reading.pricing.invoiceTotal
  const differs = priced !== undefined && lease.snapshot !== null && priced !== lease.snapshot.invoiceTotal
  const set = {
    evidence: "verified" as const,
    service_status: reading.statusText,
    checked_at: now,
    verified_at: now,
    signed_at: lease.signed_at ?? now,
    ...(differs && { fingerprint: null }),
  }
  const first = lease.evidence !== "verified"
  const history = first ? [{ type: "signature_verified", detail: { status: reading.statusText } } as const] : []
  const moved =
    lease.status === "placing"
      ? await ledger.store.set(lease.id, set, { guard: { status: ["placing"] }, actor: SERVICE, history })
      : await ledger.store.move(lease.id, "signature_verified", { actor: SERVICE, set, history })
  if (differs) await ledger.store.raise(lease.id, "invoice_differs")
  return moved ?? (await ledger.store.byId(lease.id)) ?? lease
}
