import type { MedusaContainer } from "@medusajs/framework/types"
import type { CartInput } from "../../../../lease-cart"
import { queryOf, readRow } from "../../../../medusa/read/carts"
import { ledgerDepsOf } from "../../../../modules/lease"
import {
  type CardSources,
  columns,
  historyFacts,
  isOpen,
  type LeaseRecord,
  type PendingCall,
  whoActed,
} from "../../../../modules/lease/ledger"
import { LedgerRefusal, staffTextOf } from "../../../../modules/lease/texts/messages"
import { outageOf } from "../../../admin-route"
import type { LeaseCall, LeaseHistory, LeasePageAnswer } from "../../../admin-types"
import { pricedOffer, pricingLines } from "../../../offer-view"
import { HistoryQuery } from "../../../schemas"
import { money } from "./admin-lease-view"
import { explanationOf } from "./explanation"
import { adminLeaseView, readNames } from "./lease-sources"

const HISTORY_PAGE = 100
const CALLS = 50

export async function leasePage(scope: MedusaContainer, sources: CardSources): Promise<LeasePageAnswer> {
  const deps = ledgerDepsOf(scope)
  const { lease, order, facts, names } = sources
  const cart = order?.asCart ?? (await readRow<CartInput>(queryOf(scope), "cart", lease.cart_id, ["id", "customer_id"]))
  const view = adminLeaseView(deps, sources)
  const outage = await outageOf(deps, lease)
  return {
    lease: view,
    outage,
    explanation: await explanationOf(scope, sources, { outage, alert: view.main_alert }),
    order: order ? { id: order.id, display_id: order.displayId, status: order.status } : await orderOf(scope, sources),
    customer: { id: cart?.customer_id ?? null, email: lease.email },
    history: await historyPage(scope, lease.id),
    calls: facts.pendingCalls.slice(0, CALLS).map((call) => toCall(call, names)),
    sent: sentOf(lease),
    pricing:
      lease.pricing && lease.priced_at
        ? {
            offer: pricedOffer(deps, lease, lease.snapshot?.place),
            lines: pricingLines(lease.pricing),
            priced_at: lease.priced_at.toISOString(),
          }
        : null,
    raw: Object.fromEntries(RAW.map((column) => [column, lease[column]])),
  }
}

/** Returns the history entries before position `before`, newest first. Throws LedgerRefusal if `before` isn't a valid position. */
export async function historyPage(scope: MedusaContainer, leaseId: string, before?: unknown): Promise<LeaseHistory> {
  const deps = ledgerDepsOf(scope)
  const place = HistoryQuery.safeParse({ before })
  if (!place.success) throw new LedgerRefusal("cursor_invalid", {}, { kind: "invalid" })
  const found = await deps.store.histories.page(leaseId, { limit: HISTORY_PAGE + 1, ...place.data })
  const shown = found.slice(0, HISTORY_PAGE)
  const names = await readNames(scope, shown)
  const last = found.length > HISTORY_PAGE ? shown.at(-1) : undefined
  return { facts: historyFacts(shown, names), next: last ? String(last.seq) : null }
}

/**
 * Returns the order of a replaced contract. The page still links to it, even though it now belongs to another lease. Null if the contract wasn't
 * replaced.
 */
async function orderOf(scope: MedusaContainer, { lease, next }: CardSources): Promise<LeasePageAnswer["order"]> {
  if (!next) return null
  type Row = NonNullable<LeasePageAnswer["order"]>
  const order = await readRow<Row>(queryOf(scope), "order", lease.order_id ?? "", ["id", "display_id", "status"])
  return order ? { id: order.id, display_id: order.display_id, status: order.status } : null
}

export function toCall(call: PendingCall, names: ReadonlyMap<string, string>): LeaseCall {
  const { kind, state, attempts, last_error: error } = call
  return {
    kind,
    state,
    attempts,
    due_at: state === "due" ? call.due_at.toISOString() : null,
    in_doubt: call.sent && isOpen(call),
    requested: { at: call.created_at.toISOString(), ...whoActed(call, names) },
    ended_at: call.finished_at?.toISOString() ?? null,
    error: error && { code: error.code, params: error.params, message: staffTextOf(error.code, error.params) },
  }
}

function sentOf({ snapshot, currency_code }: LeaseRecord): LeasePageAnswer["sent"] {
  if (!snapshot) return null
  const { cart, total } = snapshot
  return {
    lines: cart.items.map((item) => ({
      identifier: item.identifier,
      name: item.description,
      brand: item.brand,
      category: item.category,
      condition: item.condition,
      quantity: item.quantity,
      unit_price: item.unitPrice,
      tax: item.tax,
      delivery_date: item.deliveryDate ?? null,
    })),
    delivery_cost: cart.deliveryCost,
    total: money(total, currency_code),
  }
}

/** The columns of a lease that the dashboard shows. Keys, claims and any new column stay hidden until they are listed here. */
const RAW = [
  ...columns("id reference application_id hosted_id cart_id session_id order_id order_display_id email"),
  ...columns("sales_channel_id flow test account_id status evidence service_status amount currency_code fingerprint"),
  ...columns("snapshot pricing alerts accepted_order reductions delivery_date to_confirm_since created_at"),
  ...columns("status_at checked_at verified_at priced_at contract_at contracts_received_at signed_at placed_at"),
  ...columns("delivered_at returned_at canceled_at reconcile_at"),
] satisfies (keyof LeaseRecord)[]
