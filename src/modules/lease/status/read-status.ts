import { LeaseServiceError, readsDelivered, readsReturned, readsSigned, type StatusReading } from "../../../client"
import { invoiceTotalAgrees } from "../../../lease-cart"
import { applicationOf, VOID } from "../calls/service-call"
import { isDead } from "../rules/alerts"
import { isRecent } from "../rules/moments"
import type { Actor, HistoryEntry, LeaseRecord, Snapshot } from "../rules/records"
import {
  awaitsDelivery,
  isCanceling,
  isEnding,
  isOffered,
  isPlaced,
  isPlacing,
  isSigned,
  isVerified,
  OFFERED,
} from "../rules/standing"
import { isOpen } from "../rules/tasks"
import type { LeasePatch } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"
import { type Desk, ofLease, reread, SERVICE, SYSTEM } from "./ledger"
import { type Reader, serviceFailure } from "./service-failure"

/** A reading younger than this is used again (ms): polling in a loop costs one call every two seconds. */
export const READING_FRESH_MS = 2000

/** Whether the service was read within the last two seconds, and after the contract was handed out. */
export function isJustRead(desk: Desk, { service_status, checked_at, contract_at }: LeaseRecord): boolean {
  if (service_status === null || checked_at === null || contract_at === null) return false
  return checked_at > contract_at && isRecent(checked_at, desk.now(), READING_FRESH_MS)
}

/** Reads the lease's status at the service (no call of the spec has it; reference 8). Throws LedgerRefusal if the service can't be asked. */
export async function readStatus(desk: Desk, lease: LeaseRecord, reader: Reader = "shopper"): Promise<StatusReading> {
  const ledger = ofLease(desk, lease)
  if (!lease.application_id) return { kind: "no_contract", known: false }
  try {
    return await ledger.service.readStatus(applicationOf(lease))
  } catch (error) {
    if (error instanceof LeaseServiceError && error.effect === "unknown")
      throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: error })
    throw serviceFailure(ledger, error, { reader, lease })
  }
}

/** Reads a lease at the service and records the answer. Throws LedgerRefusal if it can't. With `actor`, the reading enters the history. */
export async function checkStatus(
  desk: Desk,
  lease: LeaseRecord,
  { actor, reader = "merchant" }: { actor?: Actor; reader?: Reader } = {},
): Promise<{ lease: LeaseRecord; reading: StatusReading }> {
  const reading = await readStatus(desk, lease, reader)
  const status = reading.kind === "status" ? reading.statusText : reading.kind
  if (actor) await desk.store.append(lease.id, actor, [{ type: "status_checked", detail: { status } }])
  const applied = await (isPlaced(lease) ? applyToPlaced : applyReading)(desk, lease, reading)
  const after = await desk.store.lower(applied, "mixed_up_answer")
  if (actor) await wakeCall(desk, after, reading)
  return { lease: after, reading }
}

/** Makes a call that waits for its answer due now, because the reading shows that it took effect. */
async function wakeCall({ store }: Desk, lease: LeaseRecord, reading: StatusReading): Promise<void> {
  const isEnded = isEnding(lease) && (isCanceling(lease) ? isVoid(reading) : readsReturned(reading))
  if (!isEnded) return
  const kind = isCanceling(lease) ? "cancel_contract" : "return_lease"
  const call = (await store.tasks.ofLease(lease.id)).find((task) => task.kind === kind && isOpen(task))
  if (call && call.state !== "running") await store.tasks.again(call, { sendAgain: false })
}

/** Whether the service no longer holds a contract for this lease. */
export function isVoid(reading: StatusReading): boolean {
  return reading.kind === "no_contract" || (reading.kind === "status" && VOID.includes(reading.status))
}

/** Records a reading of an unplaced lease and moves it. A signed one expires only by a status: "not found" may mean the wrong account. */
export async function applyReading(desk: Desk, lease: LeaseRecord, reading: StatusReading): Promise<LeaseRecord> {
  if (reading.kind === "status" && readsSigned(reading)) return recordSigned(desk, lease, reading)
  const said = reading.kind === "status" ? reading.status : undefined
  const saysOfContract = said !== undefined || (reading.kind === "no_contract" && reading.known)
  const received = said === "contracts_received" ? (lease.contracts_received_at ?? desk.now()) : null
  // When the contract was first read as signed without its first payment.
  const seen = { ...seenNow(desk, reading), ...(saysOfContract && { contracts_received_at: received }) }
  const isExpired = said === "approval_expired" || said === "contracts_expired"
  if (isExpired || (isSigned(lease) && said === "approved")) {
    const over = await expire(desk, lease, seen.service_status)
    if (over) return over
  }
  if (isOffered(lease) && isVoid(reading)) {
    const guard = { status: OFFERED, unclaimed: true }
    const cleared = await desk.store.set(lease.id, { ...seen, fingerprint: null }, { guard, actor: SERVICE })
    if (cleared) return cleared
  }
  return keep(desk, lease, reading, seen)
}

