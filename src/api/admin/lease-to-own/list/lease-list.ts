import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../medusa/read/carts"
import { readCustomerNames } from "../../../../medusa/read/customer-names"
import { readOrders } from "../../../../medusa/read/orders"
import { ledgerDepsOf } from "../../../../modules/lease"
import {
  type CardAlert,
  COUNTED,
  fetchInHalves,
  isAbout,
  isDelivered,
  type LeaseFilters,
  type ListedLease,
  type Order,
  operatorsId,
  readSearch,
  rowCard,
} from "../../../../modules/lease/ledger"
import { LedgerRefusal, messageOf } from "../../../../modules/lease/texts/messages"
import { may } from "../../../admin-route"
import type { LeaseCount, LeaseNeedingAttention, LeaseRow } from "../../../admin-types"
import { inBrief, money } from "../card/admin-lease-view"
import { adminLeaseView, findLease, readSources } from "../card/lease-sources"

/** Returns one page's rows with the states that their cards show, using one query per kind of data. An unreadable order affects only its own row. */
export async function leaseRows(scope: MedusaContainer, leases: ListedLease[]): Promise<LeaseRow[]> {
  return (await readRows(scope, leases)).map(({ row }) => row)
}

/** Like {@link leaseRows}, with each row's lease and order. `order` is null if it can't be read. */
export async function readRows<Lease extends ListedLease>(
  scope: MedusaContainer,
  leases: Lease[],
): Promise<{ row: LeaseRow; lease: Lease; order: Order | null }[]> {
  const deps = ledgerDepsOf(scope)
  const ids = leases.map(({ id }) => id)
  const delivered = leases.filter(isDelivered).map(({ id }) => id)
  const [orders, pendingCalls, checks, names] = await Promise.all([
    fetchInHalves(
      leases.flatMap(({ order_id }) => order_id ?? []),
      async (some) => new Map((await readOrders(queryOf(scope), some)).map((order) => [order.id, order])),
    ),
    deps.store.pendingCalls.ofLeases(ids),
    deps.store.histories.newestOf(delivered, ["return_checked"]),
    readCustomerNames(queryOf(scope), leases),
  ])
  const now = new Date()
  return leases.map((lease) => {
    const orderId = lease.order_id ?? ""
    const returnChecked = checks.find(({ lease_id }) => lease_id === lease.id)
    const own = pendingCalls.filter(({ lease_id }) => lease_id === lease.id)
    const customer_name = names.get(lease.id) ?? null
    try {
      if (orders.failed.has(orderId)) throw orders.failed.get(orderId)
      const order = orders.answers.get(orderId) ?? null
      const { alerts, ...card } = rowCard(deps, { lease, order, pendingCalls: own, returnChecked }, now)
      return { row: toRow(lease, { ...card, waiting: waitingFor(lease, alerts), customer_name }), lease, order }
    } catch (error) {
      deps.log.error(`lease-to-own: the order of lease ${lease.reference} cannot be read: ${messageOf(error)}`)
      return { row: toRow(lease, { ...unread(lease), customer_name }), lease, order: null }
    }
  })
}

/** How many of the orders that Medusa finds are looked up in the ledger, newest first. */
const ORDERS = 200

/** Returns the filters. If the search may be a name or phone number, adds the orders that Medusa finds for it, because the ledger stores neither. */
export async function withOrdersOf(req: AuthenticatedMedusaRequest, filters: LeaseFilters): Promise<LeaseFilters> {
  const { person } = readSearch(filters.search ?? "")
  if (person === undefined || !(await may(req, "read", "order"))) return filters
  const { data } = await queryOf(req.scope).graph({
    entity: "order",
    fields: ["id"],
    filters: { q: person },
    pagination: { take: ORDERS, order: { created_at: "DESC" } },
  })
  return { ...filters, orders: (data as { id: string }[]).map(({ id }) => id) }
}

export function counted(count: number): LeaseCount {
  return { value: Math.min(count, COUNTED), limit: COUNTED, more: count > COUNTED }
}

export async function needyLease(
  scope: MedusaContainer,
  listed: ListedLease,
  permitted: boolean,
): Promise<LeaseNeedingAttention> {
  const deps = ledgerDepsOf(scope)
  const { id, reference, order, test, state, main_alert } = toRow(listed, { ...unread(listed), customer_name: null })
  const known = { id, reference, order, test, state, main_alert, next_step: null }
  try {
    const view = adminLeaseView(deps, await readSources(scope, await findLease(scope, id), permitted))
    const { state, main_alert, next_step } = view
    return { ...known, order: view.order ?? order, state, main_alert, next_step }
  } catch (error) {
    // The order can't be read. The lease's page shows the reason.
    if (error instanceof LedgerRefusal) return known
    throw error
  }
}

/** Returns the unpaid amount of an alert about a missing delivery, and the days since the shipment or signature. */
function waitingFor({ currency_code }: ListedLease, alerts: readonly CardAlert[]): LeaseRow["waiting"] {
  const alert = alerts.find(({ code }) => isAbout(code, "delivery"))
  const { amount, params } = alert ?? {}
  return amount !== undefined && params?.days
    ? { amount: money(amount, currency_code), days: Number(params.days) }
    : null
}

/** Returns the state and main alert of a lease whose order can't be read. */
function unread({ alerts }: ListedLease): Omit<ReadForRow, "customer_name"> {
  return { state: "needs_attention", main_alert: alerts[0]?.code ?? null, waiting: null, can_mark_delivered: false }
}

type ReadForRow = Pick<LeaseRow, "state" | "main_alert" | "waiting" | "can_mark_delivered" | "customer_name">

function toRow(lease: ListedLease, read: ReadForRow): LeaseRow {
  const { state, main_alert, waiting, can_mark_delivered, customer_name } = read
  const { order_id, order_display_id } = lease
  return {
    ...inBrief(lease),
    operator_id: operatorsId(lease),
    order: order_id && order_display_id !== null ? { id: order_id, display_id: order_display_id } : null,
    ...{ state, main_alert, waiting, can_mark_delivered, customer_name },
    status: lease.status,
    signed_at: lease.signed_at?.toISOString() ?? null,
    delivery: lease.delivered_at && { date: lease.delivery_date, at: lease.delivered_at.toISOString() },
    changed_at: lease.status_at.toISOString(),
    created_at: lease.created_at.toISOString(),
  }
}
