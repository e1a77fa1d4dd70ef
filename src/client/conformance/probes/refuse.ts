import type { Connection, Seen } from "../connection"
import type { Finding } from "../finding"
import { NO_ONES } from "./read"

const CART = { orderId: "CONFORMANCE", deliveryCost: 0, items: [] }

const UNKNOWN_PATH = "the path does not exist"

/** True if the path for applications doesn't exist. If so, the run doesn't send any test person's application. */
export function isUnknownPath({ row, seen }: Finding): boolean {
  return row === "10 validation status" && seen === UNKNOWN_PATH
}

/** Sends only what is certain to be refused: an empty application, and a cart for an application that doesn't exist. */
export async function refuseProbes(connection: Connection): Promise<Finding[]> {
  const type = await contentType(connection)
  connection.adopt(...type)
  return [...type, ...(await emptyApplication(connection))]
}

async function contentType(connection: Connection): Promise<Finding[]> {
  const ask = (type?: string) =>
    connection.ask({
      name: type ? `POST cart, unknown application, as ${type}` : "POST cart, unknown application",
      method: "POST",
      path: connection.path("/application/cart"),
      body: connection.bodyOf(NO_ONES, CART),
      ...(type && { headers: { "content-type": type } }),
    })
  const row = { row: "1 Content-Type of requests", assumed: connection.settings.dialect.contentType } as const
  const first = await ask()
  if (first.status < 300) {
    const advice =
      "The service accepts an empty cart for an application that does not exist. The run stops here. Ask the operator."
    return [{ ...row, seen: `${first.status}: accepted`, verdict: "contradicts", advice }]
  }
  if (first.status !== 415)
    return [{ ...row, seen: `accepted, returns ${first.status}`, verdict: "same" }, refusal(first)]
  for (const type of ["application/json", "application/json-patch+json"]) {
    const answer = await ask(type)
    const write = { dialect: { contentType: type } }
    if (answer.status !== 415)
      return [{ ...row, seen: `415; ${type} is accepted`, verdict: "differs", write }, refusal(answer)]
  }
  const advice = "Ask the operator for the content type (dialect.contentType)."
  return [{ ...row, seen: "415 for every type", verdict: "differs", advice }, refusal(first)]
}

/** Checks whether the client would accept the refusal, which requires proof that the service itself refused. */
function refusal(seen: Seen): Finding {
  const { status, shape } = seen
  const isProblem = "title" in shape || "detail" in shape
  const isSure = refusedFields(seen).length > 0 || (isProblem && [400, 404, 409].includes(status)) || status === 415
  const proof = isSure ? "" : isProblem ? ", with an unclear problem body" : ", without a problem body"
  const of = "cart of an unknown application"
  const row = { row: "10 403; 400, 409, 500", of, assumed: "400, 404 or 409" } as const
  if (isSure) return { ...row, seen: String(status), verdict: "same" }
  const advice = "The plugin treats such a refusal as unclear, and reads the status before it sends anything again."
  return { ...row, seen: `${status}${proof}`, verdict: "differs", advice }
}

async function emptyApplication(connection: Connection): Promise<Finding[]> {
  const call = { method: "POST", path: connection.versioned("/application") } as const
  const seen = await connection.ask({ ...call, name: "POST application, empty", body: {} })
  const { status } = seen
  const validation = { row: "10 validation status", assumed: "400" } as const
  const row = { row: "10 field paths, type", assumed: "an errors object, by field" } as const
  if (status < 300) {
    // Not a contradiction, because the specification doesn't require any fields.
    const advice =
      "An empty application gets the same response as any other. Ask the operator which fields are checked."
    const taken = { seen: `${status}: accepted`, verdict: "differs" } as const
    return [{ ...validation, ...taken, advice }, { ...row, ...taken }, store(seen, connection)]
  }
  if ((status === 404 || status === 405) && !refusedFields(seen).length) {
    const unknown = "Ask the operator for the address up to the api segment (baseUrl) and the version (apiVersion)."
    const missing = { ...validation, seen: UNKNOWN_PATH, verdict: "differs", advice: unknown } as const
    return [missing, { ...row, seen: UNKNOWN_PATH, verdict: "skipped" }, store(seen, connection)]
  }
  const fields = refusedFields(seen)
  const advice =
    "Shoppers see that some fields are wrong, but not which ones. Ask the operator how the response names them."
  const named = `${fields.length} fields: ${fields.slice(0, 4).join(", ") || "none"}`
  const speaks = { codes: { validation: status } }
  const isUsual = status === 400
  const found = { ...validation, seen: String(status), ...(!isUsual && fields.length && { speaks }) }
  return [
    { ...found, verdict: isUsual ? "same" : "new" },
    fields.length ? { ...row, seen: named, verdict: "same" } : { ...row, seen: named, verdict: "differs", advice },
    fields.some(isOfStore)
      ? store(await connection.ask({ ...call, name: "POST application, empty store", body: { store: {} } }), connection)
      : store(seen, connection),
  ]
}

/** Returns the paths of the fields that a response rejects. */
export function refusedFields({ shape }: Seen): string[] {
  const paths = Object.keys(shape).filter((path) => path.startsWith("errors."))
  return paths.map((path) => path.replace(/^errors\./, "").replace(/\[\]$/, ""))
}

const isOfStore = (field: string) => field.split(".")[0]?.toLowerCase() === "store"

/** Reads the service's name for the store's number from the refusal of an application with an empty store object. */
function store(seen: Seen, { settings }: Connection): Finding {
  const row = { row: "2 operatorMerchantId", assumed: "not required" } as const
  const ofStore = refusedFields(seen).filter(isOfStore)
  if (!ofStore.length) return { ...row, seen: "not required", verdict: "same" }
  const wanted = ofStore.flatMap((field) => field.split(".")[1] ?? [])
  const [only] = wanted
  const isOther = wanted.length === 1 && only !== undefined && only !== settings.dialect.storeMerchantIdKey
  const isWritten = settings.store?.operatorMerchantId !== undefined
  return {
    ...row,
    seen: ["required", ...wanted].join(": "),
    verdict: isWritten && !isOther ? "same" : "differs",
    speaks: { requests: { store: "required" } },
    ...(!isWritten && { advice: "Ask the operator for your store's number, and set the store option." }),
    ...(isOther && { write: { dialect: { storeMerchantIdKey: only } } }),
  }
}
