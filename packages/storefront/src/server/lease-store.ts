import { isCartId } from "./lease-path.js"

/** The store as this site's server asks it, for the cart of the browser that asks this site. */
export type LeaseStore = {
  /** Address of the Medusa server. A setting of the environment may be missing: then each call says so. */
  backendUrl: string | undefined
  publishableKey: string | undefined
  /** The id of the browser's cart, from this site's own cookie. */
  getCartId(): CartId | Promise<CartId>
  /** Drops the cart's id from the cookie. */
  removeCartId(): unknown
  /** More headers for Medusa: `authorization` of a signed-in customer, for example. */
  getHeaders?(): HeadersInit | Promise<HeadersInit>
}

type CartId = string | null | undefined

export type StoreRequest = {
  path: string
  method?: "GET" | "POST"
  headers: HeadersInit | undefined
  body?: string | undefined
  timeoutMs: number
  /** The answer is the same for everybody, and may be kept so long (s). */
  keepFor?: number
}

/** A page does not wait longer for what it can do without (ms). */
const LOOK_MS = 5000

/** Throws where a setting is missing: the store would be unreachable forever, and no one would learn why. */
export function checkSettings({ backendUrl, publishableKey }: LeaseStore): void {
  if (!backendUrl || !publishableKey)
    throw new TypeError("Lease-to-own: this site's settings name no backendUrl or no publishableKey.")
}

/** The site's own headers. Throws where a setting is missing. */
export async function headersOfSite(store: LeaseStore): Promise<HeadersInit | undefined> {
  checkSettings(store)
  return store.getHeaders?.()
}

/**
 * Asks the store; never redirected, and never cached but for `keepFor`, which Next.js knows. Rejects where it does not answer in time, and where a header cannot be sent.
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
  // Runtimes at the edge of a network do not know `redirect: "error"`.
  if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) throw new TypeError("redirected")
  return answer
}

/**
 * Reads something of the browser's cart, never cached. Null where there is no cart, where the store refuses, and where it does not answer within 5 s.
 * Throws what `getCartId` and `getHeaders` throw, because frameworks end a prerender by such an error, and TypeError where a setting is missing.
 */
export async function readOfCart(store: LeaseStore, pathOf: (cartId: string) => string): Promise<unknown> {
  const cartId = await store.getCartId()
  if (!isCartId(cartId)) return null
  return readOfStore(store, { path: pathOf(cartId), headers: await headersOfSite(store) })
}

/** Reads something for a page. Null where the store refuses, and where it does not answer within 5 s: a page can do without. */
export async function readOfStore(store: LeaseStore, request: Omit<StoreRequest, "timeoutMs">): Promise<unknown> {
  try {
    const answer = await askStore(store, { ...request, timeoutMs: LOOK_MS })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}
