import { type CartInput, lineKey, parseAmount } from "../../../src/lease-cart"
import type { LedgerDeps } from "../../../src/modules/lease/accounts/deps"
import type { MedusaCall } from "../../../src/modules/lease/calls"
import {
  awaitingSession,
  type BackLine,
  checkCanAuthorize,
  checkCapturable,
  completionFailed,
  isByLink,
  isSigned,
  type LeaseRecord,
  type MedusaSide,
  type Order,
  orderAwaits,
  type Payment,
  paidBy,
  recordOrder,
  startOrder,
} from "../../../src/modules/lease/ledger"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { anOrder, aPayment } from "../../support/order"

/** A payment of an order. `booked`: the refunds booked with the order, while they differ from `refunded`. */
export type ShopPayment = Payment & { booked?: number }
export type ShopOrder = Omit<Order, "payments"> & { payments: ShopPayment[] }

type OfOrder = Pick<ShopOrder, "id">
type OfLease = Pick<LeaseRecord, "id" | "cart_id" | "order_id">
type Change = (order: ShopOrder) => ShopOrder

/**
 * Where the fake stores carts and orders. Each method is a step of a process: others may act before it, and the process may die before or after it.
 * `name`: the step's name in a path.
 */
export type Books = {
  newId(): string
  cart(cartId: string): Promise<{ cart: CartInput; sessionId: string }>
  lockCart: MedusaSide["lockCart"]
  ofCart(cartId: string): Promise<ShopOrder | null>
  /** The order that a lease pays or would pay. */
  ofLease(lease: OfLease): Promise<ShopOrder | null>
  /** Adds a new order, unless its cart has one. */
  add(order: ShopOrder): Promise<boolean>
  remove(order: OfOrder): Promise<void>
  /** Changes an order. Does nothing if there is none. */
  change(order: OfOrder, work: Change, name?: string): Promise<ShopOrder | null>
  /** Changes the order of a lease. Does nothing if there is none. */
  changeOf(lease: OfLease, work: Change, name: string): Promise<unknown>
  isSoldOut?(): Promise<boolean>
  /** Precedes a new order's event. */
  event?(): Promise<void>
  /** Whether the refund route has locked the order. */
  isRefunding?(): boolean
  /** Books the refunds with the order in a step of its own. */
  bookRefunds?(order: OfOrder): Promise<unknown>
}

/** Faults between core's own steps. */
export type CompletionFault = "event lost" | "fails after the authorization" | "the stock is locked"

/**
 * Medusa for the fault tests: core's order of steps, with its records in `books`. Like the plugin's own functions, each call reads first and skips
 * steps already carried out, so it may be interrupted anywhere and repeated.
 */
