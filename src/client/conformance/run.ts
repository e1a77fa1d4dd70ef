import type { Settings } from "../index"
import { Connection, NoAnswer } from "./connection"
import type { Finding } from "./finding"
import type { Journal, Left } from "./journal"
import { hasNoContract, inWords, isReadyToShip, readLease } from "./lease-predicates"
import { PERSONS_A_DAY, type TestPerson } from "./persons"
import { applyProbes } from "./probes/apply"
import { moneyProbes } from "./probes/money"
import { endContract } from "./probes/once"
import { aroundProbes, isRefusedAccount, readProbes } from "./probes/read"
import { isUnknownPath, refuseProbes } from "./probes/refuse"
import type { Room } from "./probes/room"
import { signProbes } from "./probes/sign"
import { FORMAT, type Report } from "./report"
import { type Level, reaches } from "./rows"

type Run = {
  settings: Settings
  level: Level
  persons: readonly TestPerson[]
  journal: Journal
  /** The plugin's option `salesTax`, if it's set. */
  salesTax?: unknown
  /** Called before each level that sends something. If it returns false, the run stops. */
  may: (level: Level) => Promise<boolean>
  /** Required for the levels from `sign` on. */
  show?: Room["show"]
  patience?: Room["patience"]
  /** Collects the contract URLs, IDs and codes that the report must not contain. */
  secrets?: Set<string>
  apartMs?: number
}

const PATIENCE = { withinMs: 15 * 60_000, everyMs: 3000 }

const noOne: Room["show"] = () => Promise.reject(new Error("No one is there to sign."))

/**
 * Runs the probes against an account, level by level. If the service stops responding, the report ends with the last completed level, and `stopped`
 * is set. Throws NoAnswer if that happens during the first level. Throws an Error, before any call, if too many applications were sent today.
 */
export async function conform(run: Run): Promise<Report> {
  const { settings, journal, salesTax, show = noOne, patience = PATIENCE, secrets, apartMs } = run
  if (reaches(run.level, "apply") && journal.appliedToday() + run.persons.length > PERSONS_A_DAY)
    throw new Error(`Nothing was sent. A day's limit is ${PERSONS_A_DAY} applications. Continue tomorrow.`)
  const connection = new Connection(settings, apartMs, secrets)
  const findings = await readProbes(connection)
  connection.adopt(...findings)
  const room: Room = { connection, journal, salesTax, show, patience }
  let reached: Level = "read"
  const report = (stopped?: string): Report => ({
    format: FORMAT,
    host: new URL(settings.origin).host,
    at: new Date().toISOString(),
    level: reached,
    findings: [...findings, ...aroundProbes(connection)],
    ...(stopped && { stopped }),
    shapes: connection.shapes,
  })
  try {
    for await (const [level, found] of levels(run, room, findings)) {
      findings.push(...found)
      connection.adopt(...found)
      reached = level
    }
    return report()
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return report(stopWords(error, journal))
  }
}

/** Runs the levels above `read`, as far as the account and the user allow, and yields the findings of each. */
async function* levels(run: Run, room: Room, findings: readonly Finding[]): AsyncGenerator<[Level, Finding[]]> {
  const { level, persons } = run
  const goesOn = async (next: Level) => {
    const isUnsafe = findings.some(({ verdict, row }) => verdict === "contradicts" && STOPS.has(row))
    return !isUnsafe && reaches(level, next) && (await run.may(next))
  }
  // If the credentials are refused, no other response means anything.
  if (findings.some(isRefusedAccount) || !(await goesOn("refuse"))) return
  yield ["refuse", await refuseProbes(room.connection)]
  if (findings.some(isUnknownPath) || !(await goesOn("apply"))) return
  const { findings: applied, approved } = await applyProbes(room, persons)
  yield ["apply", applied]
  if (!(await goesOn("sign"))) return
  yield ["sign", await signProbes(room, approved[0])]
  if (!(await goesOn("money"))) return
  yield ["money", await moneyProbes(room, approved.slice(1, 3))]
}

