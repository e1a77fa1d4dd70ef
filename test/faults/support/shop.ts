import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CartInput, parseAmount } from "../../../src/lease-cart"
import {
  type AccountDeps,
  type BusEvent,
  type CartState,
  checkCapturable,
  checkPlaceable,
  completionFailed,
  isOwn,
  type LeaseRecord,
  type MedusaCall,
  type MedusaSide,
  recordOrder,
  startOrder,
} from "../../support/ledger"
import { replacePayment } from "./replace-payment"
import {
  type Change,
  close,
  goodsOf,
  isCapturable,
  newOrder,
  newPayment,
  paidBy,
  paymentNow,
  type ShopOrder,
  toOrder,
} from "./shop-order"

/**
 * A small shop in PostgreSQL in place of Medusa: carts, orders and payments that survive crashes. It follows core's order of
 * steps: the order's row, the authorization, the payment, the event.
 */
export const SHOP_TABLES = `
  create table shop_cart (id text primary key, cart jsonb not null, session_id text not null);
  create table shop_order (id text primary key, cart_id text not null unique, data jsonb not null);
  create table shop_mail (key text primary key, template text not null, data jsonb not null);
  create table shop_event (place serial, lease_id text not null, name text not null, event_id text not null, sequence int not null)`

/** The event bus, which keeps its events in order. */
export async function takeEvents(knex: Knex, events: BusEvent[]): Promise<void> {
  await knex("shop_event").insert(
    events.map(({ name, data: { id, event_id, sequence } }) => ({ lease_id: id, name, event_id, sequence })),
  )
}

/** Faults between core's own steps. */
export type CompletionFault = "event lost" | "fails after the authorization" | "the stock is locked"

export type Shop = ReturnType<typeof createShop>

type Row = { id: string; cart_id: string; data: ShopOrder }