export function fakeMedusa(deps: LedgerDeps, books: Books) {
  async function authorize({ id, asCart: cart }: ShopOrder, sessionId: string): Promise<void> {
    const { lease, awaiting } = await startOrder(deps, { cart, sessionId, amount: parseAmount(cart.total ?? 0) })
    await books.change({ id }, (order) => authorized(order, sessionId, lease, awaiting))
  }

  /** Core writes the order's row, then authorizes the payment, then reserves the stock. */
  async function order(cartId: string, fault?: CompletionFault): Promise<{ id: string; isNew: boolean }> {
    const existing = await books.ofCart(cartId)
    // Core returns an existing order, even one whose completion died halfway, without sending its event again.
    if (existing) return { id: existing.id, isNew: false }
    const { cart, sessionId } = await books.cart(cartId)
    const id = books.newId()
    const made = newOrder(id, cart, deps.now(), sessionId)
    if (!(await books.add(made))) return { id, isNew: false }
    try {
      if (fault === "the stock is locked") throw new Error("many wait for the stock")
      await authorize(made, sessionId)
      if (fault === "fails after the authorization" || (await books.isSoldOut?.()))
        throw new Error("the stock was gone")
      return { id, isNew: true }
    } catch (error) {
      await books.remove({ id })
      const lease = await deps.store.ofCart(cartId)
      if (lease) await completionFailed(deps, lease.id, sessionId)
      throw error
    }
  }

  /** Completes a cart as core does. Returns the order's id. Throws the ledger's refusal. */
  async function complete(cartId: string, fault?: CompletionFault): Promise<string> {
    const { id, isNew } = await books.lockCart(cartId, () => order(cartId, fault))
    if (!isNew || fault === "event lost") return id
    // A process that dies here loses the event.
    await books.event?.()
    const made = await books.ofCart(cartId)
    if (made) await recordOrder(deps, made)
    return id
  }

  /** Core writes a refund first, then calls the provider with the earlier refunds, and removes the refund if the provider refuses it. */
  async function refund(order: OfOrder, leaseId: string, amount: number, ask: (refunded: number) => Promise<unknown>) {
    const book = (sum: number) => books.change(order, (row) => refunded(row, leaseId, sum), "the refund is written")
    const payments = (await book(amount))?.payments.filter(isOf({ id: leaseId })) ?? []
    try {
      await ask(payments.reduce((sum, { refunded }) => sum + refunded, -amount))
    } catch (error) {
      await book(-amount)
      throw error
    }
  }

  const call: Record<MedusaCall, (lease: LeaseRecord) => Promise<void>> = {
    place_order: async (lease) => void (await complete(lease.cart_id)),
    authorize_payment: async (lease) => {
      const order = await books.ofLease(lease)
      const sessionId = order && awaitingSession(order)
      if (sessionId && !paidBy(order, lease).payments.length) await authorize(order, sessionId)
    },
    capture_payment: async (lease) => {
      const order = await books.ofLease(lease)
      const isDue = ({ leaseId, captured, canceled }: Payment) => leaseId === lease.id && !captured && !canceled
      if (!order?.payments.some(isDue)) return
      const columns = { captured: lease.amount ?? 0, capturedAt: deps.now() }
      await checkCapturable(deps, lease.id, async () => paidBy(order, lease))
      await books.change(order, (row) => paymentsOf(row, (payment) => isDue(payment) && { ...payment, ...columns }))
    },
    replace_payment: (lease) => replacePayment(lease, deps, books),
    cancel_order: async (lease) =>
      void (await books.changeOf(lease, (order) => canceledOrder(order, deps.now()), "the order is canceled")),
    mark_delivered: async (lease) => {
      const at = deps.now()
      await books.changeOf(
        lease,
        (order) => ({ ...order, delivered: order.pieces, deliveredAt: order.deliveredAt ?? at }),
        "the parcels are marked as delivered",
      )
    },
    close_payment: async (lease) =>
      void (await books.changeOf(lease, (order) => closed(order, isOf(lease)), "the payment is closed")),
  }
  return { complete, refund, call, lockCart: books.lockCart, checkFollowUp: async () => {} }
}

/** Follows `src/medusa/replace-payment.ts`. */
async function replacePayment(lease: LeaseRecord, deps: LedgerDeps, books: Books): Promise<void> {
  const order = await books.ofLease(lease)
  if (!order || order.canceled || !isSigned(lease)) return
  if (order.status === "draft") await books.change(order, (row) => ({ ...row, status: "pending" }))
  if (paidBy(order, lease).payments.every(({ canceled }) => canceled)) {
    await books.change(order, (row) => {
      if (books.isRefunding?.()) throw new LedgerRefusal("busy")
      if (row.total !== lease.amount) throw new LedgerRefusal("replace_other_sum")
      if (isByLink(lease) && row.heldByOthers) throw new LedgerRefusal("lease_link_paid")
      return closed(row, (payment) => !isOf(lease)(payment), !books.bookRefunds)
    })
    await books.bookRefunds?.(order)
    const amount = unpaidOf((await books.ofLease(lease)) ?? order)
    const paying = await deps.store.ofOrder(order.id)
    if (!paying || !orderAwaits(paying)) throw new LedgerRefusal("no_open_cart")
    checkCanAuthorize(paying, amount)
    await books.change(order, (row) => authorized(row, `session of ${paying.id}`, lease))
  }
  const after = await books.ofLease(lease)
  const sessions = after?.sessions.filter(({ leaseId }) => leaseId === lease.id) ?? []
  if (!after || !sessions.length) throw new LedgerRefusal("store_failed")
  await recordOrder(deps, { ...after, sessions }, { isPaid: true })
}

