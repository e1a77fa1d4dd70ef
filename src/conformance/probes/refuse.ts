import type { Finding } from "../finding"
import type { Seen, Wire } from "../wire"
import { NO_ONES } from "./read"

const CART = { applicationId: NO_ONES, orderId: "CONFORMANCE", deliveryCost: 0, items: [] }

/** Questions by what is surely refused: an empty application, and a cart for an application that there is not. */
export async function refuseProbes(wire: Wire): Promise<Finding[]> {
  const type = await contentType(wire)
  const headers = type.write?.wire?.contentType
  return [type, await emptyApplication(wire, headers ? { "content-type": headers } : {})]
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

async function emptyApplication(wire: Wire, headers: Record<string, string>): Promise<Finding> {
  const path = wire.versioned("/application")
  const seen = await wire.ask({ name: "POST application, empty", method: "POST", path, body: {}, headers })
  const row = { row: "10 fields that are refused", assumed: "400 with an errors map by field" }
  if (seen.status < 300) return { ...row, ...taken(seen), verdict: "contradicts" }
  const errors = (seen.json as { errors?: unknown } | undefined)?.errors
  const fields = Object.keys(seen.shape).filter((name) => name.startsWith("errors."))
  const said = `${seen.status}, ${fields.length} fields: ${fields.slice(0, 4).join(", ") || "none"}`
  if (errors && fields.length) return { ...row, seen: said, verdict: "same" }
  const advice = "A shopper reads that fields are wrong, and not which. Ask the operator how they are named."
  return { ...row, seen: said, verdict: "differs", advice }
}

function taken({ status }: Seen) {
  return { seen: `${status}: it was taken`, advice: "The service takes what is empty. Stop, and ask the operator." }
}
