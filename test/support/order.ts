import type { Order, Payment } from "../../src/modules/lease/ledger"

export const LEASE_ID = "lease_1"
export const SESSION = { id: "payses_1", status: "authorized", leaseId: LEASE_ID }
/** Overrides for an order whose signature the service hasn't confirmed, with its session still pending. */
export const AWAITING = { sessions: [{ ...SESSION, status: "pending_authorization" }] }

/** Returns a fully captured payment for the lease, with `change` applied. */
export function aPayment(change: Partial<Payment> = {}): Payment {
  const { captured = 45_400 } = change
  const capturedAt = captured ? new Date("2026-11-20T10:00:00.000Z") : null
  return {
    ...{ id: "pay_1", refunded: 0, canceled: false, leaseId: LEASE_ID, capturedAt, refundedAt: null },
    ...change,
    captured,
  }
}

/** Returns a captured, unshipped order of two units, paid for by a lease, with `change` applied. */
export function anOrder(change: Partial<Order> = {}): Order {
  return {
    ...{ id: "order_1", displayId: 7, cartId: "cart_1", status: "pending", canceled: false, cancelable: true },
    ...{ createdAt: new Date("2026-11-20T10:00:00.000Z"), canceledAt: null, total: 45_400, returnRequestedTotal: 0 },
    ...{ sessions: [SESSION], payments: [aPayment()], others: [], heldByOthers: false, heldElsewhere: 0 },
    ...{ isUntaxed: false, soldUntaxed: 0 },
    ...{ pieces: 2, delivered: 0, returned: 0, shipped: false, deliveredAt: null, shippedAt: null, lines: [] },
    asCart: { id: "cart_1", currency_code: "usd" },
    ...change,
  }
}
