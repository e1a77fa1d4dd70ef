import type { LedgerDeps } from "../../modules/lease"
import {
  awaitsDelivery,
  isHosted,
  type LastParcel,
  type LeaseRecord,
  type MedusaFacts,
  type Order,
  paidBy,
  recipientDiffers,
  settingsOf,
} from "../../modules/lease/ledger"
import type { Query } from "./carts"
import { type CartReading, readCartStates, readLastParcels, readOrders } from "./orders"

/**
 * Returns the state of these leases' orders and carts in Medusa, by lease ID. Medusa creates an order, links it to its cart and closes the cart in
 * separate steps, which it may undo while we are reading. To detect this, carts with an order are read again after the order. If a lease's two
 * readings differ, or its order disappeared in between, the lease is omitted.
 */
export async function leaseFacts(
  query: Query,
  deps: LedgerDeps,
  leases: LeaseRecord[],
): Promise<Map<string, MedusaFacts>> {
  const unplaced = leases.filter(({ order_id }) => !order_id)
  const carts = await readCartStates(query, unplaced)
  const orderIdOf = (lease: LeaseRecord) => lease.order_id ?? carts.get(lease.id)?.orderId ?? null
  const orders = await readOrders(query, [...new Set(leases.flatMap((lease) => orderIdOf(lease) ?? []))])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const parcels = await parcelsToSend(query, deps, { leases, orders: byId })
  const doubtful = unplaced.filter(({ id }) => carts.get(id)?.completed)
  const again = await readCartStates(query, doubtful)
  const changed = new Set(doubtful.filter(({ id }) => !isSame(carts.get(id), again.get(id))).map(({ id }) => id))
  return new Map(
    leases.flatMap((lease) => {
      const orderId = orderIdOf(lease)
      const order = byId.get(orderId ?? "") ?? null
      const cart = carts.get(lease.id) ?? null
      if (changed.has(lease.id) || (!lease.order_id && orderId && order?.cartId !== lease.cart_id)) return []
      const differs = recipientDiffers(deps, lease, order)
      const parcel = parcels.get(lease.order_id ?? "") ?? null
      return [[lease.id, { order: order && paidBy(order, lease), recipientDiffers: differs, cart, parcel }]]
    }),
  )
}

/** Returns the last parcels of the orders whose delivery may be confirmed, if their account sends them. Most stores need no query. */
async function parcelsToSend(
  query: Query,
  deps: LedgerDeps,
  { leases, orders }: { leases: LeaseRecord[]; orders: ReadonlyMap<string, Order> },
): Promise<Map<string, LastParcel>> {
  const sends = (lease: LeaseRecord) => awaitsDelivery(lease) && sendsParcel(deps, lease)
  const ids = leases.filter(sends).flatMap(({ order_id: id }) => (id && orders.get(id)?.shipped ? id : []))
  return ids.length ? readLastParcels(query, ids) : new Map()
}

/** Returns the order's last parcel, if the account sends it with the delivery. */
export async function parcelToSend(query: Query, deps: LedgerDeps, lease: LeaseRecord): Promise<LastParcel | null> {
  if (!lease.order_id || !sendsParcel(deps, lease)) return null
  return (await readLastParcels(query, [lease.order_id])).get(lease.order_id) ?? null
}

function sendsParcel(deps: LedgerDeps, lease: LeaseRecord): boolean {
  return settingsOf(deps, lease).sendTracking !== undefined && !isHosted(lease)
}

function isSame(before: CartReading | undefined, after: CartReading | undefined): boolean {
  return before?.completed === after?.completed && before?.orderId === after?.orderId
}