/** An order that core makes from a cart. `sessionId`: our payment session; omitted for an order to be paid with another method. */
export function newOrder(id: string, cart: CartInput, createdAt: Date, sessionId?: string): ShopOrder {
  const sessions = sessionId === undefined ? [] : [{ id: sessionId, status: "pending", leaseId: null }]
  return { ...anOrder({ id, createdAt, cartId: cart.id, sessions, payments: [] }), ...goodsOf(cart) }
}

/** The fields of an order that come from its lines. */
export function goodsOf(cart: CartInput): Pick<ShopOrder, "asCart" | "total" | "lines" | "pieces"> {
  const lines = (cart.items ?? []).map((line): BackLine => {
    const quantity = parseAmount(line.quantity) / 100
    return { key: lineKey(line), quantity, unitPrice: parseAmount(line.unit_price), returned: 0 }
  })
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return { asCart: cart, total: parseAmount(cart.total ?? 0), lines, pieces }
}

const isOf =
  ({ id }: { id: string }) =>
  ({ leaseId }: Payment) =>
    leaseId === id

/** The order with some payments changed. */
function paymentsOf(order: ShopOrder, change: (payment: ShopPayment) => ShopPayment | false): ShopOrder {
  return { ...order, payments: order.payments.map((payment) => change(payment) || payment) }
}

/** Our session is authorized with one payment, or is pending at the service. */
function authorized(order: ShopOrder, id: string, lease: LeaseRecord, awaiting = false): ShopOrder {
  const session = { id, status: awaiting ? "pending_authorization" : "authorized", leaseId: lease.id }
  const sessions = [...order.sessions.filter((other) => other.id !== id), session]
  const isPaid = awaiting || paidBy(order, lease).payments.some(({ canceled }) => !canceled)
  const payments = isPaid ? order.payments : [...order.payments, aPayment({ captured: 0, leaseId: lease.id })]
  return { ...order, sessions, payments }
}

/** Cancels or refunds the order's payments, or the selected ones. `isBooked`: the refunds are booked with the order, as core does. */
function closed(order: ShopOrder, isClosed: (payment: Payment) => boolean = () => true, isBooked = true): ShopOrder {
  return paymentsOf(order, (payment) => {
    const { booked = payment.refunded, ...row } = payment
    const { captured } = payment
    return isClosed(payment) && { ...row, refunded: captured, canceled: captured === 0, ...(!isBooked && { booked }) }
  })
}

/** Core's cancellation of an order and its payments. */
export function canceledOrder(order: ShopOrder, canceledAt: Date): ShopOrder {
  return order.canceled ? order : { ...closed(order), canceled: true, cancelable: false, canceledAt }
}

function refunded(order: ShopOrder, leaseId: string, sum: number): ShopOrder {
  const isCaptured = (payment: Payment) => payment.leaseId === leaseId && payment.captured > 0
  if (!order.payments.some(isCaptured)) throw new LedgerRefusal("store_failed")
  return paymentsOf(order, (payment) => {
    if (!isCaptured(payment)) return false
    if (payment.refunded + sum > payment.captured) throw new LedgerRefusal("store_failed")
    return { ...payment, refunded: payment.refunded + sum }
  })
}

/** The unpaid part of an order: its total less captures, plus refunds, as booked with the order. */
function unpaidOf({ total, payments }: ShopOrder): number {
  return payments.reduce((sum, { captured, refunded, booked = refunded }) => sum - captured + booked, total)
}
