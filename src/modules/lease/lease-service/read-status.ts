import {
  LeaseServiceError,
  provesSignature,
  readsDelivered,
  readsReturned,
  readsSigned,
  type StatusReading,
} from "../../../client"
import { invoiceTotalAgrees } from "../../../lease-cart"
import { type AccountDeps, type LedgerDeps, reread, SERVICE, SYSTEM } from "../accounts/deps"
import { applicationOf, VOID } from "../calls/service-call"
import { isDead } from "../rules/alerts"
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
} from "../rules/lease-predicates"
import { isRecent } from "../rules/moments"
import { isOpen } from "../rules/pending-calls"
import type { Actor, HistoryEntry, LeaseRecord, Snapshot } from "../rules/records"
import type { LeasePatch } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"
import { type Reader, serviceFailure } from "./errors"

/** A reading newer than this is reused (ms), so polling costs at most one call every two seconds. */
export const READING_FRESH_MS = 2000

/** Whether the status was read within the last two seconds, and after the contract was handed out. */
export function isJustRead(deps: LedgerDeps, { service_status, checked_at, contract_at }: LeaseRecord): boolean {
  if (service_status === null || checked_at === null || contract_at === null) return false
  return checked_at > contract_at && isRecent(checked_at, deps.now(), READING_FRESH_MS)
}

/** Reads the lease's status from the service (the spec has no call for that; reference 8). Throws LedgerRefusal if the service can't be reached. */
export async function readStatus(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  reader: Reader = "shopper",
): Promise<StatusReading> {
  if (!lease.application_id) return { kind: "no_contract", known: false }
  try {
    return await accountDeps.service.readStatus(applicationOf(lease))
  } catch (error) {
    if (error instanceof LeaseServiceError && error.effect === "unknown")
      throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: error })
    throw serviceFailure(accountDeps, error, { reader, lease })
  }
}

/** Reads a lease's status and records it; if `actor` is given, also in the history. Throws LedgerRefusal if the reading fails. */
export async function checkStatus(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  { actor, reader = "merchant" }: { actor?: Actor; reader?: Reader } = {},
): Promise<{ lease: LeaseRecord; reading: StatusReading }> {
  const reading = await readStatus(accountDeps, lease, reader)
  return { lease: await recordStatus(accountDeps, lease, reading, actor), reading }
}

/** Records a reading of a lease's status; if `actor` is given, also in the history. Returns the lease afterward. */
export async function recordStatus(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  reading: StatusReading,
  actor?: Actor,
): Promise<LeaseRecord> {
  const { store } = accountDeps
  if (actor) await store.append(lease.id, actor, [{ type: "status_checked", detail: { status: statusText(reading) } }])
  const applied = await (isPlaced(lease) ? applyToPlaced : applyReading)(accountDeps, lease, reading)
  const after = await store.clear(applied, "mixed_up_answer")
  if (actor) await wakeCall(accountDeps, after, reading)
  return after
}

/** The service's text for the status, or the kind of a reading without one. */
export function statusText(reading: StatusReading): string {
  return reading.kind === "status" ? reading.statusText : reading.kind
}

/** Marks an open cancellation or return as due now if the reading shows that it took effect. */
async function wakeCall({ store }: LedgerDeps, lease: LeaseRecord, reading: StatusReading): Promise<void> {
  const isEnded = isEnding(lease) && (isCanceling(lease) ? isVoid(reading) : readsReturned(reading))
  if (!isEnded) return
  const kind = isCanceling(lease) ? "cancel_contract" : "return_lease"
  const call = (await store.pendingCalls.ofLease(lease.id)).find((call) => call.kind === kind && isOpen(call))
  if (call && call.state !== "running") await store.pendingCalls.again(call, { sendAgain: false })
}

/** Whether the service no longer has a contract for this lease. */
export function isVoid(reading: StatusReading): boolean {
  return reading.kind === "no_contract" || (reading.kind === "status" && VOID.includes(reading.status))
}

