import type { LeaseRecord } from "./records"
import { CLOSED, EVIDENCE, type LeaseStatus, OVER, UNMADE } from "./state-machine"

/* The meanings of a status, of a signature's evidence and of a way, one name for each. The state machine says what may happen next. */

type Standing = { status: LeaseStatus }

const is =
  (...statuses: readonly LeaseStatus[]) =>
  ({ status }: Standing): boolean =>
    statuses.includes(status)

/** Nothing was made of it yet: no application was sent, and no success of the widget came. */
export const isNew = is("open")
/** Its application is being sent, and is not answered yet. */
export const isSubmitting = is("submitting")
/** Its application was sent, and no answer came. */
export const isUndecided = is("undecided")
/** The service has its application, and has not decided yet. */
export const isPending = is("pending")
/** Its application was denied. */
export const isDenied = is("denied")
/** Approved, and nothing is offered. */
export const isApproved = is("approved")
/** The contract was handed out: it can be signed at any moment. */
export const isSigning = is("signing")
/** Signed, and no completion of its cart is in progress. */
export const isSigned = is("signed")
/** A cart is being completed with it. */
export const isPlacing = is("placing")
/** Its order is placed; the lease runs from the delivery on. */
export const awaitsDelivery = is("placed")
/** The delivery is confirmed. */
export const isDelivered = is("delivered")
/** A cancellation was begun, and its end is not known. */
export const isCanceling = is("canceling")
/** A return was begun, and its end is not known. */
export const isReturning = is("returning")
/** A cancellation or a return was begun, and its end is not known. */
export const isEnding = is("canceling", "returning")
/** Its contract is canceled. */
export const isCanceled = is("canceled")
/** The goods went back, and the lease ended with that. */
export const isReturned = is("returned")
/** The service ended the approval or the contract. */
export const isExpired = is("expired")
/** Another lease took its place. */
export const isSuperseded = is("superseded")

/** The service priced its cart, and the contract is not signed yet. */
export const OFFERED: readonly LeaseStatus[] = ["offered", "signing"]
export const isOffered = is(...OFFERED)

/** An approval whose contract was not handed out: nothing can be signed. */
export const NOT_SIGNABLE: readonly LeaseStatus[] = ["approved", "offered"]

/** Approved, and not signed yet. */
export const UNSIGNED: readonly LeaseStatus[] = [...NOT_SIGNABLE, "signing"]
export const isUnsigned = is(...UNSIGNED)

/** Signed; its order is not placed yet. */
export const AWAITING_ORDER: readonly LeaseStatus[] = ["signed", "placing"]
export const awaitsOrder = is(...AWAITING_ORDER)

/** An approval, before it and up to its order. */
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

/** From `placing` on a lease belongs to one payment session and one order. */
export const BOUND: readonly LeaseStatus[] = ["placing", ...ORDERED, "canceling", "canceled"]

/** Its contract exists or may be signed at any moment, and something about it is still to be told to the operator. */
export const UNFINISHED: readonly LeaseStatus[] = ["signing", "signed", "placing", "placed", "canceling", "returning"]
export const isUnfinished = is(...UNFINISHED)

/** No contract was made of it, and its cart is still taken. */
export const isUnmade = is(...UNMADE)
/** It has freed its cart: another lease may be opened for it. */
export const isClosed = is(...CLOSED)
/** The service holds no lease any more: what is left to do concerns Medusa's books only. */
export const isOver = is(...OVER)

type Signature = Pick<LeaseRecord, "evidence">

/** Somebody said that its contract is signed: the service, a merchant, or only the shopper's browser. */
export function hasEvidence<T extends Signature>(
  lease: T,
): lease is T & { evidence: Exclude<LeaseRecord["evidence"], "none"> } {
  return lease.evidence !== "none"
}

/** The same of a lease that has not freed its cart. */
export function isSaidSigned(lease: Standing & Signature): boolean {
  return hasEvidence(lease) && !isClosed(lease)
}

const signatureIs =
  (...words: readonly LeaseRecord["evidence"][]) =>
  ({ evidence }: Signature): boolean =>
    words.includes(evidence)

/** Only the shopper's browser said that its contract is signed. */
export const isOnBrowsersWord = signatureIs("reported")
/** The service said that its contract is signed. */
export const isVerified = signatureIs("verified")
/** A merchant said that its contract is signed. */
export const isAttested = signatureIs("attested")
/** The signature is sure: the service said so, or a merchant did. */
export const isSure = signatureIs("verified", "attested")
/** Evidence of a signature that is not sure. */
export const UNSURE = EVIDENCE.filter((evidence) => !isSure({ evidence }))

/** Made in the operator's widget, its order paid with the virtual card. */
export function isHosted({ way }: Pick<LeaseRecord, "way">): boolean {
  return way === "widget"
}

type OfOrder = Pick<LeaseRecord, "way" | "order_id" | "placed_at">

/** The new contract of an order edited after its signature, until the order goes on with it: the order exists, and this lease never placed it. */
export function isReplacement(lease: OfOrder): boolean {
  return !isHosted(lease) && lease.order_id !== null && lease.placed_at === null
}

/** An order that was edited waits for this new contract: for its signature, or for the payment after that. */
export function isAwaited(lease: Standing & OfOrder): boolean {
  return isReplacement(lease) && !isOver(lease)
}

/** The new contract of an order that was edited waits for its signature. */
export function awaitsSignature(lease: Standing & OfOrder): boolean {
  return isReplacement(lease) && isUnsigned(lease)
}

/** Its order is placed on a browser's word that the contract is signed. */
export function isUnconfirmed(lease: Standing & Signature): boolean {
  return awaitsDelivery(lease) && !isSure(lease)
}

/** Only the browser has reported the signature; the service's answers carry no status. While `signing`, the order is placed all the same. */
export function isReported(lease: Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isOnBrowsersWord(lease) && lease.service_status === ""
}

/** Its contract was handed out, the service's answers carry no status, and no browser reported a signature: no one knows whether it is signed. */
export function isUnheard(lease: Standing & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isSigning(lease) && !hasEvidence(lease) && lease.service_status === ""
}

/** Signed, and the service does not have the first payment yet: there is nothing left to sign, and nothing to order. */
export function awaitsFirstPayment(lease: Standing & Pick<LeaseRecord, "contracts_received_at">): boolean {
  return isSigning(lease) && lease.contracts_received_at !== null
}
