import { decideCalls } from "../../../../../src/modules/lease/decide/decide-calls"
import type { CartState, DecisionFacts, DueCall } from "../../../../../src/modules/lease/decide/decision"
import type { RaisedAlertCode } from "../../../../../src/modules/lease/rules/alert-codes"
import { type Order as LeaseOrder } from "../../../../../src/modules/lease/rules/order"
import type { PendingCall } from "../../../../../src/modules/lease/rules/pending-calls"
import { type CallKind, type CallState } from "../../../../../src/modules/lease/rules/pending-calls"
import type { LeaseRecord } from "../../../../../src/modules/lease/rules/records"
import type { LeaseStatus } from "../../../../../src/modules/lease/rules/state-machine"
import { AWAITING, anOrder, aPayment, LEASE_ID } from "../../../../support/order"

export { AWAITING }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const NOW = new Date("2026-11-21T12:00:00.000Z")
export const ago = (ms: number) => new Date(NOW.getTime() - ms)
export const hence = (ms: number) => new Date(NOW.getTime() + ms)

export const OPTIONS = {
  captureOn: "order",
  confirmDeliveryOn: "delivered",
  placeOrderAfter: 2 * MINUTE,
  abandonAfter: DAY,
  alertAfterDays: { shipped: 7, signed: 21 },
  timeZone: "America/Chicago",
} as const

export type Lease = Partial<LeaseRecord>
export type Order = Partial<LeaseOrder>
export type Change = {
  lease?: Lease
  order?: Order | null
  recipientDiffers?: boolean
  cart?: Partial<CartState> | null
  parcel?: DecisionFacts["parcel"]
  pendingCalls?: PendingCall[]
  options?: Partial<Parameters<typeof decideCalls>[1]>
}

const leaseOf = (change: Lease) =>
  ({
    ...{
      id: LEASE_ID,
      flow: "api",
      status: "placed",
      evidence: "verified",
      verified_at: NOW,
      amount: 45_400,
      currency_code: "usd",
      order_id: "order_1",
      alerts: [],
    },
    ...{
      contract_at: ago(HOUR),
      contracts_received_at: null,
      signed_at: ago(HOUR),
      placed_at: ago(HOUR),
      linked_at: null,
    },
    ...{ checked_at: ago(HOUR), status_at: ago(HOUR), accepted_order: null, snapshot: null, held_at: null },
    ...change,
  }) as LeaseRecord

const orderOf = (change: Order) => anOrder({ createdAt: ago(HOUR), ...change })

export const payment = aPayment
export const refunded = (sum: number) => ({ payments: [payment({ refunded: sum })] })
export const OPEN_PAYMENT = payment({ captured: 0 })
export const CANCELED_PAYMENT = payment({ captured: 0, canceled: true })
/** Authorized, not captured. */
export const OPEN = { payments: [OPEN_PAYMENT] }
/** Placed with another payment method: while its provider is still being called, and afterward. */
export const OTHERS = { sessions: [], payments: [] }
export const PAID_BY_CARD = { ...OTHERS, heldByOthers: true }

export const call = (kind: CallKind, state: CallState, change: Partial<PendingCall> = {}) =>
  ({ kind, state, actor: "system", attempts: 1, detail: {}, ...change }) as PendingCall
export const raised = (...codes: RaisedAlertCode[]) =>
  codes.map((code) => ({ code, params: {}, since: NOW.toISOString() }))

/** A placed, verified, captured, unshipped lease order, with changes. */
export const factsOf = ({
  lease = {},
  order = {},
  recipientDiffers = false,
  cart = null,
  parcel = null,
  pendingCalls = [],
}: Change): DecisionFacts => ({
  ...{ lease: leaseOf(lease), order: order && orderOf(order), recipientDiffers, parcel, pendingCalls, now: NOW },
  cart: cart && { completed: false, payments: [], sessionIds: ["payses_1"], ...cart },
})

/** The decision for these facts. */
export function decided({ options, ...change }: Change = {}) {
  return decideCalls(factsOf(change), { ...OPTIONS, ...options })
}

/** For a lease with an open cart and no order. */
export const unplaced = (status: LeaseStatus, lease: Lease = {}, more: Change = {}) =>
  decided({ lease: { status, order_id: null, placed_at: null, ...lease }, order: null, cart: {}, ...more })

/** For a placed lease of the operator's widget, its order paid by card. */
export function hosted(lease: Lease, order: Order | null, pendingCalls: PendingCall[] = []) {
  const own = { flow: "hosted", evidence: "reported", order_display_id: 7, widget_approved_at: ago(HOUR) } as const
  const paid = { ...PAID_BY_CARD, total: 1, pieces: 1 }
  return decided({ lease: { ...own, ...lease }, order: order && { ...paid, ...order }, pendingCalls })
}

export type Decision = ReturnType<typeof decided>
export type Expected = Partial<Record<keyof Decision, unknown>>

/** Tests a table of decisions, each with its expected part. */
export const table = (rows: [name: string, decision: Decision, expected: Expected][]) =>
  it.each(rows)("%s", (_, decision, expected) => expect(decision).toMatchObject(expected))

export const kinds = ({ calls }: { calls: DueCall[] }) => calls.map(({ kind }) => kind)
export const calls = (...kinds: CallKind[]) => ({ calls: kinds.map((kind) => ({ kind })) })
export const raises = (...raise: RaisedAlertCode[]) => ({ calls: [], raise })
export const reconciles = (ms: number) => ({ reconcileAt: hence(ms) })
export const has = (...codes: RaisedAlertCode[]) => expect.arrayContaining(codes)
/** A contract without an order is given up at a second reconciliation. */
export const gives = (cause: string, ...raise: RaisedAlertCode[]) => ({
  ...{ calls: [{ kind: "cancel_contract", detail: { cause }, delayMs: MINUTE }], raise },
  reconcileAt: hence(DAY),
})
export const NOTHING = { calls: [], record: false, raise: [], clear: [], reconcileAt: null }
export const NONE = calls()
export const READ = calls("read_status")
