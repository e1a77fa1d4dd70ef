import { errorOf, failureOf, LeaseError, pageFailed, unexpected } from "./errors.js"

/** One request to the store. `path` begins with `/store/`. `headers` contain the lease key and must be sent unchanged. */
export type TransportRequest = {
  method: "GET" | "POST"
  path: string
  headers?: Record<string, string>
  body?: unknown
}
/** The response's status and parsed JSON body (undefined if it isn't JSON). */
export type TransportAnswer = { status: number; body: unknown }
/**
 * Sends a request to the store, or to a route on your own site if scripts must not read the customer's token (see `fetchTransport`). Resolves for
 * every status and rejects only without a response. Requests and responses are plain values that can be passed between server and browser. A
 * transport must not cache, repeat or log requests, because an application contains personal data.
 */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>

export type FetchTransportOptions = {
  /** The Medusa server's URL, such as `https://shop.example.com`, or the path of a proxy on your own site, such as `/api/lease`. */
  baseUrl: string
  /** The publishable API key. Not needed if your own proxy adds the key. */
  publishableKey?: string
  /** Additional headers, such as a signed-in customer's `authorization`. A function is called for each request. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** Whether to send cookies. Default: `include`, for stores with session login. */
  credentials?: RequestCredentials
  /** How long to wait for a response. Default: 90000, because the store may wait 45 s for the lease service. */
  timeoutMs?: number
}

/**
 * Creates a transport that uses `fetch`. It doesn't cache responses or follow redirects, so the shopper's data goes only to `baseUrl`. Without a
 * response, it rejects with LeaseError: `store_unreachable`, or `page_failed` if the page itself is the cause.
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  return overFetch(options, "no-store")
}

const shared = new Map<string, Transport>()

/** Returns the page's shared transport for a store, to batch reads. Browsers may cache its product reads. */
export function sharedTransport(store: FetchTransportOptions): Transport {
  const key = JSON.stringify([store.baseUrl, store.publishableKey])
  const ofAll = overFetch({ ...store, credentials: "omit" }, "default")
  const ofShopper = fetchTransport(store)
  const made =
    shared.get(key) ??
    ((request) => (request.path.startsWith("/store/lease-to-own/products") ? ofAll(request) : ofShopper(request)))
  shared.set(key, made)
  return made
}

/** Base URLs that must be correct, because they have responded to this page. */
const answered = new Set<string>()

function overFetch(options: FetchTransportOptions, cache: RequestCache): Transport {
  const { publishableKey, headers, credentials = "include", timeoutMs = 90_000 } = options
  const baseUrl = options.baseUrl.replace(/\/{1,9}$/, "")

  function prepared({ method, path, headers: own, body }: TransportRequest): [address: string, init: RequestInit] {
    const address = baseUrl + path
    const init: RequestInit = {
      method,
      credentials,
      cache,
      redirect: "error",
      headers: {
        ...(typeof headers === "function" ? headers() : headers),
        ...own,
        accept: "application/json",
        ...(publishableKey && { "x-publishable-api-key": publishableKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    // Throws if the URL or a header is invalid. `fetch` alone would reject as if the connection were lost.
    if (globalThis.Request) new Request(new URL(address, globalThis.document?.baseURI).href, init)
    return [address, init]
  }

  async function answerOf(address: string, init: RequestInit): Promise<TransportAnswer> {
    const policy = watchPolicy(address)
    const late = new AbortController()
    // The oldest supported browsers lack AbortSignal.timeout.
    const timer = setTimeout(() => late.abort(), timeoutMs)
    try {
      const response = await fetch(address, { ...init, signal: late.signal })
      const body = parse(await response.text())
      answered.add(baseUrl)
      return { status: response.status, body }
    } catch (error) {
      if (await policy.hasBlocked()) throw pageFailed(`The page's Content Security Policy blocks ${baseUrl}.`)
      if (!answered.has(baseUrl))
        console.warn(`Lease-to-own: no response from ${baseUrl}. Check baseUrl, and the store's STORE_CORS.`)
      throw failureOf(error)
    } finally {
      policy.end()
      clearTimeout(timer)
    }
  }

  return async (request) => {
    let ready: ReturnType<typeof prepared>
    try {
      ready = prepared(request)
    } catch (error) {
      throw pageFailed(error)
    }
    return answerOf(...ready)
  }
}

/** Detects whether the page's own Content Security Policy blocked a request. Browsers report this only through an event, in a separate task. */
function watchPolicy(address: string) {
  const page = globalThis.document
  let isBlocked = false
  const hear = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (disposition !== "enforce" || effectiveDirective !== "connect-src" || !blockedURI) return
    isBlocked ||= new URL(address, page.baseURI).href.startsWith(blockedURI)
  }
  page?.addEventListener("securitypolicyviolation", hear)
  return {
    async hasBlocked(): Promise<boolean> {
      await new Promise((resolve) => setTimeout(resolve))
      return isBlocked
    },
    end: () => page?.removeEventListener("securitypolicyviolation", hear),
  }
}

/** Returns undefined for invalid JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one request and returns the body if `is` accepts it. Throws LeaseError for any other response. */
export type Ask = <T>(request: TransportRequest, is: (body: Record<string, unknown>) => boolean) => Promise<T>

/** Creates the function that sends requests, with the lease key if there is one. `inWords` translates errors. */
export function asker(
  transport: Transport,
  leaseKey: () => string | undefined | Promise<string | undefined> = () => undefined,
  inWords: (error: LeaseError) => LeaseError = (error) => error,
): Ask {
  return async <T>(request: TransportRequest, is: (body: Record<string, unknown>) => boolean): Promise<T> => {
    try {
      const key = await leaseKey()
      const { status, body } = await send(transport, { ...request, ...(key && { headers: { "x-lease-key": key } }) })
      if (status >= 400) throw errorOf(status, body, request)
      if (typeof body !== "object" || body === null || !is(body as Record<string, unknown>))
        throw unexpected(status, request)
      return body as T
    } catch (error) {
      throw error instanceof LeaseError ? inWords(error) : error
    }
  }
}

async function send(transport: Transport, request: TransportRequest): Promise<TransportAnswer> {
  try {
    return await transport(request)
  } catch (error) {
    throw failureOf(error)
  }
}
