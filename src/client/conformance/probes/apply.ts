import { isRecord, momentIn, namesOtherApplication, toServiceStatus } from "../../index"
import { type Connection, NoAnswer, type Seen } from "../connection"
import type { DialectPart, Finding } from "../finding"
import { pricingOf } from "../lease-predicates"
import type { TestPerson } from "../persons"
import { recordCart } from "./cart"
import { contractOf } from "./contract"
import { endContract } from "./once"
import { pricingFindings } from "./pricing"
import { refusedFields } from "./refuse"
import type { Room } from "./room"
import { STATES, spokenStatus } from "./words"

export type Applied = { person: string; id: string | undefined; approved: boolean }

/**
 * Applies once for each test person. Takes the first approved application as far as a contract, then cancels the contract. Returns the findings and
 * the approved applications' IDs.
 */
export async function applyProbes(
  room: Room,
  persons: readonly TestPerson[],
): Promise<{ findings: Finding[]; approved: string[] }> {
  const findings: Finding[] = []
  const approved = new Map<string, Seen>()
  for (const person of persons) {
    const { found, id, isApproved, seen } = await apply(room, person)
    findings.push(...found)
    if (id && isApproved && !approved.has(id)) approved.set(id, seen)
  }
  const [first] = approved
  if (first) findings.push(...(await lease(room, ...first)))
  return { findings, approved: [...approved.keys()] }
}

async function apply({ connection, journal }: Room, person: TestPerson) {
  const path = connection.versioned("/application")
  const { applicationId: _, ...store } = connection.bodyOf("", {})
  const earlier = journal.earlier(person.name)
  journal.write({ about: "apply", person: person.name })
  const body = { ...person.application, ...store }
  const seen = await connection.ask({ name: "POST application", method: "POST", path, body })
  const { applicationId, status } = (seen.json ?? {}) as { applicationId?: unknown; status?: unknown }
  const id = typeof applicationId === "string" || typeof applicationId === "number" ? String(applicationId) : undefined
  if (id) {
    connection.secrets.add(id)
    journal.write({ about: "applied", id })
  }
  // In a refusal, `status` is the HTTP status, not the application's.
  const read = typeof status === "string" && seen.status < 300 ? toServiceStatus(status) : undefined
  // Stop, because the application may have arrived, and the next one would probably fail, too.
  if (seen.status >= 500 && read === undefined && !refusedFields(seen).length)
    throw new NoAnswer(`POST application: ${seen.status}`)
  if (!id) journal.write({ about: "answered", person: person.name })
  const of = person.name
  const found = [
    outcome(person, seen, read),
    httpStatus(person, seen),
    ...(id ? [kindOfId(of, seen), ...repeated(of, earlier, id)] : []),
    ...(read === "approved" ? [extras(of, seen)] : []),
  ]
  return { found, id, isApproved: read === "approved", seen }
}

function outcome(person: TestPerson, answer: Seen, read: string | undefined): Finding {
  const row = { row: "3 applicationId, status", of: person.name, assumed: person.expected } as const
  if (read === undefined) {
    const { status } = answer
    const fields = refusedFields(answer).slice(0, 4).join(", ")
    const advice = "Ask the operator what is missing from this application."
    const seen = fields ? `${status}: ${fields}` : `${status}, no status`
    return { ...row, seen, verdict: status < 300 ? "contradicts" : "differs", advice }
  }
  if (read === person.expected) return { ...row, seen: read, verdict: "same" }
  if (read !== "unknown")
    return {
      ...row,
      seen: read,
      verdict: "differs",
      advice: "Ask the operator what decision this test applicant should get.",
    }
  const advice = "The service has a status that the specification does not name. Ask the operator what it means."
  const word = (answer.json as { status?: unknown }).status
  return { ...row, seen: read, verdict: "differs", advice, ...spokenStatus(STATES[person.expected], word) }
}