/** Records a reading and updates the lease. A signed lease expires only if a status is reported, because "not found" may mean the wrong account. */
export async function applyReading(deps: LedgerDeps, lease: LeaseRecord, reading: StatusReading): Promise<LeaseRecord> {
  if (reading.kind === "status" && provesSignature(reading)) return recordSigned(deps, lease, reading)
  const status = reading.kind === "status" ? reading.status : undefined
  const isAboutContract = status !== undefined || (reading.kind === "no_contract" && reading.known)
  const received = status === "contracts_received" ? (lease.contracts_received_at ?? deps.now()) : null
  // `contracts_received_at` is when the contract was first read as signed without its first payment.
  const read = { ...readingColumns(deps, reading), ...(isAboutContract && { contracts_received_at: received }) }
  const isExpired = status === "approval_expired" || status === "contracts_expired"
  if (isExpired || (isSigned(lease) && status === "approved")) {
    const expired = await expire(deps, lease, read.service_status)
    if (expired) return expired
  }
  if (isOffered(lease) && isVoid(reading)) {
    const guard = { status: OFFERED, unclaimed: true }
    const cleared = await deps.store.set(lease.id, { ...read, fingerprint: null }, { guard, actor: SERVICE })
    if (cleared) return cleared
  }
  return keep(deps, lease, reading, read)
}

/** Like `applyReading`, for a placed order. Alerts staff if the contract has ended, or reads as unsigned after it was read as signed. */
async function applyToPlaced(deps: LedgerDeps, lease: LeaseRecord, reading: StatusReading): Promise<LeaseRecord> {
  const read = readingColumns(deps, reading)
  const hasEnded = isVoid(reading) || readsReturned(reading)
  if (hasEnded || (isVerified(lease) && readsUnsigned(reading))) {
    await deps.store.set(lease.id, read, { actor: SYSTEM })
    return (await deps.store.raise(lease.id, "lease_dead")) ?? lease
  }
  if (!provesSignature(reading)) return keep(deps, lease, reading, read)
  const history = firstVerified(lease, read.service_status)
  // The payment is waiting for this confirmation, so reconcile now.
  const due = history.length > 0 && { reconcile_at: read.checked_at }
  const set = { ...read, ...due, evidence: "verified" as const, verified_at: read.checked_at }
  const confirmed = (await deps.store.set(lease.id, set, { actor: SERVICE, history })) ?? lease
  const alive = await revive(deps, readsDelivered(reading) ? await deliveredElsewhere(deps, confirmed) : confirmed)
  return isOtherTotal(lease, reading) ? ((await deps.store.raise(lease.id, "invoice_differs")) ?? alive) : alive
}

/** Whether an order's first confirmation reports a total other than the contract's. After a reduction, the service may report either total. */
function isOtherTotal(lease: LeaseRecord, reading: StatusReading): boolean {
  if (isVerified(lease) || !lease.snapshot || lease.reductions || reading.kind !== "status") return false
  return !invoiceTotalAgrees(lease.snapshot, reading.pricing.invoiceTotal)
}

/** Whether the contract is still unsigned or its first payment outstanding (reference 8: the goods must not ship yet). */
function readsUnsigned(reading: StatusReading): boolean {
  const isOpen = reading.kind === "status" && ["contracts", "contracts_received"].includes(reading.status)
  return isOpen && !readsSigned(reading)
}

/** A response without a status clears the old status, which no longer proves anything. */
function readingColumns(deps: LedgerDeps, reading: StatusReading): { checked_at: Date; service_status?: string } {
  const text = reading.kind === "status" ? reading.statusText : ""
  return { checked_at: deps.now(), ...(reading.kind !== "no_contract" && { service_status: text }) }
}

