import type { LeaseRecord } from "./records"
import { CLOSED, ENDED, type LeaseStatus, UNFINISHED, WITHOUT_CONTRACT } from "./state-machine"

/* Named predicates for a lease's status, evidence and flow. `state-machine.ts` defines which actions are allowed. */

type LeaseState = { status: LeaseStatus }

const is =
  (...statuses: readonly LeaseStatus[]) =>
  ({ status }: LeaseState): boolean =>
    statuses.includes(status)

/** Whether no application has been sent, and the widget hasn't reported success. */
export const isNew = is("open")
/** Whether the application is being sent and the service hasn't responded yet. */
export const isSubmitting = is("submitting")
/** Whether the application was sent, but the service didn't respond. */
export const isUndecided = is("undecided")
/** Whether the service has the application but hasn't decided on it yet. */
export const isPending = is("pending")
export const isDenied = is("denied")
/** Whether the application is approved, but no cart has been offered yet. */
export const isApproved = is("approved")
/** Whether the contract was handed out and can be signed at any time. */
export const isSigning = is("signing")
/** Whether the contract is signed, and the cart isn't being completed. */
export const isSigned = is("signed")
/** Whether the cart is being completed. */
export const isPlacing = is("placing")
/** Whether the order is placed. The lease begins on delivery. */
export const awaitsDelivery = is("placed")
export const isDelivered = is("delivered")
/** Whether a cancellation has begun and its outcome is unknown. */
export const isCanceling = is("canceling")
/** Whether a return has begun and its outcome is unknown. */
export const isReturning = is("returning")
export const isEnding = is("canceling", "returning")
export const isCanceled = is("canceled")
export const isReturned = is("returned")
/** Whether the service ended the approval or the contract. */
export const isExpired = is("expired")
export const isSuperseded = is("superseded")

/** Statuses in which the service has priced the cart, and the contract isn't signed yet. */
export const OFFERED: readonly LeaseStatus[] = ["offered", "signing"]
export const isOffered = is(...OFFERED)

/** Statuses in which the application is approved, but no contract is signed yet. */
export const UNSIGNED: readonly LeaseStatus[] = ["approved", ...OFFERED]
export const isUnsigned = is(...UNSIGNED)

/** Statuses in which the contract is signed, but the order isn't placed yet. */
export const AWAITING_ORDER: readonly LeaseStatus[] = ["signed", "placing"]
export const awaitsOrder = is(...AWAITING_ORDER)

/** The statuses from the application until the order is placed. */
export const BEFORE_ORDER: readonly LeaseStatus[] = [
  ...UNSIGNED,
  ...AWAITING_ORDER,
  "submitting",
  "pending",
  "undecided",
]

/** Statuses in which the order is placed, and the lease is in force. */
export const PLACED: readonly LeaseStatus[] = ["placed", "delivered"]
export const isPlaced = is(...PLACED)

/** Statuses in which the order was placed and not canceled. The lease may have been returned since. */
export const ORDERED: readonly LeaseStatus[] = [...PLACED, "returning", "returned"]
export const isOrdered = is(...ORDERED)

/** The statuses from `placing` on, in which a lease belongs to one payment session and one order. */
export const BOUND: readonly LeaseStatus[] = ["placing", ...ORDERED, "canceling", "canceled"]

export const isUnfinished = is(...UNFINISHED)

/** Whether no contract can be signed yet. Even so, no other lease may be opened for the cart. */
export const isWithoutContract = is(...WITHOUT_CONTRACT)
/** Whether another lease may be opened for the cart. */
export const isClosed = is(...CLOSED)
/** Whether the service no longer has a lease, so only Medusa's books are left to update. */
export const isEnded = is(...ENDED)

type Signature = Pick<LeaseRecord, "evidence">

/** Whether the service, staff or at least the shopper's browser reported the contract as signed. */
export function hasEvidence<T extends Signature>(
  lease: T,
): lease is T & { evidence: Exclude<LeaseRecord["evidence"], "none"> } {
  return lease.evidence !== "none"
}

const signatureIs =
  (...wanted: readonly LeaseRecord["evidence"][]) =>
  ({ evidence }: Signature): boolean =>
    wanted.includes(evidence)

/** Whether only the shopper's browser reported the contract as signed. */
export const isBrowserReported = signatureIs("reported")
export const isVerified = signatureIs("verified")
export const isAttested = signatureIs("attested")
/** Whether the signature is confirmed by the service or attested by staff. */
export const isSure = signatureIs("verified", "attested")

/** Whether the lease was made in the hosted widget. If so, its order is paid with the virtual card. */
export function isHosted({ flow }: Pick<LeaseRecord, "flow">): boolean {
  return flow === "hosted"
}

type OfOrder = Pick<LeaseRecord, "order_id" | "placed_at">

/** Whether the lease is for an existing order and hasn't paid for it yet: an edited order's new contract, or a lease offered by link. */
export function isForExistingOrder(lease: OfOrder): boolean {
  return lease.order_id !== null && lease.placed_at === null
}

/** Whether staff offered this lease by link for an unpaid order. */
export function isByLink(lease: OfOrder & Pick<LeaseRecord, "linked_at">): boolean {
  return isForExistingOrder(lease) && lease.linked_at !== null
}

/** Whether the order is waiting for this lease's signature, or for the payment that follows it. */
export function orderAwaits(lease: LeaseState & OfOrder): boolean {
  return isForExistingOrder(lease) && !isEnded(lease)
}

/** Statuses in which the shopper still has to sign, and may have to apply first. */
export const AWAITING_SIGNATURE: readonly LeaseStatus[] = [...UNSIGNED, "open", "submitting", "pending", "undecided"]

export function orderAwaitsSignature(lease: LeaseState & OfOrder): boolean {
  return isForExistingOrder(lease) && AWAITING_SIGNATURE.includes(lease.status)
}

/** Whether the order was placed based only on the browser's report. */
export function isUnconfirmed(lease: LeaseState & Signature): boolean {
  return awaitsDelivery(lease) && !isSure(lease)
}

/** Whether only the browser reported the signature, and the service gives no status. Even so, a `signing` lease's order can be placed. */
export function isReported(lease: Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isBrowserReported(lease) && lease.service_status === ""
}

/** Whether the contract was handed out, and only the browser has reported its signature. */
export function isMaybeSigned(lease: LeaseState & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isSigning(lease) && isReported(lease)
}

/**
 * Whether a handed-out contract may have been signed unnoticed: the service gives no status, and no browser reported a signature. A contract can
 * still be signed after a newer offer.
 */
export function isUnreported(lease: LeaseState & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isOffered(lease) && !hasEvidence(lease) && lease.service_status === ""
}

/** Whether the contract is signed, but the first payment is pending. Nothing is left to sign, but the order can't be placed yet. */
export function awaitsFirstPayment(lease: LeaseState & Pick<LeaseRecord, "contracts_received_at">): boolean {
  return isSigning(lease) && lease.contracts_received_at !== null
}
