import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CartInput } from "../../../src/lease-cart"
import type { LedgerDeps } from "../../../src/modules/lease/accounts/deps"
import {
  type CartState,
  checkPlaceable,
  isOwn,
  type LeaseRecord,
  type MedusaSide,
  paidBy,
  recordOrder,
} from "../../../src/modules/lease/ledger"
import type { BusEvent } from "../../../src/modules/lease/rules/announcements"
import {
  type Books,
  type CompletionFault,
  canceledOrder,
  fakeMedusa,
  goodsOf,
  newOrder,
  type ShopOrder,
} from "./medusa"

/** The tables of a small shop in place of Medusa's: its carts, orders and payments survive crashes. */
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

export type Shop = ReturnType<typeof createShop>

type Row = { id: string; cart_id: string; data: ShopOrder }

/** The order of a row, whose times are ISO text. */
function orderOf({ data }: Row): ShopOrder {
  const moment = (at: Date | null) => at && new Date(at)
  const { createdAt, canceledAt, deliveredAt, shippedAt, payments } = data
  return {
    ...{ ...data, createdAt: new Date(createdAt), canceledAt: moment(canceledAt) },
    ...{ deliveredAt: moment(deliveredAt), shippedAt: moment(shippedAt) },
    payments: payments.map((payment) => ({ ...payment, capturedAt: moment(payment.capturedAt) })),
  }
}

/** `locks`: separate connections, so that waiting for a cart blocks no other work. */
export function createShop(knex: Knex, locks: Knex, deps: LedgerDeps) {
  const orderAt = async (where: Record<string, string>): Promise<ShopOrder | null> => {
    const row: Row | undefined = await knex("shop_order").where(where).first()
    return row ? orderOf(row) : null
  }
  const cartRow = async (id: string): Promise<{ cart: CartInput; session_id: string }> => {
    const row = await knex("shop_cart").where({ id }).first()
    if (!row) throw new Error("there is no such cart")
    return row
  }
  const insert = (order: ShopOrder) =>
    knex("shop_order").insert({ id: order.id, cart_id: order.cartId, data: JSON.stringify(order) })
  const change = ({ id }: Pick<ShopOrder, "id">, work: (order: ShopOrder) => Partial<ShopOrder>) =>
    knex.transaction(async (trx) => {
      const row: Row | undefined = await trx("shop_order").where({ id }).forUpdate().first()
      const order = row && { ...orderOf(row), ...work(orderOf(row)) }
      if (order)
        await trx("shop_order")
          .where({ id })
          .update({ data: JSON.stringify(order) })
      return order ?? null
    })
  const ofLease: Books["ofLease"] = async (lease) => {
    if (lease.order_id) return orderAt({ id: lease.order_id })
    const order = await orderAt({ cart_id: lease.cart_id })
    return order && isOwn(order, lease) ? order : null
  }

  const fake = fakeMedusa(deps, {
    newId: () => `order_${randomUUID()}`,
    cart: async (cartId) => {
      const { cart, session_id: sessionId } = await cartRow(cartId)
      return { cart, sessionId }
    },
    lockCart: (cartId, work) =>
      locks.transaction(async (trx) => {
        await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 7))", [cartId])
        return work()
      }),
    ofCart: (cartId) => orderAt({ cart_id: cartId }),
    ofLease,
    add: async (order) => Boolean(await insert(order)),
    remove: ({ id }) => knex("shop_order").where({ id }).delete(),
    change,
    changeOf: async (lease, work) => {
      const order = await ofLease(lease)
      return order && change(order, work)
    },
    bookRefunds: (order) =>
      change(order, ({ payments }) => ({ payments: payments.map(({ booked: _, ...payment }) => payment) })),
  })

  /** Starts paying a cart with another provider: the order exists, and its provider is being called. Does nothing for a cart with an order. */
  async function startCardPayment(cartId: string): Promise<void> {
    const { cart } = await cartRow(cartId)
    const order = newOrder(`order_${randomUUID()}`, cart, deps.now())
    // Core's lock on the cart lasts two minutes, but core waits for the provider indefinitely.
    await fake.lockCart(cartId, () => insert(order).onConflict().ignore())
  }

  /** Ends that call: the order is removed or paid. Does nothing if no provider is being called. The event may be lost. */
  async function endCardPayment(cartId: string, answer: "declined" | "paid", fault?: CompletionFault): Promise<void> {
    const order = await orderAt({ cart_id: cartId })
    // With a session, a lease pays the order, possibly by link. The card doesn't pay a linked order either, because staff created it.
    if (!order || order.sessions.length || order.heldByOthers || order.canceled) return
    if (await deps.store.ofOrder(order.id)) return
    if (answer === "declined") {
      await knex("shop_order").where({ id: order.id }).delete()
      return
    }
    const paid = await change(order, () => ({ heldByOthers: true }))
    if (paid && fault !== "event lost") await recordOrder(deps, paid)
  }

  const medusa: MedusaSide = {
    ...fake,
    mail: async ({ key, template, data }) => {
      await knex("shop_mail")
        .insert({ key, template, data: JSON.stringify(data) })
        .onConflict()
        .ignore()
    },
    // No rule covers these: `notices.spec.ts` checks that they contain each alert once.
    feed: async () => {},
    call: {
      ...fake.call,
      place_order: async (lease) => {
        if (await orderAt({ cart_id: lease.cart_id })) return
        const { cart, session_id: sessionId } = await cartRow(lease.cart_id)
        await checkPlaceable(deps, cart.id, { cart, sessionId })
        await fake.complete(lease.cart_id)
      },
    },
    factsOf: async (leases) => {
      const cartIds = leases.map(({ cart_id }) => cart_id)
      const orders: Row[] = await knex<Row>("shop_order").whereIn("cart_id", cartIds)
      const carts = await knex("shop_cart").whereIn("id", cartIds)
      const ofCart = new Map(orders.map((row) => [row.cart_id, orderOf(row)]))
      const sessions = new Map<string, string>(carts.map(({ id, session_id }) => [id, session_id]))
      return new Map(leases.map((lease) => [lease.id, factsOfLease(lease, ofCart, sessions)]))
    },
  }

  return {
    ...fake,
    ...medusa,
    newCart: async (cart: CartInput): Promise<void> => {
      await knex("shop_cart").insert({ id: cart.id, cart: JSON.stringify(cart), session_id: `payses_${randomUUID()}` })
    },
    /** A cart's payment session. */
    session: async (cartId: string) => (await cartRow(cartId)).session_id,
    orderOfCart: (cartId: string) => orderAt({ cart_id: cartId }),
    startCardPayment,
    endCardPayment,
    change,
    edit: (order: ShopOrder, asCart: CartInput) => change(order, () => goodsOf(asCart)),
    cancel: (order: ShopOrder) => change(order, (row) => canceledOrder(row, deps.now())),
    orders: async () => (await knex<Row>("shop_order")).map(orderOf),
  }
}

function factsOfLease(lease: LeaseRecord, orders: Map<string, ShopOrder>, sessions: Map<string, string>) {
  const ofCart = orders.get(lease.cart_id)
  const order = ofCart && (!lease.order_id || ofCart.id === lease.order_id) ? paidBy(ofCart, lease) : null
  const session = sessions.get(lease.cart_id)
  const cart: CartState | null =
    session && !lease.order_id ? { completed: order !== null, payments: [], sessionIds: [session] } : null
  return { order, recipientDiffers: false, cart }
}