/** Records a reading that doesn't change the lease's status. Revives the lease if a service without statuses finds the application again. */
async function keep(
  deps: LedgerDeps,
  lease: LeaseRecord,
  reading: StatusReading,
  set: LeasePatch,
): Promise<LeaseRecord> {
  const kept = (await deps.store.set(lease.id, set, { actor: SYSTEM })) ?? lease
  return reading.kind === "no_status" && !lease.service_status ? revive(deps, kept) : kept
}

/** Clears `lease_dead`, because the service has the lease again, and makes the lease due for reconciliation. */
async function revive({ store }: LedgerDeps, lease: LeaseRecord): Promise<LeaseRecord> {
  if (!isDead(lease)) return lease
  return store.transaction(async (within) => {
    await within.wake(lease.id)
    return within.clear(lease, "lease_dead")
  })
}

/** Records a delivery that the operator or a portal reported to the service. If our own call is open, that call is read back instead. */
async function deliveredElsewhere(deps: LedgerDeps, lease: LeaseRecord): Promise<LeaseRecord> {
  if (!awaitsDelivery(lease)) return lease
  const pendingCalls = await deps.store.pendingCalls.ofLease(lease.id)
  if (pendingCalls.some((call) => call.kind === "confirm_delivery" && isOpen(call))) return lease
  const moved = await deps.store.move(lease.id, "delivery_confirmed", {
    actor: SERVICE,
    set: { delivered_at: deps.now() },
    history: [{ type: "delivery_confirmed", detail: { date: "" } }],
  })
  return moved ?? lease
}

/** Expires a lease that the service no longer has. Returns null if the lease's status doesn't allow that. */
export function expire(deps: LedgerDeps, lease: LeaseRecord, status?: string): Promise<LeaseRecord | null> {
  return deps.store.move(lease.id, "lease_expired", {
    actor: SERVICE,
    set: { checked_at: deps.now(), ...(status && { service_status: status }) },
    history: [{ type: "lease_expired", detail: { ...(status && { status }) } }],
  })
}

type SignedReading = Extract<StatusReading, { kind: "status" }>

/** Records that the service reports the contract as signed. Alerts staff if the reported total matches no cart that was sent. */
async function recordSigned(deps: LedgerDeps, lease: LeaseRecord, reading: SignedReading): Promise<LeaseRecord> {
  const now = deps.now()
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
  const moved = await deps.store.transaction(async (store) => {
    const verified = isPlacing(lease)
      ? await store.set(lease.id, set, { guard: { ...guard, status: ["placing"] }, actor: SERVICE, history })
      : await store.move(lease.id, "signature_verified", { actor: SERVICE, set, guard, history })
    // A cart that is being sent may still arrive if the contract is canceled in the meantime, so a completion reads the status once more.
    const isClaimed = verified?.claimed_until && verified.claimed_until > now
    return isClaimed ? store.set(lease.id, { verified_at: null }, { actor: SERVICE }) : verified
  })
  if (!moved) return reread(deps, lease)
  const alive = await revive(deps, moved)
  if (contract) return alive
  return (await deps.store.raise(lease.id, "invoice_differs")) ?? alive
}

function firstVerified(lease: LeaseRecord, status = ""): HistoryEntry[] {
  return isVerified(lease) ? [] : [{ type: "signature_verified", detail: { status } }]
}

/** Returns the cart whose total matches the service's: after an unanswered cart call, the new or the previous one. Null if both or neither match. */
function signedCart(lease: LeaseRecord, { pricing }: SignedReading): Snapshot | null {
  const known = lease.fingerprint ? [lease.snapshot] : [lease.snapshot, lease.sent]
  const fitting = known.filter(
    (cart): cart is Snapshot => cart !== null && invoiceTotalAgrees(cart, pricing.invoiceTotal),
  )
  // A cart that was sent twice counts as one cart.
  const carts = new Set(fitting.map((cart) => cart.fingerprint))
  return carts.size === 1 ? (fitting[0] ?? null) : null
}
