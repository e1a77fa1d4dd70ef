import { unreachable } from "../client/errors.js"
import type { Refusal } from "../wire.js"
import { leaseQuery } from "./lease-path.js"
import { askStore, headersOfSite, type LeaseStore } from "./lease-store.js"

/** The same limit as the store's. */
const MAX_BODY_BYTES = 32 * 1024
/** How long to wait for the store, which itself may wait 45 s for the lease service. */
const TIMEOUT_MS = 90_000
/** The browser's headers that are forwarded to the store: the lease key and the client's IP address. */
const HANDED_ON = ["x-lease-key", "x-forwarded-for"]

export type LeaseRoute = {
  GET(request: Request): Promise<Response>
  POST(request: Request): Promise<Response>
}

type Method = keyof LeaseRoute

type MayPass = (path: string, body: unknown) => boolean | Promise<boolean>

/**
 * Creates a route that forwards the requests that `mayPass` accepts. Its handlers throw only the site's own errors, and TypeError if settings are
 * missing.
 */
export function routeOf(store: LeaseStore, mayPass: MayPass): LeaseRoute {
  const handler = (method: Method) => async (request: Request) => {
    try {
      return await handOn(store, mayPass, { method, request })
    } catch (error) {
      if (error instanceof Response) return error
      throw error
    }
  }
  return { GET: handler("GET"), POST: handler("POST") }
}

function refusal(status: number, type: string, code: string, message: string): Response {
  return answerWith(status, JSON.stringify({ type, code, message } satisfies Refusal))
}

async function handOn(
  store: LeaseStore,
  mayPass: MayPass,
  { method, request }: { method: Method; request: Request },
): Promise<Response> {
  if (!isAskedHere(method, request))
    throw refusal(403, "forbidden", "other_site", "This request came from another site. Nothing was done.")
  const path = pathIn(request)
  const { text, body } = method === "POST" ? await bodyOf(request) : {}
  const isNote = path.startsWith("/store/carts/") && body !== undefined
  const isRead = /\/(carts|orders)\/[^/]+$|\/products$/.test(path) && !isNote
  if (!(await mayPass(path, body)) || (method === "GET") !== isRead)
    throw refusal(404, "not_found", "cart_not_found", "This cart was not found. Reload the page.")
  const own = await headersOfSite(store)
  try {
    const headers = headersOf(request, own, text)
    const query = isRead ? leaseQuery(new URL(request.url), path) : ""
    const asked = { path: path + query, method, headers, body: text, timeoutMs: TIMEOUT_MS }
    const answer = await askStore(store, asked)
    return answerWith(answer.status, await answer.text())
  } catch (error) {
    // Never include the error's message, which may quote the URL or a header.
    const { name, cause } = error as Error
    console.error(
      `Lease-to-own: no response from backendUrl (${(cause as { code?: string } | undefined)?.code ?? name}).`,
    )
    const { code, message } = unreachable(502)
    throw refusal(502, "unavailable", code, message)
  }
}

/**
 * Whether a page on this site sent the request, judged by `Sec-Fetch-Site` or, failing that, `Origin`; page scripts can't set either one. Older
 * browsers send only `Origin`, and omit it for same-origin GETs.
 */
function isAskedHere(method: Method, { headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site")
  if (site) return site === "same-origin"
  const origin = headers.get("origin")
  if (!origin) return method === "GET"
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() || headers.get("host") || new URL(url).host
  return URL.canParse(origin) && new URL(origin).host === host
}

/** Returns the store's path, wherever this route is mounted. The path stays encoded, and has no query. */
function pathIn({ url }: Request): string {
  const { pathname } = new URL(url)
  return pathname.slice(pathname.lastIndexOf("/store/"))
}

/** Returns the JSON body as text and parsed, or nothing if it's empty. */
async function bodyOf(request: Request): Promise<{ text?: string; body?: unknown }> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase()
  try {
    const text = await textOf(request)
    if (type !== "application/json" && (type || text))
      throw refusal(415, "wrong_type", "body_not_json", "Send JSON, with the content type application/json.")
    return text ? { text, body: JSON.parse(text) } : {}
  } catch (error) {
    if (error instanceof Response) throw error
    // The body was cut off or isn't JSON. Don't use the parser's message, because it quotes the body.
    throw refusal(400, "invalid", "body_invalid", "The request could not be read. Send a JSON object.")
  }
}

/** Reads the body in chunks to enforce the limit, because the `content-length` header may be missing or wrong. */
async function textOf({ body }: Request): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    size += piece.value.byteLength
    if (size > MAX_BODY_BYTES) throw refusal(413, "too_large", "body_too_large", "The request is too large.")
    text += decoder.decode(piece.value, { stream: true })
  }
  return text + decoder.decode()
}

/** The site's own headers take precedence, because only the site may have the client's real IP address. */
function headersOf(request: Request, own: HeadersInit | undefined, text: string | undefined): Headers {
  const headers = new Headers(own)
  for (const name of HANDED_ON) {
    const value = request.headers.get(name)
    if (value && !headers.has(name)) headers.set(name, value)
  }
  if (text) headers.set("content-type", "application/json")
  return headers
}

/** Some statuses don't allow a body, not even an empty one. */
function answerWith(status: number, text: string): Response {
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  }
  return new Response(text || null, { status, headers })
}
