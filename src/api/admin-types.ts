import type { Params } from "./types"

/**
 * The wire of the plugin's admin routes. The dashboard imports these types and nothing else of the server. Times are ISO texts.
 */

/** Major units: 1234.5 is $1,234.50. */
export type Money = { amount: number; currency_code: string }

/** Where a lease stands for the merchant. Derived by the server; the dashboard maps it to a badge and computes nothing. */
export type AdminLeaseState =
  | "not_recorded"
  | "awaiting"
  | "not_confirmed"
  | "accepted"
  | "part_shipped"
  | "delivery_due"
  | "delivered"
  | "capture_open"
  | "sending"
  | "cancel_unknown"
  | "return_unknown"
  | "cancelled"
  | "returned"
  | "order_cancelled_lease_alive"
  | "amount_differs"
  | "needs_attention"

/**
 * One entry of the history. `key` names what happened (dashboard text `leaseToOwn.facts.<key>`); `actor` is the dashboard user's name, when a
 * merchant acted; `note` what that user wrote.
 */
export type LeaseFact = {
  key: string
  at: string
  by: "service" | "shopper" | "merchant" | "system"
  actor?: string
  note?: string
}

/** The lease of an order as the merchant sees it. Reading only: what a merchant may do (`can`) comes with the actions. */
export type AdminLeaseView = {
  id: string
  way: "application" | "widget"
  test: boolean
  state: AdminLeaseState
  /** Something is under way: ask again in a few seconds. */
  in_flight: boolean
  /** Random name of the lease, known to shopper and operator. */
  reference: string
  /** What the contract was signed for; null before a first offer. */
  leased: Money | null
  order_total: Money
  /** The payment in Medusa's books: when it is due to be captured, and when it was. */
  capture: { mode: "order" | "delivery"; done_at: string | null }
  /** The last talk with the lease service; `ok` false: no clear answer. */
  last_contact: { at: string; ok: boolean; operation: string } | null
  /** When the service approved, and when the contract was found signed and by whom. */
  approved_at: string | null
  signed: { at: string; evidence: "reported" | "verified" | "attested" } | null
  /** The newest ten, newest first. */
  facts: LeaseFact[]
  /** What a person must look at. `since` is null where nobody wrote down when it began. */
  attention: { code: string; params: Params; since: string | null }[]
  /** The one thing to do next; `action` names the button that does it, once there are buttons. */
  next_step: { code: string; params: Params; action?: string } | null
}

/** `GET /admin/lease-to-own/orders/:id`; null for orders without a lease and for unknown ones. */
export type OrderLeaseAnswer = { lease: AdminLeaseView | null }
