import type { MedusaContainer } from "@medusajs/framework/types"
import { queryOf, readRow, readRows } from "../../../../medusa/read/carts"
import { readCartStates, readLastReturn, readOrder } from "../../../../medusa/read/orders"
import { type LedgerDeps, ledgerDepsOf } from "../../../../modules/lease"
import {
  awaitsOrder,
  type CardSources,
  cardFacts,
  isClosed,
  isHosted,
  type LeaseRecord,
  leaseCard,
  NEEDED_ENTRIES,
  type Order,
  paidBy,
} from "../../../../modules/lease/ledger"
import { LedgerRefusal } from "../../../../modules/lease/texts/messages"
import type { AdminLeaseView } from "../../../admin-types"
import { toAdminLeaseView } from "./admin-lease-view"

export type LeaseAndOrder = { lease: LeaseRecord; order: Order | null }

/**
 * Returns an order's lease, or null (after only two small queries) if the order was paid another way. Also finds the lease by the order's cart,
 * because an order isn't recorded on its lease if its event was lost or the lease already had an order. If only an alert mentions the order, returns
 * the lease without the order. Doesn't change anything, not even an expired lease's status.
 */
export async function findOrderLease(scope: MedusaContainer, orderId: string): Promise<LeaseAndOrder | null> {
  const lease = (await ledgerDepsOf(scope).store.ofOrder(orderId)) ?? (await leaseOfCart(scope, orderId))
  const order = lease && (await readableOrder(lease, () => readOrder(queryOf(scope), orderId)))
  return order && concerns(lease, order) ? { lease, order: asPaidBy(lease, order) } : null
}

async function leaseOfCart(scope: MedusaContainer, orderId: string): Promise<LeaseRecord | null> {
  const order = await readRow<{ cart?: { id: string } | null }>(queryOf(scope), "order", orderId, ["id", "cart.id"])
  return order?.cart ? ledgerDepsOf(scope).store.ofCart(order.cart.id) : null
}

/**
 * Returns a lease by ID, with its order or the order placed from its cart. If that order now belongs to a later lease, returns the lease without it.
 * Throws LedgerRefusal if there is no such lease.
 */
export async function findLease(scope: MedusaContainer, leaseId: string): Promise<LeaseAndOrder> {
  const { store } = ledgerDepsOf(scope)
  const lease = await store.byId(leaseId)
  if (!lease) throw new LedgerRefusal("lease_not_found", {}, { kind: "not_found" })
  const order = await readableOrder(lease, async () => {
    if (lease.order_id && (await store.ofOrder(lease.order_id))?.id !== lease.id) return null
    const orderId = lease.order_id ?? (await orderOfCart(scope, lease))
    return orderId ? readOrder(queryOf(scope), orderId) : null
  })
  return { lease, order: order && concerns(lease, order) ? asPaidBy(lease, order) : null }
}

/**
 * Returns the order placed from the lease's cart. Null if that order belongs to another lease, which is possible because a released cart can be
 * leased again.
 */
async function orderOfCart(scope: MedusaContainer, lease: LeaseRecord): Promise<string | null> {
  const orderId = (await readCartStates(queryOf(scope), [lease])).get(lease.id)?.orderId ?? null
  const other = orderId ? await ledgerDepsOf(scope).store.ofOrder(orderId) : null
  // `other` may also be this lease, if the order's event has just recorded the order on it.
  return !other || other.id === lease.id ? orderId : null
}

/** Reads an order. Throws LedgerRefusal if one of its amounts is unreadable. */
async function readableOrder({ reference }: LeaseRecord, read: () => Promise<Order | null>): Promise<Order | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new LedgerRefusal("order_unreadable", { reference }, { cause: error })
  }
}

/** Whether an order concerns a lease: it is recorded on the lease, paid for by it, or named by one of its alerts. */
function concerns(lease: LeaseRecord, order: Order): boolean {
  if (lease.order_id === order.id || order.sessions.length > 0) return true
  // A hosted lease's virtual card pays through another provider, so the order may not be recorded on the lease yet.
  if (isHosted(lease) && awaitsOrder(lease)) return true
  return lease.alerts.some(({ params }) => params.order_id === order.id)
}

/** Returns the order if the lease pays for it. Otherwise returns null, even if an alert names the order. */
function asPaidBy(lease: LeaseRecord, order: Order): Order | null {
  const otherwise = lease.order_id === null && !isHosted(lease) && order.sessions.length === 0
  return otherwise ? null : paidBy(order, lease)
}

const SHOWN = 10

/** Reads the data for the Lease card from the ledger and Medusa. Makes no call to the service and doesn't change anything. */
export async function readSources(
  scope: MedusaContainer,
  found: LeaseAndOrder,
  permitted: boolean,
): Promise<CardSources> {
  const deps = ledgerDepsOf(scope)
  const { order } = found
  const { id } = found.lease
  const [pendingCalls, recent, entries, lastReturn] = await Promise.all([
    deps.store.pendingCalls.ofLease(id),
    deps.store.histories.page(id, { limit: SHOWN }),
    deps.store.histories.newestOf([id], NEEDED_ENTRIES),
    order?.returned ? readLastReturn(queryOf(scope), order.id) : null,
  ])
  // Read the lease last, so a call that ends in the meantime appears in progress rather than finished without an effect.
  const [current, names] = await Promise.all([
    deps.store.byId(id),
    readNames(scope, [...recent, ...entries, ...pendingCalls]),
  ])
  const lease = current ?? found.lease
  const newest = new Map(entries.map((entry) => [entry.type, entry]))
  // Most orders have only one lease, so skip the query for them.
  const mayHaveMore = lease.order_id && (isClosed(lease) || newest.has("contract_replaced"))
  const all = mayHaveMore ? await deps.store.allOfOrder(lease.order_id ?? "") : []
  const place = all.findIndex((one) => one.id === id)
  const [former, next] = [all[place - 1] ?? null, all[place + 1] ?? null]
  const returnChecked = newest.get("return_checked")
  const facts = cardFacts(deps, { lease, order, pendingCalls, returnChecked, lastReturn }, new Date())
  return { lease, order, facts, recent, newest, lastReturn, former, next, names, permitted }
}

export function adminLeaseView(deps: LedgerDeps, sources: CardSources): AdminLeaseView {
  return toAdminLeaseView(sources, leaseCard(deps, sources))
}

/** Returns the names of the dashboard users who acted, by user ID. Omits API keys, which have no name. */
export async function readNames(
  scope: MedusaContainer,
  acts: readonly { actor_id: string | null }[],
): Promise<Map<string, string>> {
  type User = { id: string; first_name: string | null; last_name: string | null; email: string }
  const ids = [...new Set(acts.flatMap(({ actor_id }) => actor_id ?? []))]
  const users = await readRows<User>(queryOf(scope), "user", ids, ["id", "first_name", "last_name", "email"])
  return new Map(
    users.map((user) => [user.id, [user.first_name, user.last_name].filter(Boolean).join(" ") || user.email]),
  )
}
