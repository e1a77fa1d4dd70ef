import { findContractUrl } from "../../index"
import type { Seen } from "../connection"
import type { Finding } from "../finding"
import type { Room } from "./room"

/** Requests a contract. Returns its URL as the client reads it. */
export async function contractOf(
  { connection, journal }: Room,
  id: string,
): Promise<{ findings: Finding[]; url: string | undefined; seen: Seen }> {
  const inPath = connection.settings.dialect.contractIdPlace === "path"
  const path = inPath
    ? `${connection.path("/application/contract")}/${encodeURIComponent(id)}`
    : connection.pathOf("/application/contract", id)
  journal.write({ about: "contract", id })
  const seen = await connection.ask({ name: "GET contract", method: "GET", path })
  for (const { url } of addresses(seen.json)) connection.secrets.add(url)
  const url = findContractUrl(seen.json, connection.settings)
  const found = addressFinding(seen, url, connection.settings.dialect.contractUrlKeys)
  if (found.write?.dialect?.contractUrlKeys) {
    const wider = { ...connection.settings, dialect: { ...connection.settings.dialect, ...found.write.dialect } }
    const read = findContractUrl(seen.json, wider as typeof connection.settings)
    return { findings: [found, schemeOf(read)], url: read, seen }
  }
  return { findings: [found, schemeOf(url)], url, seen }
}

function addressFinding({ status, json }: Seen, read: string | undefined, keys: string[]): Finding {
  const row = { row: "6 GET contract, response", assumed: `one of ${keys.slice(0, 3).join(", ")} …` } as const
  const found = addresses(json)
  const known = found.find(({ url }) => url.trim() === read)
  if (known) {
    const isOther = known.key !== "esignUrl"
    return { ...row, seen: known.key, verdict: "same", ...(isOther && { speaks: { names: { esignUrl: known.key } } }) }
  }
  const [only, ...others] = found
  if (only && !others.length) {
    const contractUrlKeys = [only.key, ...keys]
    return { ...row, seen: only.key, verdict: "differs", write: { dialect: { contractUrlKeys } } }
  }
  const seen = found.length ? found.map(({ key }) => key).join(", ") : `${status}, without an address`
  const advice = "Ask the operator which field contains the address (dialect.contractUrlKeys)."
  return { ...row, seen, verdict: "differs", advice }
}

function schemeOf(url: string | undefined): Finding {
  const row = { row: "6 contract URL", assumed: "https, or http on this machine" } as const
  if (url === undefined) return { ...row, seen: "no address that the plugin accepts", verdict: "skipped" }
  return { ...row, seen: new URL(url).protocol.slice(0, -1), verdict: "same" }
}

/** Returns a response's URLs and their keys, at the top level and one level down. Don't keep the URLs, because they give access to the contract. */
function addresses(json: unknown, depth = 0): { key: string; url: string }[] {
  if (typeof json !== "object" || json === null || depth > 1) return []
  return Object.entries(json).flatMap(([key, value]) =>
    typeof value === "string" && /^\s*https?:\/\//.test(value) ? [{ key, url: value }] : addresses(value, depth + 1),
  )
}
