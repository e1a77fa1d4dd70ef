import { readReturn } from "../../index"
import type { Connection, Seen } from "../connection"
import type { Finding } from "../finding"
import { readLease } from "../lease-predicates"
import { stateAfter } from "./answer"
import { once } from "./once"
import type { Room } from "./room"

type Authorization = { isEligible: boolean | undefined; code: string | undefined; findings: Finding[] }

export async function returnFindings(room: Room, id: string): Promise<Finding[]> {
  const { connection, journal } = room
  const { isEligible, code, findings } = await authorization(room, id)
  connection.adopt(...findings)
  const body = { row: "7 return, body", assumed: "applicationId, dateOfReturn, and the code if there is one" } as const
  if (!isEligible) return [...findings, { ...body, seen: "not tried: not eligible", verdict: "skipped" }]
  const answer = await giveBack(room, id, code)
  const reading = await readLease(connection, id)
  const isDone = reading.status === "returned" || isSuccessOf(answer, connection) === true
  if (isDone) journal.write({ about: "returned", id })
  const isTaken = !answer || answer.status < 300
  const advice = "Ask the operator which fields a return needs."
  return [
    ...findings,
    isTaken
      ? { ...body, seen: answer ? "accepted" : "accepted; no response, but the status shows it", verdict: "same" }
      : { ...body, seen: `${answer.status}: refused`, verdict: "differs", advice },
    ...(answer && isTaken ? outcome(answer, connection) : []),
    stateAfter(connection, reading, "7 after a whole return", "Returned"),
  ]
}

export function returnCall({ connection }: Room, id: string, code: string | undefined, fields: object = {}) {
  const repeated = code === undefined ? {} : { [connection.settings.dialect.returnCodeKey]: code }
  const body = connection.bodyOf(id, { dateOfReturn: new Date().toISOString(), ...repeated, ...fields })
  return { name: "POST return", method: "POST", path: connection.path("/application/return"), body } as const
}

function giveBack(room: Room, id: string, code: string | undefined): Promise<Seen | undefined> {
  return once(room, id, {
    about: "return",
    call: returnCall(room, id, code),
    isDone: ({ status }) => status === "returned",
    asks: "Ask the operator whether the return was recorded.",
  })
}

/** Asks the service whether the lease can be returned now. Each return needs its own authorization (spec 4.1). */
export async function authorization({ connection }: Room, id: string): Promise<Authorization> {
  const path = connection.pathOf("/application/return/availability", id)
  return availability(connection, await connection.ask({ name: "POST availability", method: "POST", path }))
}

function availability(connection: Connection, { status, json, shape }: Seen): Authorization {
  const group = (json as { merchandiseReturnAuthorization?: Record<string, unknown> } | undefined)
    ?.merchandiseReturnAuthorization
  const kind = shape["merchandiseReturnAuthorization.isReturnEligible"]
  const eligible = String(group?.isReturnEligible).toLowerCase()
  const isEligible = eligible === "true" ? true : eligible === "false" ? false : undefined
  const row = { row: "7 availability, response", assumed: "isReturnEligible, true for a delivered lease" } as const
  const answer = eligibility(status, isEligible)
  const speaks = kind?.includes("text") ? { speaks: { answers: { booleans: "text" } } } : {}
  const { code, finding } = codeOf(connection, group ?? {})
  return { isEligible, code, findings: [{ ...row, ...answer, ...speaks }, finding] }
}

function eligibility(status: number, isEligible: boolean | undefined): Pick<Finding, "seen" | "verdict" | "advice"> {
  if (isEligible === true) return { seen: `${status}, eligible`, verdict: "same" }
  const advice = "Ask the operator when a test lease can be returned."
  if (isEligible === false) return { seen: `${status}, not eligible`, verdict: "differs", advice }
  // The specification names this field (spec 2.6), so a 2xx without it is a contradiction.
  return { seen: `${status}, without isReturnEligible`, verdict: status < 300 ? "contradicts" : "differs", advice }
}

/** Returns the code that the return must repeat: the value under the assumed name, or else the only value that looks like a code. */
function codeOf(
  connection: Connection,
  group: Record<string, unknown>,
): { code: string | undefined; finding: Finding } {
  const { returnCodeKey } = connection.settings.dialect
  const row = { row: "7 availability, code", assumed: `${returnCodeKey}, if there is one` } as const
  const isCode = (value: unknown) =>
    (typeof value === "string" && /^\S{1,200}$/.test(value)) || typeof value === "number"
  const found = Object.entries(group).filter(([name, value]) => name !== "isReturnEligible" && isCode(value))
  for (const [, value] of found) connection.secrets.add(String(value))
  const known = found.find(([name]) => name === returnCodeKey)
  const speaks = { rules: { returnCode: "issued" } }
  if (known) return { code: String(known[1]), finding: { ...row, seen: returnCodeKey, verdict: "same", speaks } }
  const codes = found.filter(([name]) => /code|authori[sz]ation|rma|number/i.test(name))
  const [only, ...others] = codes
  if (!only) return { code: undefined, finding: { ...row, seen: "none", verdict: "same" } }
  if (others.length) {
    const seen = codes.map(([name]) => name).join(", ")
    const advice = "Ask the operator which of these the return must repeat (dialect.returnCodeKey)."
    return { code: undefined, finding: { ...row, seen, verdict: "differs", advice } }
  }
  const write = { dialect: { returnCodeKey: only[0] } }
  return { code: String(only[1]), finding: { ...row, seen: only[0], verdict: "differs", write, speaks } }
}

export function isSuccessOf(answer: Seen | undefined, { settings }: Connection): boolean | undefined {
  try {
    return answer && readReturn(answer.json, settings.dialect).isSuccess
  } catch {
    return undefined
  }
}

function outcome(answer: Seen, connection: Connection): Finding[] {
  const { status, shape } = answer
  const row = { row: "7 return, response", assumed: "200 with returnLeaseInfo.isSuccess" } as const
  const reason = { row: "7 return, reason", assumed: "returnLeaseInfo.message, code" } as const
  const success = isSuccessOf(answer, connection)
  const names = ["message", "code"].filter((name) => `returnLeaseInfo.${name}` in shape)
  const finding: Finding = { ...reason, seen: names.join(", ") || "absent", verdict: names.length ? "same" : "new" }
  const hasSuccess = "returnLeaseInfo.isSuccess" in shape
  if (success === true && !hasSuccess)
    return [{ ...row, seen: `${status}, shown only by the status`, verdict: "new" }, finding]
  if (success === true) return [{ ...row, seen: `${status}, true`, verdict: "same" }, finding]
  if (success === false) {
    const advice = "The return was refused after it was authorized. Ask the operator why."
    return [{ ...row, seen: `${status}, false`, verdict: "differs", advice }, finding]
  }
  const advice =
    "Such a response confirms nothing, so the plugin reads the status. Ask the operator what confirms a return."
  return [{ ...row, seen: `${status}, without isSuccess`, verdict: "differs", advice }, finding]
}