/** Rows that stop the run if contradicted, because the account then doesn't check what it receives. */
const STOPS: ReadonlySet<string> = new Set(["1 auth hash", "8 404 or 409 from pricing", "1 Content-Type of requests"])

export function stopWords(error: NoAnswer, journal: Journal): string {
  const words = [`The service did not respond (${error.message}). No call is repeated.`]
  if (error.asks) words.push(error.asks)
  return [...words, ...leftWords(journal)].join(" ")
}

export function leftWords(journal: Journal): string[] {
  return [
    ...(journal.left().length ? ["Run cleanup, because a contract may be in force."] : []),
    ...journal.unanswered().map((person) => `Ask the operator what happened to the application of ${person}.`),
  ]
}

const SENT = { deliver: "delivery", return: "return", reduce: "partial return" } as const

/** How a lease from an earlier run ends. It `lapses` if the service doesn't cancel its unsigned contract, and `stands` if cleanup can't end it. */
type End = "canceled" | "lapses" | "returned" | { stands: string }

/**
 * Cancels the leases that earlier runs left behind, making each cancellation once. Delivered leases are only reported. If a delivery or return went
 * unanswered, its lease is read back first. Throws NoAnswer if the service doesn't respond. Safe to run again.
 */
export async function cancelLeftovers({ settings, journal, apartMs }: Pick<Run, "settings" | "journal" | "apartMs">) {
  const room = { connection: new Connection(settings, apartMs), journal }
  const ends: { id: string; end: End }[] = []
  const open = journal.left()
  if (open.length) await adoptDialect(room.connection)
  for (const left of open) ends.push({ id: left.id, end: await endOf(room, left) })
  return {
    canceled: ends.filter(({ end }) => end === "canceled").length,
    lapsing: ends.filter(({ end }) => end === "lapses").length,
    left: ends.flatMap(({ id, end }) => (typeof end === "object" ? { id, stands: end.stands } : [])),
    unanswered: journal.unanswered(),
  }
}

/** Determines the account's dialect. Throws if that fails, because with a wrong path or login, every lease would seem to have ended. */
async function adoptDialect(connection: Connection): Promise<void> {
  const findings = await readProbes(connection)
  connection.adopt(...findings)
  const isLost = findings.some(({ row, verdict, write }) => row === "1 paths" && verdict === "differs" && !write)
  if (isLost || findings.some(isRefusedAccount))
    throw new Error(
      "Nothing was done. The account no longer responds as before: its paths are unknown, or it refuses the credentials.",
    )
}

async function endOf(room: Pick<Room, "connection" | "journal">, { id, last }: Left): Promise<End> {
  const { connection, journal } = room
  const written = <T extends "canceled" | "returned" | "kept">(about: T) => {
    journal.write({ about, id })
    return about
  }
  if (last === "delivered" || last === "reduced") return { stands: "delivered" }
  if (last === "deliver" || last === "return" || last === "reduce") {
    const reading = await readLease(connection, id)
    if (reading.status === "returned") return written("returned")
    if (hasNoContract(reading)) return written("canceled")
    // Cancel the lease only if it's still reported as accepted. Otherwise, it may have been delivered.
    if (last !== "deliver" || !isReadyToShip(reading))
      return { stands: `${inWords(reading)}; its ${SENT[last]} got no response` }
  }
  const { ended, answer } = await endContract(room, id)
  if (ended) return "canceled"
  const reading = await readLease(connection, id)
  if (hasNoContract(reading)) return written("canceled")
  // The service clearly refused, so don't try again. The unsigned contract expires on its own.
  const isNo = answer && [400, 404, 409].includes(answer.status)
  if (reading.status === "contracts" && isNo) {
    written("kept")
    return "lapses"
  }
  return { stands: `${inWords(reading)}; the cancellation was refused` }
}
