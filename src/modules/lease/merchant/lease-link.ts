import type { CartInput } from "../../../lease-cart"
import { ledgerOfCartOrRefuse, mapCartOrRefuse } from "../cart/cart"
import { dropReplacement } from "../outbox/replacement"
import { newReference } from "../rules/keys"
import type { Actor, LeaseRecord } from "../rules/records"
import { isAwaited, isByLink, isHosted, isNew, isUnsigned } from "../rules/standing"
import type { Desk } from "../status/ledger"
import { LedgerRefusal } from "../texts/messages"

/** An order that nobody has paid, read as a cart. `id`: of its cart; a draft order has none, and its lease is kept under the order's own id. */
export type OrderToLink = { cart: CartInput; orderId: string; displayId: number }

/**
 * Opens the lease of an order for whoever has its link ({@link signingLink}); returns the one that is open. The account is that of the order's
 * region and sales channel, also after a denial. Throws LedgerRefusal: no page for the link, the order can't be leased, or its cart has a lease.
 */
export async function openByLink(
  desk: Desk,
  { cart, orderId, displayId }: OrderToLink,
  actor: Actor,
): Promise<LeaseRecord> {
  if (!desk.options.contractLink) throw new LedgerRefusal("signing_link_option")
  const ledger = ledgerOfCartOrRefuse(desk, cart, null)
  mapCartOrRefuse(ledger, cart)
  const { account, options } = ledger
  const { email = null, sales_channel_id = null, currency_code } = cart
  const fresh = { reference: newReference(), cart_id: cart.id, email, sales_channel_id, currency_code, account }
  return desk.store.transaction(async (store) => {
    const opened = await store.open(
      { ...fresh, way: "application", test: options.mode === "test", customer_id: null },
      actor,
    )
    await store.lock([opened.id])
    const now = (await store.byId(opened.id)) ?? opened
    if (now.order_id === orderId && isAwaited(now)) return now
    const set = { order_id: orderId, order_display_id: displayId, linked_at: desk.now(), look_at: desk.now() }
    // A draft order's link that was withdrawn while an earlier contract may still be signed: its lease goes on.
    const isLetGo = isUnsigned(now) && now.cart_id === orderId
    const linked = (isNew(now) || isLetGo) && !isHosted(now) && now.account === account
    const lease = linked && (await store.set(now.id, set, { actor, history: [{ type: "lease_linked" }] }))
    if (!lease) throw new LedgerRefusal("lease_link_taken")
    return lease
  })
}

/** Takes the link back before a contract is out. The application, if any, stays with the operator. Throws LedgerRefusal if it is too late. */
export async function withdrawLink({ store }: Desk, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const dropped = isByLink(lease) ? await dropReplacement(store, lease, actor) : null
  if (!dropped) throw new LedgerRefusal("busy")
  return dropped
}
