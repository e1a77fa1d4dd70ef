import type { Finding } from "../finding"
import type { Seen, Wire } from "../wire"

/** An application that no account has. */
export const NO_ONES = "999999999999"

/** Questions that leave nothing behind, about an application that does not exist. */
export async function readProbes(wire: Wire): Promise<Finding[]> {
  const nowhere = await wire.ask({ name: "GET nowhere", method: "GET", path: wire.versioned("/no-such-call") })
  const first = await wire.ask(pricingOf(wire, NO_ONES))
  const paths = await pathsOf(wire, { nowhere, pricing: first })
  const pricing = wire.literal ? await wire.ask(pricingOf(wire, NO_ONES)) : first
  return [
    ...paths,
    unknownApplication(pricing),
    await wrongCredentials(wire),
    await contractIdPlace(wire, nowhere),
    errorShape(pricing),
  ]
}

/** The call for what an application costs. */
export function pricingOf(wire: Wire, id: string) {
  const path = `${wire.path("/application/cart/pricing")}?applicationId=${encodeURIComponent(id)}`
  return { name: "GET pricing", method: "GET", path } as const
}

/** A path that the service knows answers otherwise than one that it does not know. */
function isKnown(seen: Seen, nowhere: Seen): boolean {
  const said = ({ json }: Seen) => JSON.stringify((json as { detail?: unknown } | undefined)?.detail ?? null)
  return seen.status !== nowhere.status || said(seen) !== said(nowhere)
}

async function pathsOf(wire: Wire, { nowhere, pricing }: { nowhere: Seen; pricing: Seen }): Promise<Finding[]> {
  const row = { row: "1 paths", assumed: "prefix and version before each path" }
  if (isKnown(pricing, nowhere)) return [{ ...row, seen: `answers ${pricing.status}`, verdict: "same" }]
  const path = `/application/cart/pricing?applicationId=${NO_ONES}`
  const short = await wire.ask({ name: "GET pricing, short path", method: "GET", path })
  const lost = await wire.ask({ name: "GET nowhere, short path", method: "GET", path: "/no-such-call" })
  if (isKnown(short, lost)) {
    wire.literal = true
    return [{ ...row, seen: "only the short paths answer", verdict: "differs", write: { wire: { paths: "literal" } } }]
  }
  const advice = "Ask the operator for the address up to the api segment, and for the version (baseUrl, apiVersion)."
  return [{ ...row, seen: `both forms answer ${pricing.status}, as any path does`, verdict: "differs", advice }]
}

const UNKNOWN = "5 application that there is not"

/** The account's own credentials are refused. */
export function isRefusedAccount({ row, seen }: Finding): boolean {
  return row === UNKNOWN && (seen === "401" || seen === "403")
}

function unknownApplication({ status }: Seen): Finding {
  const row = { row: UNKNOWN, assumed: "404, or 409" }
  if (status === 404) return { ...row, seen: "404", verdict: "same" }
  const speaks = { codes: { "not-found": status } }
  if (status === 409) return { ...row, seen: "409", verdict: "same", speaks }
  if (status >= 200 && status < 300)
    return { ...row, seen: String(status), verdict: "contradicts", advice: "Ask the operator what is priced here." }
  const advice =
    status === 401 || status === 403
      ? "The credentials are refused: ask the operator whether they are those of this address."
      : "Ask the operator what this status means."
  const isRefusal = status !== 401 && status !== 403 && status >= 400
  return { ...row, seen: String(status), verdict: "differs", advice, ...(isRefusal && { speaks }) }
}

async function wrongCredentials(wire: Wire): Promise<Finding> {
  const authorization = `Basic ${Buffer.from("stranger:wrong-password").toString("base64")}`
  const { status } = await wire.ask({ ...pricingOf(wire, NO_ONES), name: "wrong login", headers: { authorization } })
  const row = { row: "1 auth hash", assumed: "401 for wrong credentials", seen: String(status) }
  if (status === 401) return { ...row, verdict: "same" }
  const speaks = { codes: { unauthorized: status } }
  if (status === 403)
    return { ...row, verdict: "differs", advice: "Nothing to write: 403 is read the same way.", speaks }
  if (status === 404 || status < 300)
    return {
      ...row,
      verdict: "contradicts",
      advice: "The service does not look at the credentials. Tell the operator.",
    }
  return { ...row, verdict: "differs", advice: "Ask the operator how wrong credentials are answered." }
}

async function contractIdPlace(wire: Wire, nowhere: Seen): Promise<Finding> {
  const base = wire.path("/application/contract")
  const row = { row: "6 place of the id in GET contract", assumed: "in the query" }
  const query = await wire.ask({ name: "GET contract", method: "GET", path: `${base}?applicationId=${NO_ONES}` })
  if (isKnown(query, nowhere)) return { ...row, seen: `answers ${query.status}`, verdict: "same" }
  const inPath = await wire.ask({ name: "GET contract, id in the path", method: "GET", path: `${base}/${NO_ONES}` })
  if (isKnown(inPath, nowhere))
    return { ...row, seen: "in the path", verdict: "differs", write: { wire: { contractIdPlace: "path" } } }
  return { ...row, seen: "neither form is known", verdict: "skipped", advice: "Seen at level apply." }
}

function errorShape({ status, shape, mediaType }: Seen): Finding {
  const row = { row: "10 refusals", assumed: "problem body: type, title, status, detail" }
  if (status < 400) return { ...row, seen: "no refusal was seen", verdict: "skipped" }
  const fields = Object.keys(shape).join(", ") || "no JSON"
  const isProblem = ["title", "detail"].some((name) => name in shape)
  if (isProblem) return { ...row, seen: `${fields} (${mediaType})`, verdict: "same" }
  const advice =
    "Refusals without a problem body count as unknown, and the state is read back. Ask the operator for their shape."
  const speaks = { answers: { refusals: "bare" } }
  return { ...row, seen: `${fields} (${mediaType})`, verdict: "differs", advice, speaks }
}
