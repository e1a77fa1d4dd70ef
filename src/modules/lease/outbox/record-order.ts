import { fingerprint } from "../../../lease-cart"
import { type AttentionCode, endingWith } from "../rules/alerts"
import type { Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { awaitsOrder, isForExistingOrder, isHosted, isNew, isSigning } from "../rules/standing"
import { currentLease, type Desk, reread, SYSTEM } from "../status/ledger"
import { isSameRecipient, recipientHash } from "../status/recipient"
import type { LeasePatch } from "../tables/table"

/** What is recorded of a placed order: its sessions and lines, and its recipient, who is compared and not stored. */
type PlacedOrder = Pick<Order, "id" | "displayId" | "cartId" | "sessions" | "asCart">

/**
 * Records that Medusa placed an order for the cart of a lease. Safe to repeat. A mismatch (another cart than signed, another recipient, a second
 * order, another payment, a dead lease) raises an alert, and nothing is captured.
 *
 * `isPaid`: the lease of an existing order has paid it in Medusa's books. Returns null if the order has no lease.
 */
export async function recordOrder(
  desk: Desk,
  order: PlacedOrder,
  { isPaid = false } = {},
): Promise<LeaseRecord | null> {
  const lease = await currentLease(desk, order.cartId)
  if (!lease) return null
  if (isHosted(lease)) return recordHosted(desk, lease, order)
  if (isForExistingOrder(lease) && !isPaid) return lease
  const [session] = order.sessions
  if (!session) return paidOtherwise(desk, lease, order)
  if (lease.order_id && lease.order_id !== order.id) return alert(desk, lease, "second_order", order)
  const isKnown = order.sessions.some(({ id }) => id === lease.session_id)
  const session_id = isKnown ? lease.session_id : session.id
  const isSame = isSameRecipient(desk, lease, order.asCart)
  // From here on, the recipient is that of the order.
  const bound = isSame && lease.recipient_hash && { recipient_hash: recipientHash(desk, order.asCart) }
  const placed = await desk.store.move(lease.id, "order_placed", asPlaced(desk, order, { session_id, ...bound }))
  const known = placed ?? (await reread(desk, lease))
  if (known.order_id !== order.id) return alert(desk, known, known.order_id ? "second_order" : "lease_dead", order)
  const current = placed ? await desk.store.lower(placed, ...endingWith("order")) : known
  if (current.fingerprint !== (fingerprint(order.asCart) ?? null)) return alert(desk, current, "cart_mismatch", order)
  // Checks find this as well, but a capture by hand may come before the next one.
  if (isSameRecipient(desk, current, order.asCart)) return current
  return (await desk.store.raise(current.id, "recipient_differs")) ?? current
}

/** The order of a cart that used the widget. After an approval without a success, nobody knows whether there is a lease: staff must ask. */
async function recordHosted(desk: Desk, lease: LeaseRecord, order: PlacedOrder): Promise<LeaseRecord | null> {
  const lost = isNew(lease)
  if (lost && !lease.widget_approved_at) return null
  if (lease.order_id && lease.order_id !== order.id) return alert(desk, lease, "second_order", order)
  const event = lost ? "order_placed_unreported" : "order_placed"
  const placed = await desk.store.move(lease.id, event, asPlaced(desk, order))
  if (placed && lost) return alert(desk, placed, "widget_success_lost", order)
  const current = placed ?? (await reread(desk, lease))
  return current.order_id === order.id ? desk.store.lower(current, "signed_without_order") : null
}

function asPlaced({ now }: Desk, { id, displayId }: PlacedOrder, more: LeasePatch = {}) {
  const set = { order_id: id, order_display_id: displayId, placed_at: now(), ...more }
  const detail = { order_id: id, display_id: displayId }
  return { actor: SYSTEM, set, history: [{ type: "order_placed", detail } as const] }
}

async function paidOtherwise(desk: Desk, lease: LeaseRecord, order: PlacedOrder): Promise<LeaseRecord | null> {
  if (awaitsOrder(lease)) return alert(desk, lease, "paid_otherwise", order)
  if (!isSigning(lease)) return null
  // Its contract can still be signed, so it is canceled at once and not at the next reading.
  await desk.store.wake(lease.id)
  return lease
}

async function alert({ store }: Desk, lease: LeaseRecord, code: AttentionCode, order: PlacedOrder) {
  return (await store.raise(lease.id, code, { order_id: order.id })) ?? lease
}
