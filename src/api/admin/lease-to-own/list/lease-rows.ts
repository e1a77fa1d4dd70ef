import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Query } from "../../../../medusa/read/carts"
import { readOrders } from "../../../../medusa/read/orders"
import { deskOf } from "../../../../modules/lease"
import { type CardState, cardState } from "../../../../modules/lease/card/state"
import { operatorsId } from "../../../../modules/lease/options/operator"
import { askApart, messageOf } from "../../../../modules/lease/outbox/look"
import { isDelivered } from "../../../../modules/lease/rules/standing"
import type { ListedLease } from "../../../../modules/lease/tables/lease-list"
import type { LeaseRow } from "../../../admin-types"
import { leasedOf, rowFacts } from "../card/admin-lease-view"
import { iso } from "../card/lease-facts"
import { returnCheckOf } from "../card/lease-sources"

/**
 * The rows of one page: the same state as on the lease's own card. One question for each kind of thing, however many rows there are. A row whose
 * order cannot be read needs attention, and takes no other row with it.
 */
export async function leaseRows(scope: MedusaContainer, leases: ListedLease[]): Promise<LeaseRow[]> {
  const desk = deskOf(scope)
  const query: Query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const ids = leases.map(({ id }) => id)
  const delivered = leases.filter(isDelivered).map(({ id }) => id)
  const [orders, tasks, checks] = await Promise.all([
    askApart(
      leases.flatMap(({ order_id }) => order_id ?? []),
      async (some) => new Map((await readOrders(query, some)).map((order) => [order.id, order])),
    ),
    desk.store.tasks.ofLeases(ids),
    desk.store.histories.newestOf(delivered, ["return_checked"]),
  ])
  const now = new Date()
  return leases.map((lease) => {
    const beside = {
      order: orders.answers.get(lease.order_id ?? "") ?? null,
      tasks: tasks.filter(({ lease_id }) => lease_id === lease.id),
      returnCheck: returnCheckOf(checks.find(({ lease_id }) => lease_id === lease.id)),
    }
    try {
      if (orders.failed.has(lease.order_id ?? "")) throw orders.failed.get(lease.order_id ?? "")
      return toRow(lease, cardState(rowFacts(desk, { lease, ...beside }, now)))
    } catch (error) {
      const log = scope.resolve(ContainerRegistrationKeys.LOGGER)
      log.error(`lease-to-own: the order of lease ${lease.reference} cannot be read: ${messageOf(error)}`)
      return toRow(lease, "needs_attention")
    }
  })
}

function toRow(lease: ListedLease, state: CardState) {
  return {
    id: lease.id,
    reference: lease.reference,
    operator_id: operatorsId(lease),
    order:
      lease.order_id && lease.order_display_id !== null
        ? { id: lease.order_id, display_id: lease.order_display_id }
        : null,
    email: lease.email,
    state,
    status: lease.status,
    way: lease.way,
    test: lease.test,
    ...(lease.account !== null && { account: lease.account }),
    leased: leasedOf(lease),
    signed_at: lease.signed_at && iso(lease.signed_at),
    delivery: lease.delivered_at && { date: lease.delivery_date, at: iso(lease.delivered_at) },
    changed_at: iso(lease.status_at),
    created_at: iso(lease.created_at),
  } satisfies LeaseRow
}
