import { errorOf, LeaseError, unexpected, unreachable } from "./errors.js"

/** One request to the store. `path` begins with `/store/`; `headers` have the lease key, and go with it as they are. */
export type TransportRequest = {
  method: "GET" | "POST"
  path: string
  headers?: Record<string, string>
  body?: unknown
}
/** The answer: the status, and the parsed JSON body (undefined when it was no JSON). */
export type TransportAnswer = { status: number; body: unknown }
/**
 * Carries a request to the store: `fetchTransport`, to the store itself or to a route of the site where the browser may not see the customer's token. Resolves for every
 * status and rejects only when there is no answer. Plain values go in and out, so that it can cross from server to browser. Must not cache,
 * repeat, or log: the body of an application holds personal data.
 */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>

export type FetchTransportOptions = {
  /** Address of the Medusa server, for example `https://shop.example.com`, or path of a proxy on your own site, for example `/api/lease`. */
  baseUrl: string
  /** Left out where a proxy of your own has it. */
  publishableKey?: string
  /** More headers, or a function that gives them for each request: `authorization` of a signed-in customer, for example. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** Cookies: `include` (default) serves stores with session login. */
  credentials?: RequestCredentials
  /** Wait for an answer (ms), 90000 by default: the store itself may wait 45 s for the lease service. */
  timeoutMs?: number
}

/** A transport on the browser's `fetch`. Never cached, never redirected: what a shopper typed goes to this address or nowhere. */
export function fetchTransport(options: FetchTransportOptions): Transport {
  return overFetch(options, "no-store")
}

const shared = new Map<string, Transport>()

/**
 * For messages: the answers about products are the same for everybody, so the browser may know them already, and sends no cookie. One for each store,
 * so that reads are joined.
 */
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

function overFetch(options: FetchTransportOptions, cache: RequestCache): Transport {
  const { publishableKey, headers, credentials = "include", timeoutMs = 90_000 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, "")
  return async ({ method, path, headers: own, body }) => {
    const response = await fetch(baseUrl + path, {
      method,
      credentials,
      cache,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(typeof headers === "function" ? headers() : headers),
        ...own,
        accept: "application/json",
        ...(publishableKey && { "x-publishable-api-key": publishableKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: parse(await response.text()) }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One request: the body of a good answer that `is` recognizes. Throws LeaseError for everything else. */
export type Ask = <T>(request: TransportRequest, is: (body: Record<string, unknown>) => boolean) => Promise<T>

/** `leaseKey` says who asks, with each request. `inWords` gives an error the words of the shopper's language. */
export function asker(
  transport: Transport,
  leaseKey: () => string | undefined,
  inWords: (error: LeaseError) => LeaseError,
): Ask {
  return async <T>(request: TransportRequest, is: (body: Record<string, unknown>) => boolean): Promise<T> => {
    try {
      const key = leaseKey()
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
    throw error instanceof LeaseError ? error : unreachable(0, error)
  }
}
