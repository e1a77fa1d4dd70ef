import { asOfNow, type CardFacts } from "../../../../../src/modules/lease/card/state"
import type { RaisedAlertCode } from "../../../../../src/modules/lease/rules/alert-codes"
import type { CallKind, PendingCall } from "../../../../../src/modules/lease/rules/pending-calls"
import type { LeaseStatus } from "../../../../../src/modules/lease/rules/state-machine"
import type { MessageCode } from "../../../../../src/modules/lease/texts/messages"
import { anOrder, aPayment, LEASE_ID } from "../../../../support/order"

export const SINCE = "2026-11-20T10:00:00.000Z"
/** A time this long after `SINCE` (ms). */
export const later = (ms: number) => new Date(Date.parse(SINCE) + ms)

export type Lease = Partial<CardFacts["lease"]>
export type Order = Partial<NonNullable<CardFacts["order"]>> | null
export type Change = Partial<Omit<CardFacts, "lease" | "order">> & { lease?: Lease; order?: Order }

/** Staff with the right, and the operator that they contact. */
export const OPERATOR = {
  permitted: true,
  operator: { name: "Acorn Leasing", contact: "help@acorn.example", merchantContact: "stores@acorn.example" },
}

/** A lease order of two units, placed an hour ago, verified, captured and unshipped, with changes. */
export function facts({ lease, order, ...rest }: Change = {}): CardFacts {
  return asOfNow({
    lease: {
      ...{ flow: "api", status: "placed", status_at: new Date(SINCE), amount: 120_000, currency_code: "usd" },
      ...{ alerts: [], evidence: "verified", service_status: "Lease Accepted", signed_at: new Date(SINCE) },
      ...{ order_id: "order_1", linked_at: null, placed_at: new Date(SINCE), delivered_at: null, delivery_date: null },
      ...{ accepted_order: null, reductions: null, order_link: null, delivery_link: null },
      ...{ application_id: "APP-4711", hosted_id: null, id: LEASE_ID, approved_until: null, held_at: null, ...lease },
    },
    order: order === null ? null : anOrder({ total: 120_000, ...holds(120_000), ...order }),
    ...{
      returnNumber: null,
      partDue: null,
      pendingCalls: [],
      claimed: false,
      returnCheck: null,
      captureOn: "order",
      timeZone: "UTC",
      alertAfterDays: { shipped: 7, signed: 21 },
    },
    ...{ confirmDeliveryOn: "delivered", abandonAfter: 86_400_000, now: later(3_600_000), ...rest },
  })
}
/** The order's money in Medusa's books: what is left of the capture (cents); only authorized; refunded; never paid. */
export const holds = (sum: number) => ({ payments: [aPayment({ captured: 120_000, refunded: 120_000 - sum })] })
export const UNCAPTURED = { payments: [aPayment({ captured: 0 })] }
export const GIVEN_BACK = holds(0)
export const UNPAID = { payments: [] }

/** A lease, placed or of this status, with changes to lease and order, and its calls. */
export const placed = (order: Order = {}, lease: Lease = {}, ...pendingCalls: PendingCall[]): Change => ({
  lease,
  order,
  pendingCalls,
})
export const is = (status: LeaseStatus, lease: Lease = {}, order: Order = {}, ...pendingCalls: PendingCall[]): Change =>
  placed(order, { status, ...lease }, ...pendingCalls)
/** It has no order, or one that isn't recorded. */
export const unplaced = (status: LeaseStatus, lease: Lease = {}, ...pendingCalls: PendingCall[]) =>
  is(status, { order_id: null, ...lease }, null, ...pendingCalls)
export const unrecorded = (status: LeaseStatus, lease: Lease = {}) => is(status, { order_id: null, ...lease })
/** It runs. */
export const runs = (order: Order = {}, lease: Lease = {}, ...pendingCalls: PendingCall[]) =>
  is("delivered", { delivered_at: later(0), delivery_date: "2026-11-20", ...lease }, order, ...pendingCalls)
/** Made in the operator's widget. */
export const hosted = (lease: Lease = {}, order: Order = {}, ...pendingCalls: PendingCall[]) =>
  placed(order, { flow: "hosted", evidence: "reported", service_status: null, ...lease }, ...pendingCalls)
/** The new contract of an order edited after the signature. */
export const anew = (status: LeaseStatus, lease: Lease = {}, order: Order = {}, ...pendingCalls: PendingCall[]) =>
  is(status, { placed_at: null, ...lease }, order, ...pendingCalls)

/** Offered by link for an unpaid order. */
export const byLink = (status: LeaseStatus, lease: Lease = {}, order: Order = {}) =>
  anew(status, { linked_at: new Date(SINCE), ...lease }, { payments: [], ...order })

/** An order, delivered in full, with this many units returned. */
export const ARRIVED = { shipped: true, delivered: 2 }
export const back = (returned: number, more: Order = {}) => ({ ...ARRIVED, returned, ...more })
/** A lease whose signature was only reported; one with these alerts. */
export const REPORTED = { evidence: "reported", service_status: "" } as const
export const raised = (...codes: RaisedAlertCode[]) => codes.map((code) => ({ code, params: {}, since: SINCE }))
export const alert = (...codes: RaisedAlertCode[]) => ({ alerts: raised(...codes) })
/** Facts where the service accepts no return. */
export const NOT_RETURNABLE = { returnCheck: { eligible: false, at: later(0) } }

/** A call, due for an hour and never tried, with changes. */
export function call(kind: CallKind, change: Partial<PendingCall> = {}): PendingCall {
  return {
    ...{ id: `leasecall_${kind}`, lease_id: "lease_1", kind, state: "due", attempts: 0, due_at: new Date(SINCE) },
    ...{ claim_token: null, sent: false, detail: {}, actor: "system", actor_id: null, last_error: null },
    ...{ created_at: new Date(SINCE), finished_at: null, ...change },
  }
}

const FAILURE = { code: "service_unreachable", params: {}, at: SINCE } as const

/** The same call at its stages. */
export const running = (kind: CallKind) => call(kind, { state: "running", attempts: 1, due_at: later(3_700_000) })
export const failed = (kind: CallKind) =>
  call(kind, { attempts: 1, due_at: later(3_660_000), last_error: { ...FAILURE } })
export const refused = (kind: CallKind) =>
  call(kind, { state: "refused", attempts: 1, last_error: { ...FAILURE, code: "call_refused" } })
/** Refused before it was sent, because of its one-time URL. */
export const unsent = (kind: CallKind, code: MessageCode) =>
  call(kind, { state: "refused", attempts: 1, last_error: { ...FAILURE, code } })
export const unknown = (kind: CallKind) =>
  call(kind, { state: "unknown", attempts: 2, sent: true, last_error: { ...FAILURE, code: "result_unknown" } })
