import { isCartId } from "./lease-path.js"

/** The store as this site's server asks it, for the cart of the browser that asks this site. */
export type LeaseStore = {
  /** Address of the Medusa server. */
  backendUrl: string
  publishableKey: string
  /** The id of the browser's cart, from this site's own cookie. */
  getCartId(): CartId | Promise<CartId>
  /** More headers for Medusa: `authorization` of a signed-in customer, for example. */
  getHeaders?(): HeadersInit | Promise<HeadersInit>
}

/** A {@link LeaseStore} whose site can forget the browser's cart. */
export type CartStore = LeaseStore & {
  /** Drops the cart's id from the cookie. */
  removeCartId(): unknown
}

type CartId = string | null | undefined

/** A page does not wait longer for what it can do without (ms). */
const LOOK_MS = 5000

/** The address of a path of the store. */
export function addressIn({ backendUrl }: LeaseStore, path: string): string {
  return backendUrl.replace(/\/+$/, "") + path
}

/** The headers of a request to the store. */
export async function headersFor(store: LeaseStore): Promise<Headers> {
  const headers = new Headers(await store.getHeaders?.())
  headers.set("accept", "application/json")
  headers.set("x-publishable-api-key", store.publishableKey)
  return headers
}

/**
 * Reads something of the browser's cart, never cached. Null where there is no cart, where the store refuses, and where it does not answer within 5 s.
 * Throws only what `getCartId` and `getHeaders` throw: frameworks end a prerender by such an error.
 */
export async function readOfCart(store: LeaseStore, pathOf: (cartId: string) => string): Promise<unknown> {
  const cartId = await store.getCartId()
  if (!isCartId(cartId)) return null
  const headers = await headersFor(store)
  const signal = AbortSignal.timeout(LOOK_MS)
  try {
    const answer = await fetch(addressIn(store, pathOf(cartId)), {
      headers,
      signal,
      cache: "no-store",
      redirect: "error",
    })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}
