import type { LeaseRecord } from "./records"
import { CLOSED, ENDED, type LeaseStatus, UNFINISHED, WITHOUT_CONTRACT } from "./state-machine"

/* Named predicates for a lease's status, evidence and flow. Which actions are allowed is defined in `state-machine.ts`. */

type LeaseState = { status: LeaseStatus }

const is =
  (...statuses: readonly LeaseStatus[]) =>
  ({ status }: LeaseState): boolean =>
    statuses.includes(status)

/** No application has been sent, and the widget hasn't reported success. */
export const isNew = is("open")
/** The application is being sent and hasn't been answered yet. */
export const isSubmitting = is("submitting")
/** The application was sent, but the service didn't respond. */
export const isUndecided = is("undecided")
/** The service has the application but hasn't decided on it yet. */
export const isPending = is("pending")
export const isDenied = is("denied")
/** The application is approved, but no cart has been offered yet. */
export const isApproved = is("approved")
/** The contract was handed out and can be signed at any moment. */
export const isSigning = is("signing")
/** The contract is signed, and no completion of the cart is in progress. */
export const isSigned = is("signed")
/** A completion of the cart is in progress. */
export const isPlacing = is("placing")
/** The order is placed, and the lease begins on delivery. */
export const awaitsDelivery = is("placed")
/** The delivery is confirmed. */
export const isDelivered = is("delivered")
/** A cancellation has begun, and its outcome is unknown. */
export const isCanceling = is("canceling")
/** A return has begun, and its outcome is unknown. */
export const isReturning = is("returning")
/** A cancellation or a return has begun, and its outcome is unknown. */
export const isEnding = is("canceling", "returning")
export const isCanceled = is("canceled")
/** The goods were returned, which ended the lease. */
export const isReturned = is("returned")
/** The service ended the approval or the contract. */
export const isExpired = is("expired")
export const isSuperseded = is("superseded")

/** The service has priced the cart, and the contract isn't signed yet. */
export const OFFERED: readonly LeaseStatus[] = ["offered", "signing"]
export const isOffered = is(...OFFERED)

/** The application is approved, but no contract is signed yet. */
export const UNSIGNED: readonly LeaseStatus[] = ["approved", ...OFFERED]
export const isUnsigned = is(...UNSIGNED)

/** The contract is signed, but the order isn't placed yet. */
export const AWAITING_ORDER: readonly LeaseStatus[] = ["signed", "placing"]
export const awaitsOrder = is(...AWAITING_ORDER)

/** The statuses from the application until the order. */
export const BEFORE_ORDER: readonly LeaseStatus[] = [
  ...UNSIGNED,
  ...AWAITING_ORDER,
  "submitting",
  "pending",
  "undecided",
]

/** The order is placed, and the lease is in force. */
export const PLACED: readonly LeaseStatus[] = ["placed", "delivered"]
export const isPlaced = is(...PLACED)

/** The order was placed and not canceled. The lease may have been returned since. */
export const ORDERED: readonly LeaseStatus[] = [...PLACED, "returning", "returned"]
export const isOrdered = is(...ORDERED)

/** The statuses from `placing` on, in which a lease belongs to one payment session and one order. */
export const BOUND: readonly LeaseStatus[] = ["placing", ...ORDERED, "canceling", "canceled"]

export const isUnfinished = is(...UNFINISHED)

/** No contract can be signed yet, and no other lease may be opened for the cart. */
export const isWithoutContract = is(...WITHOUT_CONTRACT)
/** Another lease may be opened for the cart. */
export const isClosed = is(...CLOSED)
/** The service no longer has a lease, so only Medusa's books are left to update. */
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

/** The lease was made in the hosted widget, and its order is paid with the virtual card. */
export function isHosted({ flow }: Pick<LeaseRecord, "flow">): boolean {
  return flow === "hosted"
}

type OfOrder = Pick<LeaseRecord, "order_id" | "placed_at">

/** The lease is for an existing order and hasn't paid for it yet: an edited order's new contract, or a lease offered by link. */
export function isForExistingOrder(lease: OfOrder): boolean {
  return lease.order_id !== null && lease.placed_at === null
}

/** Staff offered this lease by link for an order that nobody has paid. */
export function isByLink(lease: OfOrder & Pick<LeaseRecord, "linked_at">): boolean {
  return isForExistingOrder(lease) && lease.linked_at !== null
}

/** The order is waiting for this lease's signature, or for the payment that follows it. */
export function orderAwaits(lease: LeaseState & OfOrder): boolean {
  return isForExistingOrder(lease) && !isEnded(lease)
}

/** The shopper still has to sign, and may have to apply first. */
export const AWAITING_SIGNATURE: readonly LeaseStatus[] = [...UNSIGNED, "open", "submitting", "pending", "undecided"]

/** The existing order is waiting for the shopper to sign. */
export function orderAwaitsSignature(lease: LeaseState & OfOrder): boolean {
  return isForExistingOrder(lease) && AWAITING_SIGNATURE.includes(lease.status)
}

/** The order was placed based only on the browser's report. */
export function isUnconfirmed(lease: LeaseState & Signature): boolean {
  return awaitsDelivery(lease) && !isSure(lease)
}

/** Only the browser reported the signature, and the service's responses include no status. A `signing` lease's order is placed anyway. */
export function isReported(lease: Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isBrowserReported(lease) && lease.service_status === ""
}

/** The contract was handed out, and only the browser has reported its signature. */
export function isMaybeSigned(lease: LeaseState & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isSigning(lease) && isReported(lease)
}

/** The contract was handed out, but the service's responses include no status and no browser reported a signature, so it may or may not be signed. */
export function isUnreported(lease: LeaseState & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isSigning(lease) && !hasEvidence(lease) && lease.service_status === ""
}

/** The contract is signed, but the first payment is pending, so nothing is left to sign, and no order can be placed yet. */
export function awaitsFirstPayment(lease: LeaseState & Pick<LeaseRecord, "contracts_received_at">): boolean {
  return isSigning(lease) && lease.contracts_received_at !== null
}
