import { type Connection, NoAnswer, type Seen } from "../connection"
import type { Finding } from "../finding"
import { pricingOf } from "../lease-predicates"

/** The ID of an application that doesn't exist. */
export const NO_ONES = "999999999999"

/** If this level takes longer, the service counts as not responding. */
const READ_WITHIN_MS = 30_000

/** Makes only read calls, for an application that doesn't exist. Throws NoAnswer if every call fails. */
export async function readProbes(connection: Connection): Promise<Finding[]> {
  connection.until = Date.now() + READ_WITHIN_MS
  const path = connection.versioned("/no-such-call")
  const nowhere = await connection.ask({ name: "GET nowhere", method: "GET", path })
  const first = await connection.ask(pricingOf(connection, NO_ONES))
  const paths = await pathsOf(connection, { nowhere, pricing: first })
  connection.adopt(...paths)
  const pricing =
    connection.settings.dialect.paths === "literal" ? await connection.ask(pricingOf(connection, NO_ONES)) : first
  const login = await wrongCredentials(connection)
  // Stop, because a working service would at least have refused the wrong credentials.
  if (pricing.status >= 500 && Number(login.seen) >= 500) throw new NoAnswer(`every call fails with ${pricing.status}`)
  const findings = [
    ...paths,
    unknownApplication(pricing),
    login,
    await contractIdPlace(connection, nowhere),
    errorShape(pricing),
    statusMember(pricing),
    await mediaTypes(connection, pricing),
    redirects(connection),
  ]
  connection.until = Number.POSITIVE_INFINITY
  return findings
}

/** Whether a path exists. If it does, the response differs from the one for an unknown path. */
function isKnown(seen: Seen, nowhere: Seen): boolean {
  return seen.status !== nowhere.status || wordsOf(seen.json) !== wordsOf(nowhere.json)
}

/** Returns a refusal's text without paths, so it's the same for different unknown paths. */
function wordsOf(json: unknown): string {
  if (typeof json !== "object" || json === null) return ""
  const words = Object.entries(json).map(([name, value]) => {
    if (typeof value !== "string") return wordsOf(value)
    return /^(code|detail|error|message|title|type)$/i.test(name) ? value.replace(/(?<!\S)\S*\/\S*/g, "") : ""
  })
  return words.join("|")
}

async function pathsOf(
  connection: Connection,
  { nowhere, pricing }: { nowhere: Seen; pricing: Seen },
): Promise<Finding[]> {
  const row = { row: "1 paths", assumed: "prefix and version before every path" } as const
  if (isKnown(pricing, nowhere)) {
    const assumed = connection.settings.dialect.paths === "literal" ? "the short paths" : row.assumed
    return [{ ...row, assumed, seen: `exists, returns ${pricing.status}`, verdict: "same" }, ...address(connection)]
  }
  const path = `/application/cart/pricing?applicationId=${NO_ONES}`
  const short = await connection.ask({ name: "GET pricing, short path", method: "GET", path })
  const lost = await connection.ask({ name: "GET nowhere, short path", method: "GET", path: "/no-such-call" })
  if (isKnown(short, lost)) {
    const write = { dialect: { paths: "literal" } } as const
    return [{ ...row, seen: "only the short paths exist", verdict: "differs", write }, ...address(connection, "short")]
  }
  const advice = "Ask the operator for the address up to the api segment (baseUrl) and the version (apiVersion)."
  const seen = `both forms return ${pricing.status}, like any unknown path`
  return [{ ...row, seen, verdict: "differs", advice }, ...address(connection, "none")]
}

/** Checks `baseUrl` and the version. Both are right if a path below them exists. */
function address({ settings }: Connection, known: "long" | "short" | "none" = "long"): Finding[] {
  const version = { row: "1 version", assumed: `${settings.apiVersion}, in the path` } as const
  const base = { row: "1 baseUrl", assumed: "everything before the api segment" } as const
  if (known === "none")
    return [version, base].map((row) => ({ ...row, seen: "no known path follows it", verdict: "differs" }))
  const seen = known === "long" ? "correct" : "not in the short paths"
  return [
    { ...version, seen, verdict: known === "long" ? "same" : "skipped" },
    { ...base, seen: "correct", verdict: "same" },
  ]
}

/** True if the account's own credentials are refused. */
export function isRefusedAccount({ row, seen }: Finding): boolean {
  return row === "8 404 or 409 from pricing" && (seen === "401" || seen === "403")
}

function unknownApplication({ status }: Seen): Finding {
  const row = { row: "8 404 or 409 from pricing", of: "unknown application", assumed: "404, or 409" } as const
  if (status === 404) return { ...row, seen: "404", verdict: "same" }
  const speaks = { codes: { "not-found": status } }
  if (status === 409) return { ...row, seen: "409", verdict: "same", speaks }
  if (status >= 200 && status < 300)
    return {
      ...row,
      seen: String(status),
      verdict: "contradicts",
      advice: "Ask the operator what this response means.",
    }
  const isAccount = status === 401 || status === 403
  const advice = isAccount
    ? "The credentials are refused. Ask the operator whether they belong to this address."
    : "Ask the operator what this status means."
  return { ...row, seen: String(status), verdict: "differs", advice, ...(!isAccount && status >= 400 && { speaks }) }
}

