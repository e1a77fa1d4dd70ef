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
