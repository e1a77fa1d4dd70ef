import { fingerprint } from "../../../lease-cart"
import { isSameRecipient } from "../cart/compare-cart"
import { type AttentionCode, endingWith } from "../rules/alerts"
import type { Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { awaitsOrder, isHosted, isNew, isReplacement, isSigning } from "../rules/standing"
import { currentLease } from "../status/current-lease"
import { type Desk, SYSTEM } from "../status/ledger"

/** What is written down of a placed order: its own sessions and lines, and who gets it, who is compared and kept nowhere. */
type PlacedOrder = Pick<Order, "id" | "displayId" | "cartId" | "sessions" | "asCart">

/**
 * Writes down that Medusa placed an order for the cart of a lease. Safe any number of times. What does not fit (another cart than was signed,
 * another recipient, a second order, another payment, a lease that is dead) is raised for a person, and nothing is captured.
 *
 * `replaced`: Medusa's books hold the payment of the new contract in place of the former one's. Answers null when the order has nothing to do with a lease.
 */
export async function recordOrder(
  desk: Desk,
  order: PlacedOrder,
  { replaced = false } = {},
): Promise<LeaseRecord | null> {
  const lease = order.cartId && (await currentLease(desk, order.cartId))
  if (!lease) return null
  const sessionIds = order.sessions.map(({ id }) => id)
  if (isHosted(lease)) return recordHosted(desk, lease, order)
  const made = fingerprint(order.asCart) ?? null
  // The order stands, and waits for its new contract.
  if (isReplacement(lease) && !replaced) return lease
  if (!sessionIds.length) return paidOtherwise(desk, lease, order)
  if (lease.order_id && lease.order_id !== order.id) return alert(desk, lease, "second_order", { order_id: order.id })

  const placed = await desk.store.move(lease.id, "order_placed", {
    actor: SYSTEM,
    set: {
      order_id: order.id,
      order_display_id: order.displayId,
      placed_at: desk.now(),
      session_id: sessionIds.includes(lease.session_id ?? "") ? lease.session_id : (sessionIds[0] ?? null),
    },
    history: [{ type: "order_placed", detail: { order_id: order.id, display_id: order.displayId } }],
  })
  let current = placed ?? (await desk.store.byId(lease.id)) ?? lease
  if (current.order_id !== order.id)
    return alert(desk, current, current.order_id ? "second_order" : "lease_dead", { order_id: order.id })
  if (placed) for (const code of endingWith("order")) current = await desk.store.lower(current, code)
  if (current.fingerprint !== made) return alert(desk, current, "cart_mismatch", { order_id: order.id })
  return isSameRecipient(desk, current, order.asCart) ? current : alert(desk, current, "recipient_differs", {})
}

/**
 * The order of a cart for which the widget was used; another provider is paid by the virtual card. After an approval without a success no one
 * knows whether there is a lease: a person must ask.
 */
async function recordHosted(desk: Desk, lease: LeaseRecord, order: PlacedOrder): Promise<LeaseRecord | null> {
  const lost = isNew(lease)
  if (lost && !lease.widget_approved_at) return null
  if (lease.order_id && lease.order_id !== order.id) return alert(desk, lease, "second_order", { order_id: order.id })
  const placed = await desk.store.move(lease.id, lost ? "order_placed_unreported" : "order_placed", {
    actor: SYSTEM,
    set: { order_id: order.id, order_display_id: order.displayId, placed_at: desk.now() },
    history: [{ type: "order_placed", detail: { order_id: order.id, display_id: order.displayId } }],
  })
  if (placed && lost) return alert(desk, placed, "widget_success_lost", { order_id: order.id })
  const current = placed ?? (await desk.store.byId(lease.id)) ?? lease
  return current.order_id === order.id ? desk.store.lower(current, "signed_without_order") : null
}

async function paidOtherwise(desk: Desk, lease: LeaseRecord, order: PlacedOrder) {
  if (awaitsOrder(lease)) return alert(desk, lease, "paid_otherwise", { order_id: order.id })
  if (!isSigning(lease)) return null
  // Its contract can still be signed: it is canceled at once, not at the next reading.
  await desk.store.wake(lease.id)
  return lease
}

async function alert(desk: Desk, lease: LeaseRecord, code: AttentionCode, params: Record<string, string>) {
  return (await desk.store.raise(lease.id, code, params)) ?? lease
}
