import type { TaxedBy } from "../../../lease-cart"

/** The names of a lease's events on Medusa's event bus (docs/events.md). */
export const LeaseEvents = {
  APPLIED: "lease.applied",
  APPROVED: "lease.approved",
  DENIED: "lease.denied",
  /** The contract was handed out and can be signed. */
  SIGNING: "lease.signing",
  /** The contract is signed, according to the service or, if the service provides no status, the shopper's browser. */
  SIGNED: "lease.signed",
  PLACED: "lease.placed",
  /** The delivery is confirmed, so the lease has begun. */
  DELIVERED: "lease.delivered",
  RETURNED: "lease.returned",
  CANCELED: "lease.canceled",
  /** The service reported that the approval or the contract is no longer valid. */
  EXPIRED: "lease.expired",
  /** The order was edited and its contract canceled, so the shopper has a new contract to sign. */
  CONTRACT_REPLACED: "lease.contract_replaced",
  /** An alert was raised, so staff must look at the lease. */
  NEEDS_ATTENTION: "lease.needs_attention",
} as const

export type LeaseEventName = (typeof LeaseEvents)[keyof typeof LeaseEvents]

/** The `data` of a lease event. It contains nothing about a person. */
export type LeaseEventData = {
  /** The lease's ID in the ledger. */
  id: string
  /** Identifies the event, which may be sent more than once. */
  event_id: string
  /** Higher for later events of the same lease. */
  sequence: number
  cart_id: string
  /** The lease's order at the time of the event. */
  order_id: string | null
  /** Who charges sales tax: the store, with the order, or the operator, in which case the order has none. Null before the first offer. */
  taxed_by: TaxedBy | null
  /** Only for `lease.needs_attention`: the code of the alert (docs/alerts.md). */
  alert?: string
}

export type BusEvent = { name: LeaseEventName; data: LeaseEventData }