function httpStatus({ name }: TestPerson, { status }: Seen): Finding {
  const row = { row: "3 HTTP status", of: name, assumed: "200, or another 2xx", seen: String(status) } as const
  if (status === 200) return { ...row, verdict: "same" }
  if (status < 300) return { ...row, verdict: "new", speaks: { codes: { answered: status } } }
  return { ...row, verdict: "differs" }
}

function kindOfId(of: string, { shape }: Seen): Finding {
  const kind = shape.applicationId ?? ""
  const isText = kind.includes("text")
  const row = { row: "1 applicationId", of, assumed: "digits, as text", seen: kind } as const
  if (isText) return { ...row, verdict: "same" }
  return { ...row, verdict: "new", ...(kind === "number" && { speaks: { answers: { applicationId: "number" } } }) }
}

/** Compares the ID with the journal of earlier runs, because nothing else shows that an application is a repetition. */
function repeated(of: string, earlier: string | undefined, id: string): Finding[] {
  const assumed = "the earlier approval, while it is valid"
  const row = { row: "3 repeated application", of, assumed, varies: true } as const
  if (earlier === undefined) return [{ ...row, seen: "the applicant's first application", verdict: "skipped" }]
  if (earlier === id) return [{ ...row, seen: "the earlier application", verdict: "same" }]
  return [{ ...row, seen: "a new application", verdict: "new" }]
}

function extras(of: string, { shape }: Seen): Finding {
  const row = { row: "3 approvalAmount, isOkToDeliver", of, assumed: "may be present" } as const
  const there = ["approvalAmount", "isOkToDeliver"].filter((name) => name in shape)
  return { ...row, seen: there.join(", ") || "absent", verdict: "same" }
}

async function lease(room: Room, id: string, application: Seen): Promise<Finding[]> {
  const { taken, findings } = await recordCart(room, id)
  room.connection.adopt(...findings)
  if (!taken) return [...findings, approvalEnd({ application }, room.connection)]
  const pricing = await room.connection.ask(pricingOf(room.connection, id))
  const priced = [
    ...pricingFindings(pricing, room.connection, room.salesTax),
    approvalEnd({ application, pricing }, room.connection),
  ]
  room.connection.adopt(...priced)
  const contract = await contractOf(room, id)
  room.connection.adopt(...contract.findings)
  const named = namedIn({ pricing, contract: contract.seen }, id)
  return [...findings, ...priced, ...contract.findings, named, await canceled(room, id)]
}

/** Checks which responses contain the application's ID. The plugin uses it to detect a response about a different application. */
function namedIn(answers: Record<string, Seen>, id: string): Finding {
  const row = { row: "1 applicationId", of: "in responses", assumed: "the one in the request, or none" } as const
  const other = Object.keys(answers).find((name) => namesOtherApplication(answers[name]?.json, id))
  const advice =
    "The plugin ignores such responses. Ask the operator which ID this is, and whoever runs the proxy whether it caches responses."
  if (other) return { ...row, seen: `a different one, in the ${other}`, verdict: "contradicts", advice }
  const isNamed = ({ shape }: Seen) => Object.keys(shape).some((path) => /(^|\.)application_?id$/i.test(path))
  const naming = Object.entries(answers).flatMap(([name, seen]) => (isNamed(seen) ? [name] : []))
  return { ...row, seen: naming.length ? `in ${naming.join(" and ")}` : "none", verdict: "same" }
}

