import { findContractUrl, type SpecCart, toReferenceCart, toServiceStatus, wireDefaults } from "../../lease-service"
import type { Finding } from "../finding"
import type { Journal } from "../journal"
import type { TestPerson } from "../persons"
import type { Seen, Wire } from "../wire"
import { pricingOf } from "./read"

type Room = { wire: Wire; journal: Journal; write: NonNullable<Finding["write"]> }

/** One small article, without tax: every format can say it. */
const CART: SpecCart = {
  orderId: "CONFORMANCE",
  deliveryCost: 0,
  items: [
    {
      brand: "Test",
      description: "Test article",
      category: "Furniture",
      identifier: "TEST-1",
      unitPrice: 400,
      tax: 0,
      quantity: 1,
      condition: "new",
    },
  ],
}

/** Takes test persons as far as a contract and cancels it. `write`: the options found so far. Never repeats a call that changes something. */
export async function applyProbes(room: Room, persons: readonly TestPerson[]): Promise<Finding[]> {
  const findings: Finding[] = []
  let priced = false
  for (const person of persons) {
    const { found, id, approved } = await apply(room, person)
    findings.push(...found)
    if (!id || !approved || priced) continue
    priced = true
    findings.push(...(await lease(room, id)))
  }
  return findings
}

async function apply({ wire, journal, write }: Room, person: TestPerson) {
  const path = wire.versioned("/application")
  const headers = contentTypeOf(write)
  journal.write({ about: "apply", person: person.name })
  const seen = await wire.ask({ name: "POST application", method: "POST", path, body: person.application, headers })
  const { applicationId, status } = (seen.json ?? {}) as { applicationId?: unknown; status?: unknown }
  const id = typeof applicationId === "string" || typeof applicationId === "number" ? String(applicationId) : undefined
  if (id) journal.write({ about: "applied", id })
  const read = typeof status === "string" ? toServiceStatus(status) : undefined
  const approved = read === "approved" || read === "pre_approved" || read === "prequalified"
  const outcome: Finding = {
    row: `3 answer to ${person.name}`,
    assumed: person.expected,
    seen: read ?? `${seen.status}, no status`,
    verdict: read === person.expected ? "same" : read === undefined ? "contradicts" : "differs",
    ...(read === "unknown" && {
      advice: "The service has a status that the specification does not name. Ask what it means.",
    }),
    ...(read !== person.expected && read !== "unknown" && { advice: "Ask the operator what this test person is for." }),
  }
  const kind = seen.shape.applicationId
  const idKind: Finding[] = kind
    ? [
        {
          row: "1 applicationId",
          assumed: "text of digits",
          seen: kind,
          verdict: kind.includes("text") ? "same" : "new",
        },
      ]
    : []
  return { found: [outcome, ...idKind], id, approved }
}

async function lease(room: Room, id: string): Promise<Finding[]> {
  const format = await recordCart(room, id)
  if (!format.taken) return [format.finding]
  const priced = await room.wire.ask(pricingOf(room.wire, id))
  const contract = await contractOf(room, id)
  const canceled = await cancel(room, id)
  return [format.finding, ...pricing(priced), contract, canceled]
}

async function recordCart({ wire, journal, write }: Room, id: string): Promise<{ finding: Finding; taken: boolean }> {
  const path = wire.path("/application/cart")
  const row = { row: "4 cart shape", assumed: "spec" }
  const formats = [
    ["spec", CART],
    ["reference", toReferenceCart(CART)],
  ] as const
  let refused = ""
  for (const [cartFormat, cart] of formats) {
    journal.write({ about: "cart", id })
    const body = { applicationId: id, ...cart }
    const name = `POST cart, ${cartFormat}`
    const seen = await wire.ask({ name, method: "POST", path, body, headers: contentTypeOf(write) })
    if (seen.status < 300) {
      if (cartFormat === "spec") return { taken: true, finding: { ...row, seen: "spec", verdict: "same" } }
      const options = { cartFormat: "reference" } as const
      return {
        taken: true,
        finding: { ...row, seen: `${refused}; reference is taken`, verdict: "differs", write: options },
      }
    }
    refused = `spec: ${seen.status} ${fieldsOf(seen)}`.trim()
    // Only a clear no to the body lets the other form be tried.
    if (seen.status !== 400 && seen.status !== 422) break
  }
  return {
    taken: false,
    finding: { ...row, seen: refused, verdict: "differs", advice: "Ask the operator for the cart's fields." },
  }
}

