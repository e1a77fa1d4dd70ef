import { parse, type Transport } from "../client/transport.js"

/** How this site's server reaches the store, and the cart of the browser that sent the request. */
export type LeaseStore = {
  /** The Medusa server's URL. If undefined, for example because an environment variable is missing, every call throws. */
  backendUrl: string | undefined
  publishableKey: string | undefined
  /** Reads the browser's cart ID from this site's own cookie. */
  getCartId(): CartId | Promise<CartId>
  removeCartId(): unknown
  /** Makes another cart the browser's cart. Called instead of `removeCartId` if items were moved to a separate cart. */
  setCartId?(cartId: string): unknown
  /** Additional headers for Medusa, such as a signed-in customer's `authorization`. */
  getHeaders?(): HeadersInit | Promise<HeadersInit>
}

type CartId = string | null | undefined

export type StoreRequest = {
  path: string
  method?: "GET" | "POST"
  headers: HeadersInit | undefined
  body?: string | undefined
  timeoutMs: number
  /** How long to cache a response that is the same for everyone (s). */
  keepFor?: number | undefined
}

/** How long a page waits for an optional response. */
const CHECK_MS = 5000

/** Throws TypeError if a setting is missing or isn't a URL. Otherwise the store would seem unreachable, with no hint as to why. */
export function checkSettings({ backendUrl, publishableKey }: LeaseStore): void {
  if (!backendUrl || !publishableKey)
    throw new TypeError("Lease-to-own: this site's settings have no backendUrl or no publishableKey.")
  if (!/^https?:$/.test(URL.canParse(backendUrl) ? new URL(backendUrl).protocol : ""))
    throw new TypeError("Lease-to-own: backendUrl must be an address such as https://shop.example.com.")
}

export async function headersOfSite(store: LeaseStore): Promise<HeadersInit | undefined> {
  checkSettings(store)
  return store.getHeaders?.()
}

/** Sends a request to the store, without following redirects. Caches the response only for `keepFor`. Rejects if no response arrives in time. */
export async function askStore(
  { backendUrl = "", publishableKey = "" }: LeaseStore,
  request: StoreRequest,
): Promise<Response> {
  const { path, timeoutMs, headers: own, keepFor, ...init } = request
  const headers = new Headers(own)
  headers.set("accept", "application/json")
  headers.set("x-publishable-api-key", publishableKey)
  const signal = AbortSignal.timeout(timeoutMs)
  const address = backendUrl.replace(/\/{1,9}$/, "") + path
  const kept = keepFor ? { next: { revalidate: keepFor } } : { cache: "no-store" as const }
  const answer = await fetch(address, { ...init, ...kept, headers, signal, redirect: "manual" })
  // Refuse redirects here, because edge runtimes don't support `redirect: "error"`.
  if (answer.status < 200 || (answer.status >= 300 && answer.status < 400))
    throw new TypeError("redirected", { cause: { code: "REDIRECTED" } })
  return answer
}

/** Creates the transport for a page's own reads. It gives up after 5 s. For `keepFor`, see `askStore`. */
export function readerOf(
  store: LeaseStore,
  { headers, keepFor }: Pick<StoreRequest, "headers" | "keepFor">,
): Transport {
  return async ({ path }) => {
    const answer = await askStore(store, { path, headers, keepFor, timeoutMs: CHECK_MS })
    return { status: answer.status, body: parse(await answer.text()) }
  }
}