async function wrongCredentials(connection: Connection): Promise<Finding> {
  const headers = { authorization: `Basic ${Buffer.from("stranger:wrong-password").toString("base64")}` }
  const { status } = await connection.ask({ ...pricingOf(connection, NO_ONES), name: "wrong login", headers })
  const row = { row: "1 auth hash", assumed: "401 for wrong credentials", seen: String(status) } as const
  if (status === 401) return { ...row, verdict: "same" }
  const speaks = { codes: { unauthorized: status } }
  if (status === 403)
    return {
      ...row,
      verdict: "differs",
      advice: "You do not have to set anything, because the plugin treats 403 the same way.",
      speaks,
    }
  if (status === 404 || status < 300) {
    const advice = "The service does not check the credentials. Tell the operator."
    return { ...row, verdict: "contradicts", advice }
  }
  return { ...row, verdict: "differs", advice: "Ask the operator how the service responds to wrong credentials." }
}

async function contractIdPlace(connection: Connection, nowhere: Seen): Promise<Finding> {
  const base = connection.path("/application/contract")
  const row = { row: "6 GET contract, request", assumed: "the ID in the query" } as const
  const query = await connection.ask({ name: "GET contract", method: "GET", path: `${base}?applicationId=${NO_ONES}` })
  if (isKnown(query, nowhere)) return { ...row, seen: `exists, returns ${query.status}`, verdict: "same" }
  const path = `${base}/${NO_ONES}`
  const inPath = await connection.ask({ name: "GET contract, ID in the path", method: "GET", path })
  if (isKnown(inPath, nowhere))
    return { ...row, seen: "in the path", verdict: "differs", write: { dialect: { contractIdPlace: "path" } } }
  return { ...row, seen: "neither form exists", verdict: "skipped", advice: "Level apply tests this." }
}

function errorShape({ status, shape, mediaType }: Seen): Finding {
  const row = { row: "10 shapes", assumed: "a problem body: type, title, status, detail" } as const
  if (status < 400) return { ...row, seen: "nothing was refused", verdict: "skipped" }
  const fields = Object.keys(shape).join(", ") || "not JSON"
  const isProblem = ["title", "detail"].some((name) => name in shape)
  if (isProblem) return { ...row, seen: `${fields} (${mediaType})`, verdict: "same" }
  const advice =
    "The plugin treats refusals without a problem body as unclear and reads the status. Ask the operator for their format."
  const speaks = { answers: { refusals: "bare" } }
  return { ...row, seen: `${fields} (${mediaType})`, verdict: "differs", advice, speaks }
}

function statusMember({ shape, status, json }: Seen): Finding {
  const row = { row: "10 member status", assumed: "the HTTP status, as a number" } as const
  const kind = shape.status
  if (!kind) return { ...row, seen: "absent", verdict: status < 400 ? "skipped" : "new" }
  const isSame = String((json as { status?: unknown }).status) === String(status)
  if (!isSame) return { ...row, seen: "not the HTTP status, so it is ignored", verdict: "new" }
  const seen = `the HTTP status, as a ${kind}`
  if (kind === "number") return { ...row, seen, verdict: "same" }
  return { ...row, seen, verdict: "new", speaks: { answers: { statusCode: "text" } } }
}

/** Checks how the service handles the Accept header. The client itself ignores a response's media type. */
async function mediaTypes(connection: Connection, { mediaType }: Seen): Promise<Finding> {
  const headers = { accept: "text/plain" }
  const { status } = await connection.ask({ ...pricingOf(connection, NO_ONES), name: "GET pricing as text", headers })
  const seen = `${mediaType || "none"}; Accept: text/plain returns ${status}`
  const row = { row: "1 media types", assumed: "JSON, with any media type", seen } as const
  return { ...row, verdict: /json/.test(mediaType) ? "same" : "new" }
}

function redirects({ log }: Connection): Finding {
  const row = { row: "1 redirects", assumed: "none" } as const
  const count = log.filter(({ status }) => status >= 300 && status < 400).length
  if (!count) return { ...row, seen: "none", verdict: "same" }
  const advice = "The client does not follow redirects. Set baseUrl to the address that the service redirects to."
  return { ...row, seen: `${count} of ${log.length} responses`, verdict: "differs", advice }
}

/** Checks all calls of a run: the slowest one, the largest response, and whether the service limited the rate. */
export function aroundProbes({ log, settings }: Connection): Finding[] {
  const longest = Math.max(...log.map(({ ms }) => ms))
  const largest = Math.max(...log.map(({ length }) => length))
  const pauses = log.filter(({ status }) => status === 429)
  const isSlow = longest > settings.timeoutMs / 2
  const time: Finding = {
    row: "1 timeout",
    assumed: `${settings.timeoutMs / 1000} s is enough`,
    seen: `the slowest response took ${(longest / 1000).toFixed(1)} s`,
    verdict: isSlow ? "new" : "same",
    ...(isSlow && { advice: "Responses are slow. You may have to raise timeoutMs and requestTimeoutMs." }),
    varies: true,
  }
  const size: Finding = {
    row: "1 size of a response",
    assumed: "1 MB at most",
    seen: `the largest was ${Math.ceil(largest / 1000)} kB`,
    verdict: "same",
    varies: true,
  }
  const rate: Finding = { row: "14 1 MB; rate", assumed: "no limit known", ...rateOf(pauses, log.length), varies: true }
  return [time, size, rate]
}

function rateOf(pauses: Connection["log"], calls: number): Pick<Finding, "seen" | "verdict" | "advice"> {
  if (!pauses.length) return { seen: `${calls} calls at one a second, without a limit`, verdict: "same" }
  const hasPause = pauses.some(({ retryAfter }) => retryAfter !== undefined)
  const seen = `429 for ${pauses.length} of ${calls} calls, ${hasPause ? "with" : "without"} Retry-After in seconds`
  return { seen, verdict: "new", advice: "Ask the operator for the limit, and set the rate option." }
}
