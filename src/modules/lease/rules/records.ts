import type { InferTypeOf } from "@medusajs/framework/types"
import type { PricingLine } from "../../../client"
import type { MappedCart } from "../../../lease-cart"
import type { LeaseChoice } from "../models/choice"
import type { LeaseCode, LeaseOutage } from "../models/counters"
import type { Lease, LeaseAnnouncement, LeaseEvent } from "../models/lease"
import type { RaisedAlertCode } from "./alert-codes"
import type { LeaseEventName } from "./announcements"
import type { ACTORS, LeaseStatus } from "./state-machine"
import type { WidgetToken } from "./widget-tokens"

/** A raised alert, stored until it is cleared or resolved. */
export type RaisedAlert = { code: RaisedAlertCode; params: Record<string, string>; since: string }

/** A cart completion in progress: the token that ends it, and when it began (ISO string). */
export type Completion = { token: string; at: string }

/** The cart as sent to the service, for display and comparison. Amounts in `cart` are in major units, all others in cents. */
export type Snapshot = ReturnType<typeof snapshotOf>

export function snapshotOf({ currency: _currency, ...snapshot }: MappedCart) {
  return snapshot
}

/**
 * A change to one line, in cents. With `return`, units went back, at `price` each and `tax` in total. With `lower`, `price` is the new price of each
 * unit. `number` is the line's number in the cart as sent, counted from 1.
 */
export type ReducedLine = {
  action: "return" | "lower"
  number: number
  identifier: string
  quantity: number
  price: number
  tax: number
}

/** A partial return or lowered price that the service accepted. It reduces the lease by `amount` (cents). */
export type Reduction = { amount: number; lines: ReducedLine[] }

/** Columns that the ledger never reads. */
type Unread = "updated_at" | "deleted_at"

type LeaseJson = {
  snapshot: Snapshot | null
  sent: Snapshot | null
  pricing: PricingLine[] | null
  lease_key_hashes: string[]
  alerts: RaisedAlert[]
  completions: Completion[] | null
  accepted_order: AcceptedOrder | null
  reductions: Reduction[] | null
  widget_tokens: WidgetToken[] | null
}

/** A row of the `lease` table. Amounts are in cents. */
export type LeaseRecord = Omit<InferTypeOf<typeof Lease>, Unread | keyof LeaseJson> & LeaseJson

export type HistoryRecord = Omit<InferTypeOf<typeof LeaseEvent>, Unread>
export type ChoiceRecord = Omit<InferTypeOf<typeof LeaseChoice>, Unread | "created_at">
export type CodeRecord = Omit<InferTypeOf<typeof LeaseCode>, Unread>
/** The calls that have gone unanswered since the service last responded. */
export type OutageRecord = Omit<InferTypeOf<typeof LeaseOutage>, Unread | "id" | "created_at">
/** A lease announcement that hasn't been sent everywhere yet. */
export type Announcement = Omit<InferTypeOf<typeof LeaseAnnouncement>, Unread> & { name: LeaseEventName }

/** Who made a change. `id` is the dashboard user's ID, if staff made the change. */
export type Actor = { by: (typeof ACTORS)[number]; id?: string }

/** `consent_texts` has the texts of the accepted items, by ID. */
export type ConsentGiven = { consent_version: string; consent_language: string; consent_texts: Record<string, string> }

/** The operator's text next to the offer, as the shopper confirmed it. */
export type Acknowledgment = { disclosure_version: string; disclosure_language: string; disclosure_text: string }

/** Set if the application form's mailbox differs from the cart's, because anyone who knows the cart's ID can change its email address. */
export type OtherMailbox = { other_mailbox?: true }

/** The prefixes of history entries for service calls. */
export type CallWord = "cancel" | "delivery" | "return" | "order_id"

