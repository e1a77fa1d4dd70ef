import {
  findContractUrl,
  type SpecCart,
  toReferenceCart,
  toServiceStatus,
  toStore,
  wireDefaults,
} from "../../lease-service"
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

async function apply(room: Room, person: TestPerson) {
  const { wire, journal, write } = room
  const body = { ...person.application, ...storeOf(room) }
  const path = wire.versioned("/application")
  const headers = contentTypeOf(write)
  journal.write({ about: "apply", person: person.name })
  const seen = await wire.ask({ name: "POST application", method: "POST", path, body, headers })
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
      ...spokenStatus(STATES[person.expected], status),
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
          ...(kind === "number" && { speaks: { answers: { applicationId: "number" } } }),
        },
      ]
    : []
  return { found: [outcome, ...idKind], id, approved }
}

/** The service's names of the answers that an operator promises (reference 9). */
const STATES = {
  approved: "Approved",
  pre_approved: "Pre-Approved",
  prequalified: "Prequalified",
  denied: "Denied",
  pending: "Pending",
} as const

/** The service's own word for a state, where it looks like one. */
function spokenStatus(state: string, word: unknown): Pick<Finding, "speaks"> {
  const isWord = typeof word === "string" && /^[A-Za-z][A-Za-z _-]{0,39}$/.test(word)
  return isWord ? { speaks: { statuses: { words: { [state]: word } } } } : {}
}

async function lease(room: Room, id: string): Promise<Finding[]> {
  const { taken, findings } = await recordCart(room, id)
  if (!taken) return findings
  const priced = await room.wire.ask(pricingOf(room.wire, id))
  const contract = await contractOf(room, id)
  const canceled = await cancel(room, id)
  return [...findings, ...pricing(priced), contract, canceled]
}

type Format = "spec" | "reference"
type Recorded = { findings: Finding[]; taken: boolean }

/** Sends the specification's cart; the reference's, or an id that is a number, only after a clear no to that. */
async function recordCart(room: Room, id: string): Promise<Recorded> {
  const row = { row: "4 cart shape", assumed: "spec" }
  const idRow = { row: "1 applicationId in bodies", assumed: "text" }
  let format: Format = "spec"
  let asNumber = false
  let seen = await sendCart(room, id, format, asNumber)
  const refused = `spec: ${seen.status} ${fieldsOf(seen)}`.trim()
  if (isAbout(seen, "applicationId") && Number.isSafeInteger(Number(id))) {
    asNumber = true
    seen = await sendCart(room, id, format, asNumber)
  }
  if (isClearNo(seen)) {
    format = "reference"
    seen = await sendCart(room, id, format, asNumber)
  }
  if (seen.status >= 300) {
    const advice = "Ask the operator for the cart's fields."
    return { taken: false, findings: [{ ...row, seen: refused, verdict: "differs", advice }] }
  }
  const findings: Finding[] =
    format === "spec"
      ? [{ ...row, seen: "spec", verdict: "same" }]
      : [{ ...row, seen: `${refused}; reference is taken`, verdict: "differs", write: { cartFormat: "reference" } }]
  if (asNumber)
    findings.push({ ...idRow, seen: "number", verdict: "differs", write: { wire: { applicationIdWire: "number" } } })
  if (seen.json === undefined)
    findings.push({
      row: "4 answer to the cart",
      assumed: "the pricing",
      seen: "empty",
      verdict: "new",
      speaks: { answers: { cart: "empty" } },
    })
  return { taken: true, findings }
}

async function sendCart(room: Room, id: string, format: Format, asNumber: boolean): Promise<Seen> {
  const { wire, journal, write } = room
  const cart = format === "spec" ? CART : toReferenceCart(CART)
  const body = { applicationId: asNumber ? Number(id) : id, ...storeOf(room), ...cart }
  journal.write({ about: "cart", id })
  const name = `POST cart, ${format}`
  return wire.ask({ name, method: "POST", path: wire.path("/application/cart"), body, headers: contentTypeOf(write) })
}

/** Option `store`, as the account calls its number. */
function storeOf({ wire: { settings }, write }: Room): object {
  return toStore({ store: settings.store, wire: { ...settings.wire, ...write.wire } })
}

/** A no to the body: another one may be sent. */
function isClearNo({ status }: Seen): boolean {
  return status === 400 || status === 422
}

/** A no to one field alone. */
function isAbout(seen: Seen, field: string): boolean {
  return isClearNo(seen) && fieldsOf(seen) === `errors.${field}[]`
}

function pricing({ status, shape, json }: Seen): Finding[] {
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
      ...(kind.includes("text") && { speaks: { answers: { booleans: "text" } } }),
    })
    findings.push(...unknownState(json))
  } else {
    const missing = has("appStatus.status") ? "isOkToDeliver" : "appStatus"
    const advice =
      "Nothing to write. Each order waits until staff mark its lease as signed. Ask the operator for the status."
    findings.push({
      ...appStatus,
      seen: has("appStatus.status") ? "without isOkToDeliver" : "absent",
      verdict: "differs",
      advice,
      speaks: { statuses: { [missing]: "absent" } },
    })
  }
  const aliases = Object.entries(wireDefaults.pricingAliases).flatMap(([field, names]) => {
    const found = names.find(has)
    return found && found !== names[0] ? [[field, found] as const] : []
  })
  const missing = FIGURES.filter((field) => ![field, ...(wireDefaults.pricingAliases[field] ?? [])].some(has))
  const isText = shape.invoiceTotal === "number as text"
  findings.push({
    row: "5 names of figures",
    assumed: FIGURES.join(", "),
    seen: [
      `${FIGURES.length - missing.length} of ${FIGURES.length} there`,
      ...aliases.map(([field, name]) => `${field} is called ${name}`),
      ...(isText ? ["amounts are text"] : []),
    ].join("; "),
    verdict: missing.length ? "differs" : aliases.length || isText ? "new" : "same",
    ...((aliases.length || isText) && {
      speaks: { names: Object.fromEntries(aliases), ...(isText && { answers: { amounts: "text" } }) },
    }),
    ...(missing.length && { advice: `Ask the operator what ${missing.join(", ")} is called (wire.pricingAliases).` }),
  })
  return findings
}

/** Figures without which a shopper reads less, or an offer is checked less. */
const FIGURES = ["invoiceTotal", "costOfLease", "totalNumberOfPayment"]

/** A cart was recorded: the lease is in Contracts, whatever the service calls that. */
function unknownState(json: unknown): Finding[] {
  const word = (json as { appStatus?: { status?: unknown } } | undefined)?.appStatus?.status
  if (typeof word !== "string" || toServiceStatus(word) !== "unknown") return []
  const row = { row: "8 names of states", assumed: "those of the reference", seen: "one that is not known" }
  const advice = "Ask the operator for the names of all states."
  return [{ ...row, verdict: "differs", advice, ...spokenStatus("Contracts", word) }]
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
  if (known) {
    const speaks = { names: { esignUrl: known.key } }
    const isOther = known.key !== "esignUrl"
    return { ...row, seen: `${known.key}, ${known.url.split(":")[0]}`, verdict: "same", ...(isOther && { speaks }) }
  }
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
    const speaks = { rules: { cancel: "unshipped" }, ...(status !== 204 && { codes: { done: status } }) }
    return { ...row, seen: `${status}: canceled`, verdict: isUsual ? "same" : "new", speaks }
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