async function canceled(room: Room, id: string): Promise<Finding> {
  const isOn = room.connection.settings.dialect.cancelUnsigned
  const assumed = isOn ? "yes, or from Lease Accepted on" : "from Lease Accepted on"
  const row = { row: "6 DELETE contract, allowed", of: "unsigned", assumed } as const
  const { ended, answer } = await endContract(room, id)
  const seen = answer ? String(answer.status) : "no response; read back"
  if (ended) {
    const found = { ...row, seen: `${seen}: canceled`, speaks: { rules: { cancel: "unshipped" } } }
    if (isOn) return { ...found, verdict: "same" }
    return { ...found, verdict: "differs", write: { dialect: { cancelUnsigned: true } } }
  }
  // The service clearly refused, so cleanup doesn't need to try again. The unsigned contract expires on its own.
  if (answer && [400, 404, 409].includes(answer.status)) room.journal.write({ about: "kept", id })
  if (answer?.status === 409) {
    const spared = isOn ? "; dialect: { cancelUnsigned: false } saves this call" : ""
    return { ...row, seen: `${seen}: refused${spared}`, verdict: "same" }
  }
  const advice = "The unsigned contract stays until it expires. If that matters, ask the operator to remove it."
  const speaks = answer && answer.status >= 400 ? { speaks: { codes: { "wrong-state": answer.status } } } : {}
  return { ...row, seen: `${seen}: refused`, verdict: "differs", advice, ...speaks }
}

/** The responses that may say when the approval ends (reference 3). */
type Answers = { application: Seen; pricing?: Seen | undefined }

/** Matches the names of dates about payments, delivery, birth or signing. Any other date may be the approval's end. */
const OTHER = /pay|deliver|due|birth|sign/i
/** A key that doesn't match may be a value, so it isn't reported. */
const IS_NAME = /^[A-Za-z_]\w{0,60}$/
const LIKE_AN_END = /(expir|until|validthrough|goodthrough)/i

/** Checks whether the application response, or `appStatus` in the pricing, says when the approval ends. Doesn't record any dates. */
export function approvalEnd({ application, pricing }: Answers, { settings }: Connection): Finding {
  const keys = settings.dialect.approvalEndKeys
  const row = { row: "3 end of the approval", assumed: "may be present; otherwise approvalDays applies" } as const
  const groups = [
    { place: "application", group: application.json },
    { place: "pricing", group: isRecord(pricing?.json) && pricing.json.appStatus },
  ].flatMap(({ place, group }) => (isRecord(group) ? { place, group } : []))
  const known = groups.flatMap(({ place, group }) => {
    const key = keys.find((name) => momentIn(group, [name]))
    return key === undefined ? [] : { place, key }
  })[0]
  if (known) {
    const isOther = known.key !== "approvalExpirationDate"
    const names: DialectPart = isOther ? { names: { approvalExpirationDate: known.key } } : {}
    const speaks = { answers: { approvalEnd: known.place }, ...names }
    return { ...row, seen: `${known.key}, in the ${known.place}`, verdict: "same", speaks }
  }
  const others = groups.flatMap(({ place, group }) => ends(group).map((key) => ({ place, key })))
  const [only, ...more] = others
  if (only && !more.some(({ key }) => key !== only.key)) {
    const write = { dialect: { approvalEndKeys: [only.key, ...keys] } }
    const advice = "Ask the operator whether the approval is valid until this date."
    const speaks = { answers: { approvalEnd: only.place } }
    return { ...row, seen: `${only.key}, in the ${only.place}`, verdict: "differs", write, advice, speaks }
  }
  const advice =
    "Ask the operator how long an approval is valid, and which field has its end (dialect.approvalEndKeys)."
  if (only) return { ...row, seen: others.map(({ key }) => key).join(", "), verdict: "differs", advice }
  const [elsewhere] = [application, pricing].flatMap((seen) => Object.keys(seen?.shape ?? {}).filter(isLikeAnEnd))
  if (elsewhere) return { ...row, seen: `${elsewhere}, where the plugin does not look`, verdict: "differs", advice }
  return { ...row, seen: "absent", verdict: "same" }
}

const isLikeAnEnd = (path: string) => LIKE_AN_END.test(path.replace(/[_-]/g, "")) && !OTHER.test(path)

function ends(group: Record<string, unknown>): string[] {
  return Object.keys(group).filter((name) => {
    const at = OTHER.test(name) || !IS_NAME.test(name) ? undefined : momentIn(group, [name])
    return at !== undefined && at.getTime() > Date.now()
  })
}
