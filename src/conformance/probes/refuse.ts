import { wireDefaults } from "../../lease-service"
import type { Finding } from "../finding"
import type { Seen, Wire } from "../wire"
import { NO_ONES } from "./read"

const CART = { applicationId: NO_ONES, orderId: "CONFORMANCE", deliveryCost: 0, items: [] }

/** Questions by what is surely refused: an empty application, and a cart for an application that there is not. */
export async function refuseProbes(wire: Wire): Promise<Finding[]> {
  const type = await contentType(wire)
  const headers = type.write?.wire?.contentType
  return [type, ...(await emptyApplication(wire, headers ? { "content-type": headers } : {}))]
}

async function contentType(wire: Wire): Promise<Finding> {
  const ask = (type?: string) =>
    wire.ask({
      name: type ? `POST cart of no one as ${type}` : "POST cart of no one",
      method: "POST",
      path: wire.path("/application/cart"),
      body: CART,
      ...(type && { headers: { "content-type": type } }),
    })
  const row = { row: "1 Content-Type of requests", assumed: "application/*+json" }
  const first = await ask()
  if (first.status < 300) return { ...row, ...taken(first), verdict: "contradicts" }
  if (first.status !== 415) return { ...row, seen: `taken, answers ${first.status}`, verdict: "same" }
  for (const type of ["application/json", "application/json-patch+json"])
    if ((await ask(type)).status !== 415)
      return { ...row, seen: `415; ${type} is taken`, verdict: "differs", write: { wire: { contentType: type } } }
  const advice = "Ask the operator for the type (wire.contentType)."
  return { ...row, seen: "415 for all types", verdict: "differs", advice }
}

async function emptyApplication(wire: Wire, headers: Record<string, string>): Promise<Finding[]> {
  const call = { method: "POST", path: wire.versioned("/application"), headers } as const
  const seen = await wire.ask({ ...call, name: "POST application, empty", body: {} })
  const row = { row: "10 fields that are refused", assumed: "400 with an errors map by field" }
  if (seen.status < 300) return [{ ...row, ...taken(seen), verdict: "contradicts" }]
  const fields = refusedFields(seen)
  const said = `${seen.status}, ${fields.length} fields: ${fields.slice(0, 4).join(", ") || "none"}`
  const advice = "A shopper reads that fields are wrong, and not which. Ask the operator how they are named."
  if (!fields.length) return [{ ...row, seen: said, verdict: "differs", advice }]
  const speaks = { codes: { validation: seen.status } }
  const named: Finding = { ...row, seen: said, verdict: "same", ...(seen.status !== 400 && { speaks }) }
  if (!fields.some(isOfStore)) return [named]
  return [named, store(await wire.ask({ ...call, name: "POST application, empty store", body: { store: {} } }))]
}

/** Paths of the fields that an answer calls wrong. */
function refusedFields({ shape }: Seen): string[] {
  const paths = Object.keys(shape).filter((path) => path.startsWith("errors."))
  return paths.map((path) => path.replace(/^errors\./, "").replace(/\[\]$/, ""))
}

const isOfStore = (field: string) => field.split(".")[0]?.toLowerCase() === "store"

/** The answer to an application whose store object is empty: it names the number of the store. */
function store(seen: Seen): Finding {
  const row = { row: "2 store object", assumed: "not required", verdict: "differs" } as const
  const speaks = { requests: { store: "required" } }
  const advice = "Ask the operator for the number of your store, and write option store."
  const wanted = refusedFields(seen)
    .filter(isOfStore)
    .flatMap((field) => field.split(".")[1] ?? [])
  const [only] = wanted
  const isOther = wanted.length === 1 && only !== undefined && only !== wireDefaults.storeMerchantIdKey
  return {
    ...row,
    seen: ["required", ...wanted].join(": "),
    advice,
    speaks,
    ...(isOther && { write: { wire: { storeMerchantIdKey: only } } }),
  }
}

function taken({ status }: Seen) {
  return { seen: `${status}: it was taken`, advice: "The service takes what is empty. Stop, and ask the operator." }
}
