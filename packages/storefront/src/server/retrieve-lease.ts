import type { LeaseView } from "../wire.js"
import { leasePath } from "./lease-path.js"
import { type LeaseStore, readOfCart } from "./lease-store.js"

/**
 * The lease of the browser's cart for the first paint, `createLeaseFlow({ view })`. Null where there is no cart, or where the store refuses or does not answer within
 * 5 s: the page then asks on its own. Never cached.
 */
export async function retrieveLease(store: LeaseStore): Promise<LeaseView | null> {
  const view = (await readOfCart(store, leasePath)) as LeaseView | null
  return typeof view?.step === "string" ? view : null
}
