import type { LeaseRecord } from "./records"
import { CLOSED, type LeaseStatus, OVER } from "./state-machine"

/*
 * The meanings of a status, one name for each. The state machine says what may happen next.
 */

type Standing = { status: LeaseStatus }

/** Nothing was made of it yet: no application was sent, and no success of the widget came. */
export function isNew({ status }: Standing): boolean {
  return status === "open"
}

/** The service priced its cart, and the contract is not signed yet. */
export function isOffered({ status }: Standing): boolean {
  return status === "offered" || status === "signing"
}

/** The contract was handed out: it can be signed at any moment. */
export function isSigning({ status }: Standing): boolean {
  return status === "signing"
}

/** Signed; its order is not placed yet. */
export function awaitsOrder({ status }: Standing): boolean {
  return status === "signed" || status === "placing"
}

/** Signed, and no completion of its cart is in progress. */
export function isSigned({ status }: Standing): boolean {
  return status === "signed"
}

/** Approved, and nothing is offered. */
export function isApproved({ status }: Standing): boolean {
  return status === "approved"
}

/** A cart is being completed with it. */
export function isPlacing({ status }: Standing): boolean {
  return status === "placing"
}

/** Its order is placed and the lease is in force. */
export function isPlaced({ status }: Standing): boolean {
  return status === "placed" || status === "delivered"
}

/** Its order is placed; the lease runs from the delivery on. */
export function awaitsDelivery({ status }: Standing): boolean {
  return status === "placed"
}

/** The delivery is confirmed. */
export function isDelivered({ status }: Standing): boolean {
  return status === "delivered"
}

/** A cancellation was begun, and its end is not known. */
export function isCanceling({ status }: Standing): boolean {
  return status === "cancelling"
}

/** A cancellation or a return was begun, and its end is not known. */
export function isEnding({ status }: Standing): boolean {
  return status === "cancelling" || status === "returning"
}

/** Statuses of a lease that was placed and not canceled, a returned one included. */
export const ORDERED: readonly LeaseStatus[] = ["placed", "delivered", "returning", "returned"]

/** It was placed and not canceled; it may be returned by now. */
export function isOrdered({ status }: Standing): boolean {
  return ORDERED.includes(status)
}

/** Statuses in which a contract exists or may be signed at any moment, and its end is still to come. */
export const UNFINISHED: readonly LeaseStatus[] = ["signing", "signed", "placing", "placed", "cancelling", "returning"]

/** Its contract exists or may be signed at any moment, and something about it is still to be told to the operator. */
export function isUnfinished({ status }: Standing): boolean {
  return UNFINISHED.includes(status)
}

/** It has freed its cart: another lease may be opened for it. */
export function isClosed({ status }: Standing): boolean {
  return CLOSED.includes(status)
}

/** The service holds no lease any more: what is left to do concerns Medusa's books only. */
export function isOver({ status }: Standing): boolean {
  return OVER.includes(status)
}

/** Somebody said that its contract is signed: the service, a merchant, or only the shopper's browser. */
export function isSaidSigned(lease: Standing & Pick<LeaseRecord, "evidence">): boolean {
  return lease.evidence !== "none" && !isClosed(lease)
}

/**
 * The new contract of an order that was edited after its first one was signed, up to the moment from which the order goes on with it: the order is
 * there, and was never placed by this lease.
 */
export function isReplacement({
  way,
  order_id,
  placed_at,
}: Pick<LeaseRecord, "way" | "order_id" | "placed_at">): boolean {
  return way === "application" && order_id !== null && placed_at === null
}

/** An order that was edited waits for this new contract: for its signature, or for the payment after that. */
export function isAwaited(lease: Standing & Pick<LeaseRecord, "way" | "order_id" | "placed_at">): boolean {
  return isReplacement(lease) && !isOver(lease)
}

/** The new contract of an order that was edited waits for its signature. */
export function awaitsSignature(lease: Standing & Pick<LeaseRecord, "way" | "order_id" | "placed_at">): boolean {
  return isReplacement(lease) && (isApproved(lease) || isOffered(lease))
}

/** Made in the operator's widget, its order paid with the virtual card. */
export function isHosted({ way }: Pick<LeaseRecord, "way">): boolean {
  return way === "widget"
}

/** The signature is sure: the service said so, or a merchant did. */
export function isSure({ evidence }: Pick<LeaseRecord, "evidence">): boolean {
  return evidence === "verified" || evidence === "attested"
}

/** Its order is placed on a browser's word that the contract is signed. */
export function isUnconfirmed(lease: Standing & Pick<LeaseRecord, "evidence">): boolean {
  return awaitsDelivery(lease) && !isSure(lease)
}

/** Only the browser has reported the signature; the service's answers carry no status. While `signing`, the order is placed all the same. */
export function isReported({ evidence, service_status }: Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return evidence === "reported" && service_status === ""
}

/** Its contract was handed out, the service's answers carry no status, and no browser reported a signature: no one knows whether it is signed. */
export function isUnheard(lease: Standing & Pick<LeaseRecord, "evidence" | "service_status">): boolean {
  return isSigning(lease) && lease.evidence === "none" && lease.service_status === ""
}

/** Signed, and the service does not have the first payment yet: there is nothing left to sign, and nothing to order. */
export function awaitsFirstPayment(lease: Standing & Pick<LeaseRecord, "contracts_received_at">): boolean {
  return isSigning(lease) && lease.contracts_received_at !== null
}
