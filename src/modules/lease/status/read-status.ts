import { randomUUID } from "node:crypto"
import {
  type ApplicationId,
  LeaseServiceError,
  readsSigned,
  type StatusReading,
  toApplicationId,
} from "../../../client"
import { invoiceTotalAgrees } from "../../../lease-cart"
import type { LeaseRecord, Snapshot } from "../rules/records"
import { isOffered, isPlacing, isSigned, isVerified, OFFERED } from "../rules/standing"
import { LedgerRefusal } from "../texts/refusal"
import { type Desk, ofLease, reread, SERVICE, SYSTEM } from "./ledger"
import { type Reader, serviceFailure } from "./service-failure"

/** A reading younger than this is used again (ms): polling in a loop costs one call every two seconds. */
export const READING_FRESH_MS = 2000

/** True when the service was read this very moment, and since the contract was handed out. */
export function isJustRead(desk: Desk, { service_status, checked_at, contract_at }: LeaseRecord): boolean {
  if (service_status === null || checked_at === null || contract_at === null) return false
  return checked_at > contract_at && desk.now().getTime() - checked_at.getTime() < READING_FRESH_MS
}

/** The service's word on a lease now (spec has no status call; reference 8). Throws LedgerRefusal when it cannot be asked. */
export async function readStatus(desk: Desk, lease: LeaseRecord, reader: Reader = "shopper"): Promise<StatusReading> {
  const ledger = ofLease(desk, lease)
  if (!lease.application_id) return { kind: "no_contract", known: false }
  try {
    return await ledger.service.readStatus(toApplicationId(lease.application_id))
  } catch (error) {
    if (error instanceof LeaseServiceError && error.effect === "unknown")
      throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: error })
    throw serviceFailure(ledger, error, { reader, lease })
  }
}

/**
 * An application that does not exist: the service has no call that only says hello, and a refusal in its own form shows as well as a price that
 * it was reached. Says nothing about anybody and changes nothing.
 */
export function noOnesApplication(): ApplicationId {
  return toApplicationId(`check-${randomUUID()}`)
}

/** The service's own word that an approval or a contract is over. A contract that was taken back reads as Approved (reference 6). */
const EXPIRED: readonly string[] = ["approval_expired", "contracts_expired"]

/** True when the service no longer holds a contract for this lease. */
export function isVoid(reading: StatusReading): boolean {
  return (
    reading.kind === "no_contract" || (reading.kind === "status" && ["approved", ...EXPIRED].includes(reading.status))
  )
}

/** A service that tells no states answers again for an application that it did not know. */
export function isBack({ service_status }: LeaseRecord, reading: StatusReading): boolean {
  return reading.kind === "no_status" && !service_status
}

/** The lease is in force: the alert against that is over, and work that waited goes on. */
export async function revive(desk: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  if (!lease.attention.some(({ code }) => code === "lease_dead")) return lease
  const alive = await desk.store.lower(lease, "lease_dead")
  await desk.store.wake(lease.id)
  return alive
}

/**
 * Writes down what was read of a lease that is not placed yet, and moves it where the reading says: signed, expired, or back to where the
 * cart must be recorded again.
 *
 * A signed lease expires only by a status that says so: "not found" may as well mean that the wrong account was asked.
 */
export async function applyReading(desk: Desk, lease: LeaseRecord, reading: StatusReading): Promise<LeaseRecord> {
  if (reading.kind === "status" && readsSigned(reading)) return signed(desk, lease, reading)
  const seen = {
    checked_at: desk.now(),
    // An answer without a status leaves none behind: nothing may be concluded from an older one.
    ...(reading.kind !== "no_contract" && { service_status: reading.kind === "status" ? reading.statusText : "" }),
    ...(saysOf(reading) && { contracts_received_at: receivedAt(desk, lease, reading) }),
  }
  const takenBack = isSigned(lease) && reading.kind === "status" && reading.status === "approved"
  if (takenBack || (reading.kind === "status" && EXPIRED.includes(reading.status))) {
    const over = await expire(desk, lease, seen.service_status)
    if (over) return over
  }
  if (isOffered(lease) && isVoid(reading)) {
    const guard = { status: OFFERED, unclaimed: true }
    const cleared = await desk.store.set(lease.id, { ...seen, fingerprint: null }, { guard, actor: SERVICE })
    if (cleared) return cleared
  }
  const read = (await desk.store.set(lease.id, seen, { actor: SYSTEM })) ?? lease
  return isBack(lease, reading) ? revive(desk, read) : read
}

/** Signed, and the first payment is not there yet: since when that is known. */
function receivedAt(desk: Desk, { contracts_received_at }: LeaseRecord, reading: StatusReading): Date | null {
  const received = reading.kind === "status" && reading.status === "contracts_received"
  return received ? (contracts_received_at ?? desk.now()) : null
}

/** The reading says something of the contract: a status, or surely none. */
function saysOf(reading: StatusReading): boolean {
  return reading.kind === "status" || (reading.kind === "no_contract" && reading.known)
}

/** Ends a lease that the service no longer knows as alive; null when it stands where it cannot end. */
export function expire(desk: Desk, lease: LeaseRecord, status?: string): Promise<LeaseRecord | null> {
  return desk.store.move(lease.id, "lease_expired", {
    actor: SERVICE,
    set: { checked_at: desk.now(), ...(status && { service_status: status }) },
    history: [{ type: "lease_expired", detail: { ...(status && { status }) } }],
  })
}

type SignedReading = Extract<StatusReading, { kind: "status" }>

async function signed(desk: Desk, lease: LeaseRecord, reading: SignedReading): Promise<LeaseRecord> {
  const now = desk.now()
  const contract = signedCart(lease, reading)
  const set = {
    evidence: "verified" as const,
    service_status: reading.statusText,
    checked_at: now,
    verified_at: now,
    signed_at: lease.signed_at ?? now,
    sent: null,
    fingerprint: contract?.fingerprint ?? null,
    ...(contract && { snapshot: contract, amount: contract.total }),
  }
  const first = !isVerified(lease)
  const history = first ? [{ type: "signature_verified", detail: { status: reading.statusText } } as const] : []
  const guard = { fingerprint: lease.fingerprint ?? undefined }
  const moved = isPlacing(lease)
    ? await desk.store.set(lease.id, set, { guard: { ...guard, status: ["placing"] }, actor: SERVICE, history })
    : await desk.store.move(lease.id, "signature_verified", { actor: SERVICE, set, guard, history })
  if (!moved) return reread(desk, lease)
  const alive = await revive(desk, moved)
  if (contract) return alive
  return (await desk.store.raise(lease.id, "invoice_differs")) ?? alive
}

/**
 * Which cart was signed: the one that the service is known to hold, when it prices that sum. After a recording without an answer it may be
 * the new one or the one before: the sum tells, and where it cannot, we do not pretend to know.
 */
function signedCart(lease: LeaseRecord, { pricing }: SignedReading): Snapshot | null {
  const known = lease.fingerprint ? [lease.snapshot] : [lease.snapshot, lease.sent]
  const fitting = known.filter(
    (cart): cart is Snapshot => cart !== null && invoiceTotalAgrees(cart, pricing.invoiceTotal),
  )
  // The same cart, sent once more, is one cart.
  const carts = new Set(fitting.map((cart) => cart.fingerprint))
  return carts.size === 1 ? (fitting[0] ?? null) : null
}
