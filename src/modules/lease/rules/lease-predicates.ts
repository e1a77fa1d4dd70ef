import type { LeaseRecord } from "./records"
import { CLOSED, ENDED, type LeaseStatus, UNFINISHED, WITHOUT_CONTRACT } from "./state-machine"

/* Named predicates of a lease's status, evidence and flow. The state machine decides what may happen next. */

type LeaseState = { status: LeaseStatus }

const is =
  (...statuses: readonly LeaseStatus[]) =>
  ({ status }: LeaseState): boolean =>
    statuses.includes(status)

/** New: no application was sent, and the widget reported no success. */
export const isNew = is("open")
/** The application is being sent and not answered yet. */
export const isSubmitting = is("submitting")
/** Its application was sent, and the service didn't respond. */
export const isUndecided = is("undecided")
/** The service has its application, and has not decided yet. */
export const isPending = is("pending")
/** Its application was denied. */
export const isDenied = is("denied")
/** Approved, and nothing offered. */
export const isApproved = is("approved")
/** The contract was handed out and can be signed at any moment. */
export const isSigning = is("signing")
/** Signed, and no completion of its cart is in progress. */
export const isSigned = is("signed")
/** A completion of its cart is in progress. */
export const isPlacing = is("placing")
/** The order is placed; the lease begins with the delivery. */
export const awaitsDelivery = is("placed")
/** The delivery is confirmed. */
export const isDelivered = is("delivered")
/** A cancellation has begun, and its outcome is unknown. */
export const isCanceling = is("canceling")
/** A return has begun, and its outcome is unknown. */
export const isReturning = is("returning")
/** A cancellation or a return has begun, and its outcome is unknown. */
export const isEnding = is("canceling", "returning")
/** Its contract is canceled. */
export const isCanceled = is("canceled")
/** The goods went back, which ended the lease. */
export const isReturned = is("returned")
/** The service ended the approval or the contract. */
export const isExpired = is("expired")
/** Another lease took its place. */
export const isSuperseded = is("superseded")

/** The service priced its cart, and the contract is not signed yet. */
export const OFFERED: readonly LeaseStatus[] = ["offered", "signing"]
export const isOffered = is(...OFFERED)

/** Approved, and not signed yet. */
export const UNSIGNED: readonly LeaseStatus[] = ["approved", ...OFFERED]
export const isUnsigned = is(...UNSIGNED)

/** Signed; its order is not placed yet. */
export const AWAITING_ORDER: readonly LeaseStatus[] = ["signed", "placing"]
export const awaitsOrder = is(...AWAITING_ORDER)

/** From the application up to the order. */
export const BEFORE_ORDER: readonly LeaseStatus[] = [
  ...UNSIGNED,
  ...AWAITING_ORDER,
  "submitting",
  "pending",
  "undecided",
]

/** Its order is placed and the lease is in force. */
export const PLACED: readonly LeaseStatus[] = ["placed", "delivered"]
export const isPlaced = is(...PLACED)

/** It was placed and not canceled; it may be returned by now. */
export const ORDERED: readonly LeaseStatus[] = [...PLACED, "returning", "returned"]
export const isOrdered = is(...ORDERED)

/** From `placing` on, a lease belongs to one payment session and one order. */
export const BOUND: readonly LeaseStatus[] = ["placing", ...ORDERED, "canceling", "canceled"]

export const isUnfinished = is(...UNFINISHED)

/** It has nothing to sign, and it still holds its cart. */
export const isWithoutContract = is(...WITHOUT_CONTRACT)
/** It has freed its cart: another lease may be opened for it. */
export const isClosed = is(...CLOSED)
/** The service no longer holds a lease: only Medusa's books are left to update. */
export const isEnded = is(...ENDED)

type Signature = Pick<LeaseRecord, "evidence">

/** Somebody reported the contract as signed: the service, staff, or only the shopper's browser. */
export function hasEvidence<T extends Signature>(
  lease: T,
): lease is T & { evidence: Exclude<LeaseRecord["evidence"], "none"> } {
  return lease.evidence !== "none"
}

const signatureIs =
  (...wanted: readonly LeaseRecord["evidence"][]) =>
  ({ evidence }: Signature): boolean =>
    wanted.includes(evidence)

/** Only the shopper's browser reported the contract as signed. */
export const isBrowserReported = signatureIs("reported")
/** The service confirmed that the contract is signed. */
export const isVerified = signatureIs("verified")
/** Staff attested that the contract is signed. */
export const isAttested = signatureIs("attested")
/** The signature is certain: the service confirmed it, or staff attested it. */
export const isSure = signatureIs("verified", "attested")

/** Made in the hosted widget, its order paid with the virtual card. */
export function isHosted({ flow }: Pick<LeaseRecord, "flow">): boolean {
  return flow === "hosted"
}

type OfOrder = Pick<LeaseRecord, "order_id" | "placed_at">

/** A lease for an order that exists already, until it pays that order: the new contract of an edited order, or a lease offered by link. */
export function isForExistingOrder(lease: OfOrder): boolean {
  return lease.order_id !== null && lease.placed_at === null
}

/** Staff offered this lease by link, for an order that nobody has paid. */
export function isByLink(lease: OfOrder & Pick<LeaseRecord, "linked_at">): boolean {
  return isForExistingOrder(lease) && lease.linked_at !== null
}

/** Its order waits for this lease: for its signature, or for the payment after it. */
export function orderAwaits(lease: LeaseState & OfOrder): boolean {
  return isForExistingOrder(lease) && !isEnded(lease)
}

/** Its shopper still has to sign, and before that perhaps to apply. */
export const AWAITING_SIGNATURE: readonly LeaseStatus[] = [...UNSIGNED, "open", "submitting", "pending", "undecided"]

/** Its order waits for the signature. */
export function orderAwaitsSignature(lease: LeaseState & OfOrder): boolean {
  return isForExistingOrder(lease) && AWAITING_SIGNATURE.includes(lease.status)
}

/** The order is placed on the browser's report alone. */
export function isUnconfirmed(lease: LeaseState & Signature): boolean {
  return awaitsDelivery(lease) && !isSure(lease)
}

/** Only the browser reported the signature, and the service's answers carry no status. While `signing`, the order is placed anyway. */
export function isReported(lease: Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isBrowserReported(lease) && lease.service_status === ""
}

/** The contract is out, and only the browser reported its signature. */
export function isMaybeSigned(lease: LeaseState & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isSigning(lease) && isReported(lease)
}

/** The contract was handed out, the service's answers carry no status, and no browser reported a signature: it may or may not be signed. */
export function isUnreported(lease: LeaseState & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isSigning(lease) && !hasEvidence(lease) && lease.service_status === ""
}

/** Signed, and the first payment is open: nothing is left to sign, and nothing can be ordered. */
export function awaitsFirstPayment(lease: LeaseState & Pick<LeaseRecord, "contracts_received_at">): boolean {
  return isSigning(lease) && lease.contracts_received_at !== null
}