function pricing({ status, shape }: Seen): Finding[] {
  if (status !== 200)
    return [
      { row: "5 pricing", assumed: "200", seen: String(status), verdict: "contradicts", advice: "Ask the operator." },
    ]
  const has = (path: string) => path in shape
  const findings: Finding[] = []
  const appStatus = { row: "8 appStatus", assumed: "in the pricing, with isOkToDeliver" }
  if (has("appStatus.status") && has("appStatus.isOkToDeliver")) {
    const kind = shape["appStatus.isOkToDeliver"] ?? ""
    findings.push({
      ...appStatus,
      seen: `status, isOkToDeliver (${kind})`,
      verdict: kind.includes("text") ? "new" : "same",
    })
  } else {
    const advice =
      "Nothing to write. Each order waits until staff mark its lease as signed. Ask the operator for the status."
    findings.push({
      ...appStatus,
      seen: has("appStatus.status") ? "without isOkToDeliver" : "absent",
      verdict: "differs",
      advice,
    })
  }
  const known = Object.keys(wireDefaults.pricingAliases)
  const aliases = Object.entries(wireDefaults.pricingAliases).flatMap(([field, names]) => {
    const found = names.find(has)
    return found && found !== names[0] ? [`${field} is called ${found}`] : []
  })
  const read = known.filter((field) => wireDefaults.pricingAliases[field]?.some(has))
  findings.push({
    row: "5 names of figures",
    assumed: known.join(", "),
    seen: [`${read.length} of ${known.length} there`, ...aliases].join("; "),
    verdict: aliases.length ? "new" : "same",
  })
  return findings
}

async function contractOf({ wire, journal, write }: Room, id: string): Promise<Finding> {
  const base = wire.path("/application/contract")
  const path = write.wire?.contractIdPlace === "path" ? `${base}/${id}` : `${base}?applicationId=${id}`
  journal.write({ about: "contract", id })
  const { status, json } = await wire.ask({ name: "GET contract", method: "GET", path })
  const keys = wire.settings.wire.contractUrlKeys
  const row = { row: "6 address of the contract", assumed: `a key of ${keys.slice(0, 3).join(", ")} …` }
  const found = addresses(json)
  const read = findContractUrl(json, wire.settings)
  const known = found.find(({ url }) => url.trim() === read)
  if (known) return { ...row, seen: `${known.key}, ${known.url.split(":")[0]}`, verdict: "same" }
  const [only, ...others] = found
  if (only && !others.length) {
    const contractUrlKeys = [only.key, ...keys]
    return { ...row, seen: only.key, verdict: "differs", write: { wire: { contractUrlKeys } } }
  }
  const seen = found.length ? found.map(({ key }) => key).join(", ") : `${status}, no address`
  return {
    ...row,
    seen,
    verdict: "differs",
    advice: "Ask the operator which key holds the address (wire.contractUrlKeys).",
  }
}

/** The addresses of pages by their keys; on the top level and one level down. They open a contract, and are not kept. */
function addresses(json: unknown, depth = 0): { key: string; url: string }[] {
  if (typeof json !== "object" || json === null || depth > 1) return []
  return Object.entries(json).flatMap(([key, value]) =>
    typeof value === "string" && /^\s*https?:\/\//.test(value) ? [{ key, url: value }] : addresses(value, depth + 1),
  )
}

/** Takes back, once, a contract that the run has made. */
export async function cancel({ wire, journal }: Pick<Room, "wire" | "journal">, id: string): Promise<Finding> {
  const row = { row: "6 cancellation before the signature", assumed: "204, or refused until the lease is accepted" }
  if (journal.lines().some((line) => line.about === "cancel" && line.id === id)) {
    // It was asked for before, and how that ended is not known.
    const { status } = await wire.ask(pricingOf(wire, id))
    if (status === 404 || status === 409) {
      journal.write({ about: "canceled", id })
      return { ...row, seen: `${status}: canceled`, verdict: "same" }
    }
  }
  journal.write({ about: "cancel", id })
  const path = `${wire.path("/application/contract")}?applicationId=${encodeURIComponent(id)}`
  const { status } = await wire.ask({ name: "DELETE contract", method: "DELETE", path })
  if (status < 300) {
    journal.write({ about: "canceled", id })
    const isUsual = status === 200 || status === 204
    return { ...row, seen: `${status}: canceled`, verdict: isUsual ? "same" : "new" }
  }
  // A clear no: an unsigned contract lapses, and asking again changes nothing.
  if (status === 404 || status === 409 || status === 400) journal.write({ about: "kept", id })
  const advice = "The unsigned contract stays until it lapses. Ask the operator to remove it where that matters."
  return {
    ...row,
    seen: `${status}: refused`,
    verdict: status === 409 ? "same" : "differs",
    ...(status !== 409 && { advice }),
  }
}

function contentTypeOf({ wire }: Room["write"]): Record<string, string> {
  return wire?.contentType ? { "content-type": wire.contentType } : {}
}

function fieldsOf({ shape }: Seen): string {
  return Object.keys(shape)
    .filter((name) => name.startsWith("errors."))
    .slice(0, 3)
    .join(", ")
}
