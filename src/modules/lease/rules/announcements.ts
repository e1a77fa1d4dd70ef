/** The names of a lease's events on Medusa's event bus (docs/events.md). */
export const LeaseEvents = {
  /** An application was sent. */
  APPLIED: "lease.applied",
  APPROVED: "lease.approved",
  DENIED: "lease.denied",
  /** The contract was handed out and can be signed. */
  SIGNING: "lease.signing",
  /** The contract is signed; if the service gives no status, the shopper's browser reported it. */
  SIGNED: "lease.signed",
  /** The order is placed. */
  PLACED: "lease.placed",
  /** The delivery is confirmed: the lease has begun. */
  DELIVERED: "lease.delivered",
  RETURNED: "lease.returned",
  CANCELED: "lease.canceled",
  /** The service reported that the approval or the contract is no longer valid. */
  EXPIRED: "lease.expired",
  /** The order was edited and its contract canceled: the shopper has a new contract to sign. */
  CONTRACT_REPLACED: "lease.contract_replaced",
  /** An alert was raised: staff must look at the lease. */
  NEEDS_ATTENTION: "lease.needs_attention",
} as const

/** The name of an event. */
export type LeaseEventName = (typeof LeaseEvents)[keyof typeof LeaseEvents]

/** The `data` of such an event: ids only. */
export type LeaseEventData = {
  /** The ledger's id of the lease. */
  id: string
  /** Identifies this event, which may be sent more than once. */
  event_id: string
  /** Of two events of a lease, the later one has the greater number. */
  sequence: number
  cart_id: string
  /** The order at the time of the event. */
  order_id: string | null
  /** `lease.needs_attention`: the code of the alert (docs/alerts.md). */
  alert?: string
}

/** An event as it is put on the bus. */
export type BusEvent = { name: LeaseEventName; data: LeaseEventData }
