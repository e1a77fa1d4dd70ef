import type { IncomingHttpHeaders } from "node:http"
import { Refusal, read, shapes } from "./shapes"

/** The call of section 4.1: the method of `Leases`, and where the application's id stands. `isEmpty`: a body is refused. */
type Operation = {
  action: "apply" | "recordCart" | "price" | "contract" | "deliver" | "checkReturn" | "return" | "cancel"
  id?: "body" | "query"
  isEmpty?: boolean
}
export type Call = { applicationId: string; body: Record<string, unknown> }
export type Answer = { status: number; headers?: Record<string, string>; body?: object }

const OPERATIONS: Record<string, Operation> = {
  "POST /application": { action: "apply" },
  "POST /application/cart": { action: "recordCart", id: "body" },
  "GET /application/cart/pricing": { action: "price", id: "query" },
  "POST /application/cart/delivery": { action: "deliver", id: "body" },
  "GET /application/contract": { action: "contract", id: "query" },
  "DELETE /application/contract": { action: "cancel", id: "query", isEmpty: true },
  "POST /application/return": { action: "return", id: "body" },
  "POST /application/return/availability": { action: "checkReturn", id: "query", isEmpty: true },
}

const PATH = /^\/merchant\/api\/v\d+(?:\.\d+)?(\/.+)$/
const CONTENT_TYPE = /^application\/[^\s;/]+\+json\s*(?:;|$)/i
const ACCEPT = /(?:^|,)\s*application\/json\s*(?:;|,|$)/i

export function operationOf(method: string, path: string): Operation {
  const operation = OPERATIONS[`${method} ${PATH.exec(path)?.[1]}`]
  if (!operation)
    throw new Refusal(404, "NO_SUCH_CALL", ["There is no such call. Paths are /merchant/api/v{version}/…."])
  return operation
}

/** Section 5 and the head of section 4. */
export function checkHeaders(headers: IncomingHttpHeaders, hash: string): void {
  if (headers.authorization !== `Basic ${hash}`)
    throw new Refusal(401, "UNAUTHORIZED", ["The credentials are missing or wrong."], { "WWW-Authenticate": "Basic" })
  if (!ACCEPT.test(headers.accept ?? "")) throw new Refusal(406, "NOT_ACCEPTABLE", ["Send Accept: application/json."])
  if (!CONTENT_TYPE.test(headers["content-type"] ?? ""))
    throw new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", ["Send Content-Type: application/*+json."])
}

export function readCall({ id, isEmpty }: Operation, query: string, text: string): Call {
  if (isEmpty && text !== "") throw new Refusal(400, "BODY_NOT_ALLOWED", ["This call takes no body."])
  const body = id === "query" ? {} : read(shapes.object, parse(text), 400)
  const source = id === "query" ? Object.fromEntries(new URLSearchParams(query)) : body
  return { applicationId: id ? read(shapes.applicationId, source, 400).applicationId : "", body }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words would repeat a part of the body.
    throw new Refusal(400, "MALFORMED_JSON", ["The body is not JSON."])
  }
}
