import { randomUUID } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import type { MedusaCall } from "../../../src/modules/lease/calls"
import {
  type CartState,
  confirmDelivery,
  isForExistingOrder,
  isSigned,
  type LeaseRecord,
  type MedusaSide,
  type Order,
  type Payment,
  recordOrder,
  startOrder,
} from "../../../src/modules/lease/ledger"
import type { FeedEntry, Mail } from "../../../src/modules/lease/outbox/medusa"
import { anOrder, aPayment } from "../../support/order"

const SESSION = "payses_1"

/** An order that belongs to whichever lease reads it. */
type FakeOrder = Order & { recipientDiffers?: boolean }

/** Medusa's side of the pending calls, for tests of the ledger alone. The test sets the orders and carts. */
export type MedusaRoom = MedusaSide & {
  orders: Map<string, FakeOrder>
  /** Records the carts passed to the ledger. Orders are created from the latest one. */
  hears(given: readonly unknown[]): void
  carts: Map<string, CartState>
  made: { call: MedusaCall; leaseId: string }[]
  /** Errors for the next calls of a kind to throw. */
  refuse: Partial<Record<MedusaCall, Error>>
  mails: Mail[]
  /** The dashboard's notifications. As in Medusa, each key can appear only once. */
  fed: FeedEntry[]
}

export function medusaRoom(room: { accountDeps: AccountDeps }): MedusaRoom {
  const orders = new Map<string, FakeOrder>()
  const known = new Map<string, CartInput>()
  const carts = new Map<string, CartState>()
  const made: MedusaRoom["made"] = []
  const refuse: MedusaRoom["refuse"] = {}
  const mails: Mail[] = []
  const fed: FeedEntry[] = []
  const call = (name: MedusaCall, work: (lease: LeaseRecord) => void | Promise<void>) => async (lease: LeaseRecord) => {
    const error = refuse[name]
    if (error) throw error
    made.push({ call: name, leaseId: lease.id })
    await work(lease)
  }
  // An order that awaits a new contract has the previous lease's payments.
  const shown = (lease: LeaseRecord) => {
    const order = orderOf(lease) ?? orders.get(lease.cart_id) ?? null
    if (!order) return { order, recipientDiffers: false }
    const { recipientDiffers = false, ...books } = order
    const sessions = order.sessions.map((session) => ({ ...session, leaseId: lease.id }))
    const made = { ...books, ...madeOf(lease, order), sessions }
    return { order: { ...made, ...(isForExistingOrder(lease) && { payments: [] }) }, recipientDiffers }
  }
  const madeOf = ({ cart_id: cartId }: LeaseRecord, { asCart }: Order) => ({
    cartId,
    asCart: known.get(cartId) ?? asCart,
  })
  const orderOf = (lease: LeaseRecord) => {
    const ofCart = orders.get(lease.cart_id)
    if (!lease.order_id && ofCart && !ofCart.heldByOthers) return ofCart
    return [...orders.values()].find(({ id }) => id === lease.order_id)
  }
  return {
    orders,
    hears: (given) => {
      for (const one of given as (CartInput | undefined)[]) if (one?.items) known.set(one.id, one)
    },
    carts,
    made,
    refuse,
    factsOf: async (leases) =>
      new Map(leases.map((lease) => [lease.id, { ...shown(lease), cart: carts.get(lease.cart_id) ?? null }])),
    checkFollowUp: async () => {},
    lockCart: (_cartId, work) => work(),
    mails,
    mail: async (mail) => void mails.push(mail),
    fed,
    feed: async (entry) => {
      if (!fed.some(({ key }) => key === entry.key)) fed.push(entry)
    },
    call: {
      place_order: call("place_order", (lease) => {
        orders.set(lease.cart_id, orderOfCart(sessions(lease.session_id ?? SESSION)))
      }),
      authorize_payment: call("authorize_payment", (lease) => {
        const order = orderOf(lease)
        if (order) Object.assign(order, { ...sessions(), payments: [payment()] })
      }),
      capture_payment: call("capture_payment", (lease) => {
        for (const entry of orderOf(lease)?.payments ?? [])
          Object.assign(entry, { captured: lease.amount ?? 0, capturedAt: room.accountDeps.now() })
      }),
      replace_payment: call("replace_payment", async (lease) => {
        const order = orderOf(lease)
        if (!order || order.canceled || !isSigned(lease)) return
        Object.assign(order, { ...(!order.sessions.length && sessions()), payments: [payment()] })
        await recordOrder(room.accountDeps, { ...order, ...madeOf(lease, order) }, { isPaid: true })
      }),
      cancel_order: call("cancel_order", (lease) => {
        const order = orderOf(lease)
        if (order) order.canceled = true
      }),
      mark_delivered: call("mark_delivered", (lease) => {
        const order = orderOf(lease)
        if (order) Object.assign(order, { delivered: order.pieces, deliveredAt: room.accountDeps.now() })
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
 * Places a signed cart's order as Medusa does, and records it on the lease. Pass `recipient` to send the order to someone other than the signed
 * cart's recipient.
 */
export async function placeOrder(
  { accountDeps, medusa }: { accountDeps: AccountDeps; medusa: MedusaRoom },
  { cart, recipient }: { cart: CartInput; recipient?: CartInput },
): Promise<Order> {
  await startOrder(accountDeps, { cart: recipient ?? cart, sessionId: SESSION })
  const order = orderOfCart({ cartId: cart.id, asCart: recipient ?? cart })
  medusa.orders.set(cart.id, order)
  await recordOrder(accountDeps, order)
  return order
}

export async function deliverLease({ accountDeps }: { accountDeps: AccountDeps }, leaseId: string): Promise<void> {
  const lease = (await accountDeps.store.byId(leaseId)) as LeaseRecord
  const date = accountDeps.now().toISOString().slice(0, 10)
  const actor = { by: "merchant", id: "user_ana" } as const
  await confirmDelivery(accountDeps, lease, { date, order: null, actor })
}

/** Returns an unshipped order with one uncaptured payment. */
export function orderOfCart(change: Partial<Order> = {}): FakeOrder {
  const createdAt = new Date(Date.now() - 10 * 60_000)
  const own = { id: `order_${randomUUID()}`, displayId: 1, createdAt, total: 43_999, pieces: 1 }
  return anOrder({ ...own, ...sessions(), payments: [payment()], ...change })
}

/** Overrides for an order placed and paid with another payment method. */
export const BY_OTHERS = { sessions: [], payments: [], heldByOthers: true }

function sessions(id = SESSION): Pick<Order, "sessions"> {
  return { sessions: [{ id, status: "authorized", leaseId: null }] }
}

function payment(): Payment {
  return aPayment({ id: `pay_${randomUUID()}`, captured: 0 })
}
