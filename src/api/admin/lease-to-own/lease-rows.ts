import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LEASE_MODULE } from "../../../modules/lease"
import { cardState } from "../../../modules/lease/card-state"
import type { ListedLease } from "../../../modules/lease/lease-list"
import type LeaseModuleService from "../../../modules/lease/service"
import type { TaskRecord } from "../../../modules/lease/tasks"
import type { Query } from "../../../workflows/medusa-facts"
import { type OrderFacts, readOrders } from "../../../workflows/order-facts"
import type { LeaseRow } from "../../admin-types"
import { cardOrder, isClaimed, leasedOf } from "./admin-lease-view"
import { iso } from "./lease-facts"
import { returnCheckOf, type Sources } from "./lease-sources"

/** What a row's state is judged by, beside the lease itself. */
type Beside = { order: OrderFacts | null; tasks: TaskRecord[]; returnCheck: Sources["returnCheck"] }

/** The rows of one page: the same state as on the lease's own card. One question for each kind of thing, however many rows there are. */
export async function leaseRows(scope: MedusaContainer, leases: ListedLease[]): Promise<LeaseRow[]> {
  const ledger = scope.resolve<LeaseModuleService>(LEASE_MODULE)
  const query: Query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const ids = leases.map(({ id }) => id)
  const delivered = leases.filter(({ status }) => status === "delivered").map(({ id }) => id)
  const [orders, tasks, checks] = await Promise.all([
    readOrders(
      query,
      leases.flatMap(({ order_id }) => order_id ?? []),
    ),
    ledger.tasksOf(ids),
    ledger.newestEntries(delivered, ["return_checked"]),
  ])
  const now = new Date()
  return leases.map((lease) =>
    toRow(ledger, now, lease, {
      order: orders.find(({ id }) => id === lease.order_id) ?? null,
      tasks: tasks.filter(({ lease_id }) => lease_id === lease.id),
      returnCheck: returnCheckOf(checks.find(({ lease_id }) => lease_id === lease.id)),
    }),
  )
}

function toRow(ledger: LeaseModuleService, now: Date, lease: ListedLease, { order, tasks, returnCheck }: Beside) {
  const { captureOn, confirmDeliveryOn, timeZone } = ledger.settings()
  const facts = {
    lease,
    order: order && { ...cardOrder(order), returnNumber: null },
    tasks,
    claimed: isClaimed(lease, now),
    returnCheck,
    captureOn,
    confirmDeliveryOn,
    timeZone,
    now,
  }
  return {
    id: lease.id,
    reference: lease.reference,
    order:
      lease.order_id && lease.order_display_id !== null
        ? { id: lease.order_id, display_id: lease.order_display_id }
        : null,
    email: lease.email,
    state: cardState(facts),
    status: lease.status,
    way: lease.way,
    test: lease.test,
    leased: leasedOf(lease),
    signed_at: lease.signed_at && iso(lease.signed_at),
    delivery: lease.delivered_at && { date: lease.delivery_date, at: iso(lease.delivered_at) },
    changed_at: iso(lease.status_at),
    created_at: iso(lease.created_at),
  } satisfies LeaseRow
}
