import { type CartStore, readOfCart } from "./lease-store.js"

export type FinishOptions<Page> = CartStore & {
  /** Has this site's caches of carts and orders read again. */
  revalidate?(): unknown
  /** Shows the order. Null where the store has not named it yet: show the list of orders, or the shop. */
  showOrder(orderId: string | null): Page
}

/**
 * Ends a checkout after `onPlaced`: forgets the browser's cart, has caches read again, and shows the order. May be called again, and from a page of an earlier
 * cart: a cart that is no order yet stays. An id that would lead elsewhere is taken for null.
 */
export async function finishLease<Page>(orderId: string | null, options: FinishOptions<Page>): Promise<Page> {
  await dropFinishedCart(options)
  await options.revalidate?.()
  return options.showOrder(/^\w+$/.test(orderId ?? "") ? orderId : null)
}

/**
 * Forgets the browser's cart where it became an order, and answers whether it did. Where a shop takes its cart from the cookie, this comes first: the store places
 * the order of a signed lease on its own, and adding to a finished cart fails. The store is asked each time, because a cached cart may be older than its order.
 */
export async function dropFinishedCart(store: CartStore): Promise<boolean> {
  const answer = await readOfCart(store, (id) => `/store/carts/${id}?fields=id,completed_at`)
  const isFinished = Boolean((answer as { cart?: { completed_at?: unknown } } | null)?.cart?.completed_at)
  if (isFinished) await store.removeCartId()
  return isFinished
}
