import { orderPath, orderWords } from "../client/order-words.js"
import type { OrderLease, OrderLeaseView } from "../wire.js"
import type { CodeWords } from "../words/code-words.js"
import { isCartId } from "./lease-path.js"
import { headersOfSite, type LeaseStore, readOfStore } from "./lease-store.js"

/**
 * The lease of an order, for the page that shows it. Null for an order that was paid otherwise, and where the store refuses or does not answer within
 * 5 s. Never cached: where the lease stands may change any day. The payments are in it for the account that applied; a guest's are shown by the browser, which has the lease key.
 *
 * @param options `words`: `orderEs` for Spanish; the store's English when left out
 */
export async function retrieveOrderLease(
  orderId: string,
  options: LeaseStore & { words?: CodeWords },
): Promise<OrderLease | null> {
  if (!isCartId(orderId)) return null
  const headers = await headersOfSite(options)
  const view = (await readOfStore(options, { path: orderPath(orderId), headers })) as OrderLeaseView | null
  return view?.lease ? orderWords(view.lease, options.words ?? {}) : null
}
