import type { MedusaContainer } from "@medusajs/framework/types"
import { cents, formatMoney } from "../lease-cart"
import { LEASE_MODULE, ledgerDepsOf } from "../modules/lease"
import { type LeaseModuleService, type LeaseRecord, type RunOptions, recordOrder } from "../modules/lease/ledger"
import { medusaSide } from "./medusa-side"
import { queryOf } from "./read/carts"
import { readCartIdOfOrder, readOrder } from "./read/orders"

/** How long a subscriber waits, so its work doesn't slow down the request that triggered the event (ms). Tests set this to 0. */
export const afterAnswer = { ms: 200 }

/** Reconciles leases and makes the calls that are due. Any number of processes may run this at once. Returns the number of leases and calls. */
export function runPendingCalls(container: MedusaContainer, options?: RunOptions) {
  return container.resolve<LeaseModuleService>(LEASE_MODULE).runPending(medusaSide(container), options)
}

/** Reconciles the leases of an order after an event and makes the calls that are due. For an order without a lease, runs only one small query. */
export async function runLeasesOfOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { store } = ledgerDepsOf(container)
  for (const { id } of await store.allOfOrder(orderId)) {
    await store.wake(id)
    await runPendingCalls(container, { leaseId: id })
  }
}

/**
 * Logs an order that was placed without sales tax and has no lease, which happens if the store's own code paid for its cart. Without a lease, no
 * alert can be raised. The order doesn't ship.
 */
async function logUntaxed(container: MedusaContainer, orderId: string, cartId: string): Promise<void> {
  const deps = ledgerDepsOf(container)
  // A choice that was taken back counts, too: Medusa may place the order before the cart's tax is recalculated.
  if (!(await deps.store.choices.wasMade(cartId))) return
  const order = await readOrder(queryOf(container), orderId)
  if (!order?.isUntaxed) return
  const sold = formatMoney(cents(order.soldUntaxed), order.asCart.currency_code)
  deps.log.error(
    `lease-to-own: order ${orderId} was placed without sales tax (${sold}), but it has no lease, and nobody charges the tax. It doesn't ship. Cancel it and order again.`,
  )
}

/** Records a placed order on its lease and makes the lease due for reconciliation. Safe to repeat. Returns the lease, or null if there is none. */
export async function recordPlacedOrder(container: MedusaContainer, orderId: string): Promise<LeaseRecord | null> {
  const [deps, query] = [ledgerDepsOf(container), queryOf(container)]
  // Check for a lease first, because most orders have none, and reading an order takes two dozen SQL statements.
  const cartId = await readCartIdOfOrder(query, orderId)
  if (!(await deps.store.ofCart(cartId))) {
    await logUntaxed(container, orderId, cartId)
    return null
  }
  const order = await readOrder(query, orderId)
  return order && recordOrder(deps, order)
}
