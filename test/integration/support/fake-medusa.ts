import { randomUUID } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import {
  type CartState,
  confirmDelivery,
  isReplacement,
  isSigned,
  type LeaseRecord,
  type Ledger,
  type Mail,
  type MedusaCall,
  type MedusaSide,
  type OrderState,
  recordOrder,
  startOrder,
} from "../../support/ledger"

/** The payment of a cart without another payment method. */
const SESSION = "payses_1"

/** Medusa's side of the pending calls for the ledger alone: orders and carts are what a test says they are. */
export type MedusaRoom = MedusaSide & {
  orders: Map<string, OrderState>
  carts: Map<string, CartState>
  /** Calls that were made to Medusa, with the lease's id. */
  made: { call: MedusaCall; leaseId: string }[]
  /** Errors that the next calls of a kind throw. */
  refuse: Partial<Record<MedusaCall, Error>>
  /** E-mails that were handed over. */
  mails: Mail[]
}

export function medusaRoom(room: { ledger: Ledger }): MedusaRoom {
  const orders = new Map<string, OrderState>()
  const carts = new Map<string, CartState>()
  const made: MedusaRoom["made"] = []
  const refuse: MedusaRoom["refuse"] = {}
  const mails: Mail[] = []
  const call = (name: MedusaCall, work: (lease: LeaseRecord) => void | Promise<void>) => async (lease: LeaseRecord) => {
    const error = refuse[name]
    if (error) throw error
    made.push({ call: name, leaseId: lease.id })
    await work(lease)
  }
  // The payments of an order that waits for a new contract are those of the lease before.
  const shown = (lease: LeaseRecord) => {
    const order = orderOf(lease) ?? orders.get(lease.cart_id) ?? null
    return order && isReplacement(lease) ? { ...order, payments: [] } : order
  }
  const orderOf = (lease: LeaseRecord) => {
    const ofCart = orders.get(lease.cart_id)
    if (!lease.order_id && ofCart?.own) return ofCart
    return [...orders.values()].find(({ id }) => id === lease.order_id)
  }
  return {
    orders,
    carts,
    made,
    refuse,
    factsOf: async (leases) =>
      new Map(leases.map((lease) => [lease.id, { order: shown(lease), cart: carts.get(lease.cart_id) ?? null }])),
    record: async (lease, order) => {
      const { id, sessionIds } = order
      const { fingerprint, cart_id: cartId } = lease
      await recordOrder(room.ledger, { id, displayId: 1, cartId, sessionIds, fingerprint })
    },
    lockCart: (_cartId, work) => work(),
    mails,
    mail: async (mail) => void mails.push(mail),
    call: {
      place_order: call("place_order", (lease) => {
        orders.set(lease.cart_id, orderOfCart({ sessionIds: [lease.session_id ?? SESSION] }))
      }),
      authorize_payment: call("authorize_payment", (lease) => {
        const order = orderOf(lease)
        if (order) Object.assign(order, { awaitingSession: null, payments: [payment()] })
      }),
      capture_payment: call("capture_payment", (lease) => {
        for (const entry of orderOf(lease)?.payments ?? []) entry.captured = lease.amount ?? 0
      }),
      replace_payment: call("replace_payment", async (lease) => {
        const order = orderOf(lease)
        if (!order || order.canceled || !isSigned(lease)) return
        order.payments = [payment()]
        const { id, sessionIds } = order
        const { fingerprint, cart_id: cartId } = lease
        await recordOrder(room.ledger, { id, displayId: 1, cartId, sessionIds, fingerprint, replaced: true })
      }),
      cancel_order: call("cancel_order", (lease) => {
        const order = orderOf(lease)
        if (order) order.canceled = true
      }),
      close_payment: call("close_payment", (lease) => {
        const { payments } = orderOf(lease) ?? carts.get(lease.cart_id) ?? { payments: [] }
        for (const entry of payments) {
          if (entry.captured) entry.refunded = entry.captured
          else entry.canceled = true
        }
      }),
    },
  }
}

/**
 * The order of a signed cart, placed as core places it and written down.
 *
 * @param recipient who it goes to, where that is not said by the cart it was signed for
 */
export async function placeOrder(
  { ledger, medusa }: { ledger: Ledger; medusa: MedusaRoom },
  { cart, recipient }: { cart: CartInput; recipient?: CartInput },
): Promise<OrderState> {
  const { lease } = await startOrder(ledger, { cart: recipient ?? cart, sessionId: SESSION })
  const order = orderOfCart()
  medusa.orders.set(cart.id, order)
  const { fingerprint } = lease
  const written = { id: order.id, displayId: 1, cartId: cart.id, sessionIds: [SESSION], fingerprint }
  await recordOrder(ledger, { ...written, ...(recipient && { recipient }) })
  return order
}

/** The delivery of a placed lease is confirmed today, by a person. */
export async function deliverLease({ ledger }: { ledger: Ledger }, leaseId: string): Promise<void> {
  const lease = (await ledger.store.byId(leaseId)) as LeaseRecord
  const date = ledger.now().toISOString().slice(0, 10)
  const actor = { by: "merchant", id: "user_ana" } as const
  await confirmDelivery(ledger, lease, { date, count: { pieces: 1, delivered: 1 }, actor })
}

/** An order with one open payment, nothing shipped. */
export function orderOfCart(change: Partial<OrderState> = {}): OrderState {
  return {
    id: `order_${randomUUID()}`,
    createdAt: new Date(Date.now() - 10 * 60_000),
    canceled: false,
    canceledAt: null,
    recipientDiffers: false,
    heldElsewhere: 0,
    total: 43_999,
    sessionIds: [SESSION],
    own: true,
    paidOtherwise: false,
    awaitingSession: null,
    payments: [payment()],
    shipped: false,
    deliveredAt: null,
    shippedAt: null,
    pieces: 1,
    returned: 0,
    ...change,
  }
}

function payment() {
  return { id: `pay_${randomUUID()}`, captured: 0, refunded: 0, canceled: false }
}