/** `locks`: separate connections, so that waiting for a cart blocks no other work. */
export function createShop(knex: Knex, locks: Knex, accountDeps: AccountDeps) {
  const orderRow = async (where: Record<string, string>): Promise<Row | null> =>
    (await knex("shop_order").where(where).first()) ?? null
  const cartRow = async (id: string): Promise<{ cart: CartInput; session_id: string }> => {
    const row = await knex("shop_cart").where({ id }).first()
    if (!row) throw new Error("there is no such cart")
    return row
  }
  const rowOf = async (lease: LeaseRecord) => {
    if (lease.order_id) return orderRow({ id: lease.order_id })
    const row = await orderRow({ cart_id: lease.cart_id })
    return row && isOwn(toOrder(row.data, lease), lease) ? row : null
  }

  const change: Change = (orderId, work) =>
    knex.transaction(async (trx) => {
      const row: Row | undefined = await trx("shop_order").where({ id: orderId }).forUpdate().first()
      if (!row) return null
      work(row.data)
      await trx("shop_order")
        .where({ id: orderId })
        .update({ data: JSON.stringify(row.data) })
      return row.data
    })

  const lockCart: MedusaSide["lockCart"] = (cartId, work) =>
    locks.transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 7))", [cartId])
      return work()
    })

  async function tell(order: ShopOrder, cartId: string, replaced?: { sessionId: string }): Promise<void> {
    const known = toOrder(order, { id: "", cart_id: cartId })
    const sessions = replaced ? [{ id: replaced.sessionId, status: "authorized", leaseId: null }] : known.sessions
    await recordOrder(accountDeps, { ...known, sessions }, { isPaid: replaced !== undefined })
  }

  async function authorize(orderId: string, cartId: string): Promise<boolean> {
    const row = await cartRow(cartId)
    const { cart, session_id: sessionId } = row
    const { lease, awaiting } = await startOrder(accountDeps, { cart, sessionId, amount: parseAmount(cart.total ?? 0) })
    await change(orderId, (order) => {
      order.leaseId = lease.id
      if (awaiting) order.awaitingSession = sessionId
      else if (!order.payments.length) Object.assign(order, { awaitingSession: null, payments: [newPayment(lease)] })
    })
    return awaiting
  }

  /** Completes a cart as core does. Returns the order's id; throws the ledger's refusal. */
  async function complete(cartId: string, fault?: CompletionFault): Promise<string> {
    const made = await lockCart(cartId, async () => {
      const existing = await orderRow({ cart_id: cartId })
      // Core returns an existing order, even one whose completion died halfway, without sending its event again.
      if (existing) return { id: existing.id, told: true }
      const row = await cartRow(cartId)
      const order = newOrder(row.cart, row.session_id, accountDeps.now())
      await knex("shop_order").insert({ id: order.id, cart_id: cartId, data: JSON.stringify(order) })
      try {
        if (fault === "the stock is locked") throw new Error("many wait for the stock")
        await authorize(order.id, cartId)
        if (fault === "fails after the authorization") throw new Error("the stock was gone")
        return { id: order.id, told: false }
      } catch (error) {
        await knex("shop_order").where({ id: order.id }).delete()
        const lease = await accountDeps.store.ofCart(cartId)
        if (fault && lease) await completionFailed(accountDeps, lease.id, row.session_id)
        throw error
      }
    })
    const row = await orderRow({ id: made.id })
    if (row && !made.told && fault !== "event lost") await tell(row.data, cartId)
    return made.id
  }

  /** Starts paying a cart with another provider: the order exists, and its provider is being called. Does nothing for a cart with an order. */
  async function askCard(cartId: string): Promise<void> {
    const row = await cartRow(cartId)
    const order = { ...newOrder(row.cart, row.session_id, accountDeps.now()), sessionIds: [] }
    // Core's lock on the cart lasts two minutes, but core waits for the provider indefinitely.
    await lockCart(cartId, () =>
      knex("shop_order")
        .insert({ id: order.id, cart_id: cartId, data: JSON.stringify(order) })
        .onConflict()
        .ignore(),
    )
  }

  /** Ends that call: the order is removed or paid. Does nothing if no provider is being called. The event may be lost. */
  async function cardAnswers(cartId: string, answer: "declined" | "paid", fault?: CompletionFault): Promise<void> {
    const row = await orderRow({ cart_id: cartId })
    if (!row || row.data.sessionIds.length || row.data.paidOtherwise || row.data.canceled) return
    // The order was paid by a lease by link.
    if (row.data.payments.length) return
    if (answer === "declined") {
      await knex("shop_order").where({ id: row.id }).delete()
      return
    }
    const paid = await change(row.id, (order) => Object.assign(order, { paidOtherwise: true }))
    if (paid && fault !== "event lost") await tell(paid, cartId)
  }

  /** Core's cancellation of the order and its open payments. */
  async function cancel(orderId: string): Promise<void> {
    await change(orderId, (order) => {
      order.canceled = true
      order.canceledAt = accountDeps.now().toISOString()
      order.payments.forEach(close)
    })
  }

  /**
   * Core's refund of an order's payment: its row first, then the provider, which gets the other refunds, too; the row is deleted if the provider
   * declines.
   */
  async function refund(orderId: string, amount: number, ask: (refunded: number) => Promise<unknown>): Promise<void> {
    const book = (sum: number) =>
      change(orderId, (order) => {
        const payment = paymentNow(order)
        if (!payment || payment.captured < payment.refunded + sum) throw new Error("There is no such sum to refund.")
        payment.refunded += sum
        payment.booked = payment.refunded
      })
    const row = await book(amount)
    try {
      await ask(((row && paymentNow(row)?.refunded) ?? 0) - amount)
    } catch (error) {
      await book(-amount)
      throw error
    }
  }

  const call: Record<MedusaCall, (lease: LeaseRecord) => Promise<void>> = {
    place_order: async (lease) => {
      if (await orderRow({ cart_id: lease.cart_id })) return
      const row = await cartRow(lease.cart_id)
      await checkPlaceable(accountDeps, row.cart.id, { cart: row.cart, sessionId: row.session_id })
      await complete(lease.cart_id)
    },
    authorize_payment: async (lease) => {
      const row = await rowOf(lease)
      if (row?.data.awaitingSession && !paidBy(row.data, lease).length) await authorize(row.id, row.cart_id)
    },
    capture_payment: async (lease) => {
      const row = await rowOf(lease)
      if (!row || !paidBy(row.data, lease).some(isCapturable)) return
      const capturedAt = accountDeps.now().toISOString()
      await checkCapturable(accountDeps, lease.id, async () => toOrder(row.data, lease))
      await change(row.id, (order) => {
        for (const payment of paidBy(order, lease).filter(isCapturable))
          Object.assign(payment, { captured: lease.amount, capturedAt })
      })
    },
    replace_payment: (lease) =>
      replacePayment(lease, {
        accountDeps,
        change,
        read: async () => (await rowOf(lease))?.data ?? null,
        record: (order, sessionId) => tell(order, lease.cart_id, { sessionId }),
      }),
    cancel_order: async (lease) => {
      const row = await rowOf(lease)
      if (row && !row.data.canceled) await cancel(row.id)
    },
    close_payment: async (lease) => {
      const row = await rowOf(lease)
      if (row) await change(row.id, (order) => paidBy(order, lease).forEach(close))
    },
  }

  const medusa: MedusaSide = {
    checkFollowUp: async () => {},
    lockCart,
    mail: async ({ key, template, data }) => {
      await knex("shop_mail")
        .insert({ key, template, data: JSON.stringify(data) })
        .onConflict()
        .ignore()
    },
    // No rule covers these: `notices.spec.ts` checks that they contain each alert once.
    feed: async () => {},
    call,
    factsOf: async (leases) => {
      const cartIds = leases.map(({ cart_id }) => cart_id)
      const orders: Row[] = await knex<Row>("shop_order").whereIn("cart_id", cartIds)
      const carts = await knex("shop_cart").whereIn("id", cartIds)
      const orderOf = new Map(orders.map((row) => [row.cart_id, row.data]))
      const sessionOf = new Map<string, string>(carts.map(({ id, session_id }) => [id, session_id]))
      return new Map(leases.map((lease) => [lease.id, factsOfLease(lease, orderOf, sessionOf)]))
    },
  }

  return {
    ...medusa,
    newCart: async (cart: CartInput): Promise<void> => {
      await knex("shop_cart").insert({ id: cart.id, cart: JSON.stringify(cart), session_id: `payses_${randomUUID()}` })
    },
    /** A cart's payment session. */
    session: async (cartId: string) => (await cartRow(cartId)).session_id,
    orderOfCart: async (cartId: string) => (await orderRow({ cart_id: cartId }))?.data ?? null,
    complete,
    askCard,
    cardAnswers,
    change,
    refund,
    edit: (orderId: string, asCart: CartInput) =>
      change(orderId, (order) => void Object.assign(order, goodsOf(asCart))),
    cancel,
    orders: async () => (await knex<Row>("shop_order")).map(({ data, cart_id }) => ({ ...data, cartId: cart_id })),
  }
}

function factsOfLease(lease: LeaseRecord, orders: Map<string, ShopOrder>, sessions: Map<string, string>) {
  const row = orders.get(lease.cart_id)
  const order = row ? toOrder(row, lease) : null
  const session = sessions.get(lease.cart_id)
  const cart: CartState | null =
    session && !lease.order_id ? { completed: order !== null, payments: [], sessionIds: [session] } : null
  return { order, recipientDiffers: false, cart }
}