/** A service call's history entries. Dates are `YYYY-MM-DD`. */
type CallEntry =
  | { type: `${CallWord}_${"refused" | "not_sent" | "unanswered"}`; detail: { reason: string } }
  | { type: "cancel_requested" }
  | { type: "canceled"; detail: { status?: string } }
  | { type: "delivery_requested" | "delivery_confirmed"; detail: { date: string } }
  | { type: "return_checked"; detail: { eligible: boolean } }
  /** `date` is the date and time as sent to the service. */
  | { type: "return_requested" | "returned"; detail: { date: string } }
  /** All values are formatted for display. `lines` has quantities and identifiers, `sum` is taken off the lease, and `left` is what remains. */
  | { type: "reduction_requested" | "reduced"; detail: { action: string; lines: string; sum: string; left: string } }
  | { type: "order_id_requested" | "order_id_sent"; detail: { display_id: string } }

/** Every type of history entry, with its details: IDs, codes, versions and times, never form values. */
export type HistoryEntry =
  | {
      type:
        | "lease_opened"
        | "cart_sent"
        | "total_missing"
        | "contract_handed_out"
        | "order_starting"
        | "lease_superseded"
        | "payment_authorized"
        | "payment_closed"
        | "order_canceled"
        | "marked_delivered"
        | "payment_replaced"
        | "replacement_dropped"
        | "signing_link_made"
        | "lease_linked"
        | "lease_link_withdrawn"
        | "widget_opened"
        | "widget_canceled"
        | "hold_released"
    }
  /** `account_id` is absent for the top-level account. */
  | { type: "application_sent"; detail: ConsentGiven & OtherMailbox & { attempt: number; account_id?: string } }
  /** `to` or `from` is the reference of the other cart's lease. The consent is the one given for the application. */
  | { type: "approval_moved"; detail: { to: string } }
  | { type: "approval_taken"; detail: { from: string } & OtherMailbox & Partial<ConsentGiven> }
  /** `from` is the reference of the lease whose contract was canceled because its order was edited. */
  | { type: "contract_replaced"; detail: { from: string } & OtherMailbox & Partial<ConsentGiven> }
  | { type: "application_answered"; detail: { status: string } }
  | { type: "disclosure_acknowledged"; detail: Acknowledgment }
  | { type: "application_unanswered" | "application_not_taken"; detail: { reason: string } }
  | { type: "offer_made"; detail: { amount: number; currency_code: string } }
  | { type: "offer_refused"; detail: { reason: string } }
  | { type: "signature_reported"; detail: { hint: string } }
  | { type: "signature_verified"; detail: { status: string } }
  | { type: "order_refused"; detail: { code: string; [param: string]: string } }
  | { type: "order_placed"; detail: { order_id: string; display_id: number } }
  | { type: "payment_captured" }
  | CallEntry
  | { type: "lease_expired"; detail: { status?: string } }
  /** `id` is the operator's ID for the lease. */
  | { type: "widget_answered"; detail: { status: string; id?: string } }
  | { type: "widget_approved" | "widget_succeeded"; detail: { id?: string } }
  | { type: "widget_failed"; detail: { reason: string; id?: string } }
  | { type: "widget_refused"; detail: { reason: string } }
  | { type: "status_checked"; detail: { status: string } }
  | { type: "attested"; detail: { note: string } }
  | { type: "resolved_by_hand"; detail: { outcome: string; note: string } }
  | { type: "retried"; detail: { kind: string } }
  | { type: "alert_raised"; detail: { code: RaisedAlertCode } }
  | { type: "erased"; detail: { cause: string } }

/**
 * The order as staff accepted it: total, returned units, money held by us and by others, and the lease's status. Amounts are in cents.
 * `undelivered_at` is when staff accepted that the order wasn't delivered yet.
 */
export type AcceptedOrder = {
  total: number
  returned: number
  held?: number
  heldElsewhere?: number
  status?: LeaseStatus
  undelivered_at?: string
}

/** The columns of a lease that a successful call can set. The migration's `lease_step` function lists the same columns. */
export const EFFECT_COLUMNS = [
  ...(["canceled_at", "delivered_at", "delivery_date", "delivery_link", "order_link"] as const),
  ...(["reductions", "returned_at"] as const),
]
export type EffectColumns = Partial<Pick<LeaseRecord, (typeof EFFECT_COLUMNS)[number]>>
