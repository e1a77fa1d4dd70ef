import type { LeaseEventType } from "./state-machine"

/** News of a lease, by the names under which it is put on Medusa's event bus (docs/events.md). */
export const LeaseEvents = {
  /** An application was sent. */
  APPLIED: "lease.applied",
  APPROVED: "lease.approved",
  DENIED: "lease.denied",
  /** The contract was handed out and can be signed. */
  SIGNING: "lease.signing",
  /** The contract is signed. Where the service gives no status: the shopper's browser says so. */
  SIGNED: "lease.signed",
  /** The order is placed. */
  PLACED: "lease.placed",
  /** The delivery is confirmed: the lease has begun. */
  DELIVERED: "lease.delivered",
  RETURNED: "lease.returned",
  CANCELED: "lease.canceled",
  /** The approval or the contract is over, by the service's own word. */
  EXPIRED: "lease.expired",
  /** The order was edited and its contract canceled: the shopper has a new contract to sign. */
  CONTRACT_REPLACED: "lease.contract_replaced",
  /** A person must look at the lease: an alert was raised. */
  NEEDS_ATTENTION: "lease.needs_attention",
} as const

/** The name of an event. */
export type LeaseEventName = (typeof LeaseEvents)[keyof typeof LeaseEvents]

/** The `data` of such an event: ids only. */
export type LeaseEventData = {
  /** The ledger's id of the lease. */
  id: string
  /** Names this event. It may come again, under the same name. */
  event_id: string
  /** Counts up: of two events of a lease the later one has the greater number. */
  sequence: number
  cart_id: string
  /** The order at the time of the event. */
  order_id: string | null
  /** `lease.needs_attention`: the code of the alert (docs/alerts.md). */
  alert?: string
}

/** An event as it is put on the bus. */
export type BusEvent = { name: LeaseEventName; data: LeaseEventData }

/** The transitions that are told, when they change where the lease stands. */
export const announced: Partial<Record<LeaseEventType, LeaseEventName>> = {
  application_sent: LeaseEvents.APPLIED,
  application_approved: LeaseEvents.APPROVED,
  approval_taken: LeaseEvents.APPROVED,
  contract_replaced: LeaseEvents.CONTRACT_REPLACED,
  application_denied: LeaseEvents.DENIED,
  contract_requested: LeaseEvents.SIGNING,
  signature_verified: LeaseEvents.SIGNED,
  signature_reported: LeaseEvents.SIGNED,
  widget_succeeded: LeaseEvents.SIGNED,
  order_placed: LeaseEvents.PLACED,
  order_placed_unreported: LeaseEvents.PLACED,
  delivery_confirmed: LeaseEvents.DELIVERED,
  settled_as_delivered: LeaseEvents.DELIVERED,
  return_done: LeaseEvents.RETURNED,
  settled_as_returned: LeaseEvents.RETURNED,
  cancel_done: LeaseEvents.CANCELED,
  settled_as_canceled: LeaseEvents.CANCELED,
  lease_expired: LeaseEvents.EXPIRED,
}
