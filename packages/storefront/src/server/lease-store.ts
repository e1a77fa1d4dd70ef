import { isCartId } from "./lease-path.js"

/** How this site's server reaches the store, and the cart of the browser that sent the request. */
export type LeaseStore = {
  /** The Medusa server's address. If it's undefined, for example because an environment variable is missing, every call throws. */
  backendUrl: string | undefined
  publishableKey: string | undefined
  /** Reads the browser's cart id from this site's own cookie. */
  getCartId(): CartId | Promise<CartId>
  /** Removes the cart id from the cookie. */
  removeCartId(): unknown
  /** More headers for Medusa, such as a signed-in customer's `authorization`. */
  getHeaders?(): HeadersInit | Promise<HeadersInit>
}

type CartId = string | null | undefined

export type StoreRequest = {
  path: string
  method?: "GET" | "POST"
  headers: HeadersInit | undefined
  body?: string | undefined
  timeoutMs: number
  /** How long an answer that is the same for everyone may be cached (s). */
  keepFor?: number
}

/** How long a page waits for something it can do without (ms). */
const LOOK_MS = 5000

/** Throws TypeError if a setting is missing. Otherwise the store would look unreachable, without a hint why. */
export function checkSettings({ backendUrl, publishableKey }: LeaseStore): void {
  if (!backendUrl || !publishableKey)
    throw new TypeError("Lease-to-own: this site's settings have no backendUrl or no publishableKey.")
}

/** Returns the site's own headers. Throws TypeError if a setting is missing. */
export async function headersOfSite(store: LeaseStore): Promise<HeadersInit | undefined> {
  checkSettings(store)
  return store.getHeaders?.()
}

/**
 * Sends a request to the store. It follows no redirect and caches only for `keepFor`, which Next.js supports. Rejects if the store doesn't
 * answer in time or a header can't be sent.
 */
export async function askStore(
  { backendUrl = "", publishableKey = "" }: LeaseStore,
  request: StoreRequest,
): Promise<Response> {
  const { path, timeoutMs, headers: own, keepFor, ...init } = request
  const headers = new Headers(own)
  headers.set("accept", "application/json")
  headers.set("x-publishable-api-key", publishableKey)
  const signal = AbortSignal.timeout(timeoutMs)
  const address = backendUrl.replace(/\/+$/, "") + path
  const kept = keepFor ? { next: { revalidate: keepFor } } : { cache: "no-store" as const }
  const answer = await fetch(address, { ...init, ...kept, headers, signal, redirect: "manual" })
  // Edge runtimes don't support `redirect: "error"`.
  if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) throw new TypeError("redirected")
  return answer
}

/**
 * Reads something for the browser's cart, never cached. Null if there is no cart, if the store refuses, or if it doesn't answer within 5 s.
 * Throws what `getCartId` and `getHeaders` throw, because frameworks end a prerender with such an error, and TypeError if a setting is
 * missing.
 */
export async function readOfCart(store: LeaseStore, pathOf: (cartId: string) => string): Promise<unknown> {
  const cartId = await store.getCartId()
  if (!isCartId(cartId)) return null
  return readOfStore(store, { path: pathOf(cartId), headers: await headersOfSite(store) })
}

/** Reads something for a page. Null if the store refuses or doesn't answer within 5 s, because the page can do without. */
export async function readOfStore(store: LeaseStore, request: Omit<StoreRequest, "timeoutMs">): Promise<unknown> {
  try {
    const answer = await askStore(store, { ...request, timeoutMs: LOOK_MS })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}