/** The same for a placed order. If no contract is in force any more, staff get an alert; one that was never read as signed may still be signed. */
async function applyToPlaced(desk: Desk, lease: LeaseRecord, reading: StatusReading): Promise<LeaseRecord> {
  const seen = seenNow(desk, reading)
  const isOver = isVoid(reading) || readsReturned(reading)
  if (isOver || (isVerified(lease) && saysUnsigned(reading))) {
    await desk.store.set(lease.id, seen, { actor: SYSTEM })
    return (await desk.store.raise(lease.id, "lease_dead")) ?? lease
  }
  if (!readsSigned(reading) && !readsDelivered(reading)) return keep(desk, lease, reading, seen)
  const history = firstVerified(lease, seen.service_status)
  // The payment waits for this.
  const look = history.length > 0 && { look_at: seen.checked_at }
  const set = { ...seen, ...look, evidence: "verified" as const, verified_at: seen.checked_at }
  const confirmed = (await desk.store.set(lease.id, set, { actor: SERVICE, history })) ?? lease
  const alive = await revive(desk, readsDelivered(reading) ? await deliveredElsewhere(desk, confirmed) : confirmed)
  return isOtherTotal(lease, reading) ? ((await desk.store.raise(lease.id, "invoice_differs")) ?? alive) : alive
}

/** Whether the first confirmation of an order is for another sum than its contract's. After a part has come back, the service may tell either. */
function isOtherTotal(lease: LeaseRecord, reading: StatusReading): boolean {
  if (isVerified(lease) || !lease.snapshot || lease.reductions || reading.kind !== "status") return false
  return !invoiceTotalAgrees(lease.snapshot, reading.pricing.invoiceTotal)
}

/** Whether the contract is open, or its first payment (reference 8: goods wait then). */
function saysUnsigned(reading: StatusReading): boolean {
  const isOpen = reading.kind === "status" && ["contracts", "contracts_received"].includes(reading.status)
  return isOpen && !readsSigned(reading)
}

/** The columns of a reading. An answer without a status clears the old one, because nothing may be concluded from it. */
function seenNow(desk: Desk, reading: StatusReading): { checked_at: Date; service_status?: string } {
  const text = reading.kind === "status" ? reading.statusText : ""
  return { checked_at: desk.now(), ...(reading.kind !== "no_contract" && { service_status: text }) }
}

/** Records a reading that moves nothing. A service without statuses may answer again for an application that it did not know. */
async function keep(desk: Desk, lease: LeaseRecord, reading: StatusReading, seen: LeasePatch): Promise<LeaseRecord> {
  const read = (await desk.store.set(lease.id, seen, { actor: SYSTEM })) ?? lease
  return reading.kind === "no_status" && !lease.service_status ? revive(desk, read) : read
}

async function revive({ store }: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  if (!isDead(lease)) return lease
  return store.transaction(async (within) => {
    await within.wake(lease.id)
    return within.lower(lease, "lease_dead")
  })
}

/** Records a delivery that the service knows and we did not report: the operator did, or a portal. The task judges our own call. */
async function deliveredElsewhere(desk: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  if (!awaitsDelivery(lease)) return lease
  const tasks = await desk.store.tasks.ofLease(lease.id)
  if (tasks.some((task) => task.kind === "confirm_delivery" && isOpen(task))) return lease
  const moved = await desk.store.move(lease.id, "delivery_confirmed", {
    actor: SERVICE,
    set: { delivered_at: desk.now() },
    history: [{ type: "delivery_confirmed", detail: { date: "" } }],
  })
  return moved ?? lease
}

/** Ends a lease that the service no longer holds; null if it can't end in its status. */
export function expire(desk: Desk, lease: LeaseRecord, status?: string): Promise<LeaseRecord | null> {
  return desk.store.move(lease.id, "lease_expired", {
    actor: SERVICE,
    set: { checked_at: desk.now(), ...(status && { service_status: status }) },
    history: [{ type: "lease_expired", detail: { ...(status && { status }) } }],
  })
}

type SignedReading = Extract<StatusReading, { kind: "status" }>

async function recordSigned(desk: Desk, lease: LeaseRecord, reading: SignedReading): Promise<LeaseRecord> {
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
  const history = firstVerified(lease, reading.statusText)
  const guard = { fingerprint: lease.fingerprint ?? undefined }
  const moved = await desk.store.transaction(async (store) => {
    const verified = isPlacing(lease)
      ? await store.set(lease.id, set, { guard: { ...guard, status: ["placing"] }, actor: SERVICE, history })
      : await store.move(lease.id, "signature_verified", { actor: SERVICE, set, guard, history })
    // A cart that is being sent may still arrive, if the contract is canceled meanwhile: a completion reads once more.
    const isClaimed = verified?.claimed_until && verified.claimed_until > now
    return isClaimed ? store.set(lease.id, { verified_at: null }, { actor: SERVICE }) : verified
  })
  if (!moved) return reread(desk, lease)
  const alive = await revive(desk, moved)
  if (contract) return alive
  return (await desk.store.raise(lease.id, "invoice_differs")) ?? alive
}

function firstVerified(lease: LeaseRecord, status = ""): HistoryEntry[] {
  return isVerified(lease) ? [] : [{ type: "signature_verified", detail: { status } }]
}

/** The cart whose total the service prices. After an unanswered cart call, the new or the previous one; null if the total fits both or neither. */
function signedCart(lease: LeaseRecord, { pricing }: SignedReading): Snapshot | null {
  const known = lease.fingerprint ? [lease.snapshot] : [lease.snapshot, lease.sent]
  const fitting = known.filter(
    (cart): cart is Snapshot => cart !== null && invoiceTotalAgrees(cart, pricing.invoiceTotal),
  )
  // The same cart, sent once more, is one cart.
  const carts = new Set(fitting.map((cart) => cart.fingerprint))
  return carts.size === 1 ? (fitting[0] ?? null) : null
}
