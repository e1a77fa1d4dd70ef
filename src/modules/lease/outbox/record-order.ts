import { fingerprint } from "../../../lease-cart"
import { currentLease, type LedgerDeps, reread, SYSTEM } from "../accounts/deps"
import { isSameRecipient, recipientHash } from "../cart/recipient"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { alertParams, clearedOn } from "../rules/alerts"
import { awaitsOrder, isForExistingOrder, isHosted, isNew, isSigning } from "../rules/lease-predicates"
import { isNewer } from "../rules/newer"
import type { Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import type { LeasePatch } from "../tables/table"

type PlacedOrder = Pick<Order, "id" | "displayId" | "cartId" | "sessions" | "isUntaxed" | "soldUntaxed" | "asCart">

/**
 * Records that Medusa placed an order for a lease's cart. Safe to repeat. A mismatch (not the signed cart, a different recipient, a second order,
 * another payment, a dead lease) raises an alert and prevents the capture.
 *
 * `isPaid` is true if Medusa's books show an existing order as paid by its lease. Returns null if the order has no lease.
 */
export async function recordOrder(
  deps: LedgerDeps,
  order: PlacedOrder,
  { isPaid = false } = {},
): Promise<LeaseRecord | null> {
  const lease = await currentLease(deps, order.cartId)
  if (!lease) return null
  if (isNewer(lease)) {
    // A process of the newer version finds the order when it reconciles the lease.
    await deps.store.wake(lease.id)
    return lease
  }
  if (isHosted(lease)) return recordHosted(deps, lease, order)
  if (isForExistingOrder(lease) && !isPaid) return lease
  const [session] = order.sessions
  if (!session) return paidOtherwise(deps, lease, order)
  if (lease.order_id && lease.order_id !== order.id) return alert(deps, lease, "second_order", order)
  const isKnown = order.sessions.some(({ id }) => id === lease.session_id)
  const session_id = isKnown ? lease.session_id : session.id
  const isSame = isSameRecipient(deps, lease, order.asCart)
  // From here on, the lease is bound to the order's recipient.
  const bound = isSame && lease.recipient_hash && { recipient_hash: recipientHash(deps, order.asCart) }
  const placed = await deps.store.move(lease.id, "order_placed", asPlaced(deps, order, { session_id, ...bound }))
  const known = placed ?? (await reread(deps, lease))
  if (known.order_id !== order.id) return alert(deps, known, known.order_id ? "second_order" : "lease_dead", order)
  const current = placed ? await deps.store.clear(placed, ...clearedOn("order")) : known
  if (current.fingerprint !== (fingerprint(order.asCart) ?? null)) return alert(deps, current, "cart_mismatch", order)
  // The next reconciliation would find this, too, but staff may capture by hand before then, so raise the alert here.
  if (isSameRecipient(deps, current, order.asCart)) return current
  return (await deps.store.raise(current.id, "recipient_differs")) ?? current
}

/**
 * Records a hosted lease's order. If the widget reported an approval but no success, raises an alert: staff ask the operator whether there is a
 * lease.
 */
async function recordHosted(deps: LedgerDeps, lease: LeaseRecord, order: PlacedOrder): Promise<LeaseRecord | null> {
  const lost = isNew(lease)
  if (lost && !lease.widget_approved_at) return soldOtherwise(deps, lease, order)
  if (lease.order_id && lease.order_id !== order.id) return alert(deps, lease, "second_order", order)
  const event = lost ? "order_placed_unreported" : "order_placed"
  const placed = await deps.store.move(lease.id, event, asPlaced(deps, order))
  if (placed && lost) return alert(deps, placed, "widget_success_lost", order)
  const current = placed ?? (await reread(deps, lease))
  if (current.order_id !== order.id) return soldOtherwise(deps, current, order)
  const known = await deps.store.clear(current, "signed_without_order")
  // If the success was for another cart, the operator doesn't charge this order's tax.
  const isOther = current.fingerprint !== (fingerprint(order.asCart) ?? null)
  return placed && order.isUntaxed && isOther ? alert(deps, known, "untaxed_sale", order) : known
}

/** Handles an order whose cart has no lease reported by the widget. */
async function soldOtherwise(deps: LedgerDeps, lease: LeaseRecord, order: PlacedOrder): Promise<null> {
  if (order.isUntaxed) await alert(deps, lease, "untaxed_sale", order)
  return null
}

/** The change that records the order on its lease. */
function asPlaced({ now }: LedgerDeps, { id, displayId }: PlacedOrder, more: LeasePatch = {}) {
  const set = { order_id: id, order_display_id: displayId, placed_at: now(), ...more }
  const detail = { order_id: id, display_id: displayId }
  return { actor: SYSTEM, set, history: [{ type: "order_placed", detail } as const] }
}

/** Handles an order that was paid by another method even though the lease's contract is signed or can still be signed. */
async function paidOtherwise(deps: LedgerDeps, lease: LeaseRecord, order: PlacedOrder): Promise<LeaseRecord | null> {
  if (order.isUntaxed) await alert(deps, lease, "untaxed_sale", order)
  if (awaitsOrder(lease)) return alert(deps, lease, "paid_otherwise", order)
  if (!isSigning(lease)) return null
  // Reconcile now, so that the contract is canceled before anyone signs it.
  await deps.store.wake(lease.id)
  return lease
}

async function alert({ store, now }: LedgerDeps, lease: LeaseRecord, code: RaisedAlertCode, order: PlacedOrder) {
  const params = alertParams(code, { lease, order, now: now() })
  return (await store.raise(lease.id, code, { ...params, order_id: order.id })) ?? lease
}
