import type { Settings } from "../lease-service"
import { type Finding, type Level, reaches } from "./finding"
import type { Journal } from "./journal"
import { PERSONS_A_DAY, type TestPerson } from "./persons"
import { applyProbes, cancel } from "./probes/apply"
import { isRefusedAccount, readProbes } from "./probes/read"
import { refuseProbes } from "./probes/refuse"
import { optionsOf, type Report } from "./report"
import { Wire } from "./wire"

type Run = {
  settings: Settings
  level: Level
  persons: readonly TestPerson[]
  journal: Journal
  /** Asked before each level that sends something; false ends the run there. */
  may: (level: Level) => Promise<boolean>
  apartMs?: number
}

/** Puts the questions to an account, level by level. Throws NoAnswer when the service does not answer. */
export async function conform({ settings, level, persons, journal, may, apartMs }: Run): Promise<Report> {
  const wire = new Wire(settings, apartMs)
  const findings: Finding[] = await readProbes(wire)
  const { host } = new URL(settings.origin)
  const reportOf = (reached: Level): Report => {
    return { format: 1, host, at: new Date().toISOString(), level: reached, findings, shapes: wire.shapes }
  }
  // An account that does not know us answers nothing else truly.
  if (findings.some(isRefusedAccount) || !reaches(level, "refuse") || !(await may("refuse"))) return reportOf("read")
  findings.push(...(await refuseProbes(wire)))
  const isUnsafe = findings.some(({ verdict }) => verdict === "contradicts")
  if (isUnsafe || !reaches(level, "apply") || !(await may("apply"))) return reportOf("refuse")
  if (journal.appliedToday() + persons.length > PERSONS_A_DAY)
    throw new Error(`More than ${PERSONS_A_DAY} applications in a day. Nothing was sent. Go on tomorrow.`)
  findings.push(...(await applyProbes({ wire, journal, write: optionsOf(findings) }, persons)))
  return reportOf("apply")
}

/** Cancels what runs before have left behind, each once. Answers how many were canceled, and who has to be asked about. */
export async function cleanUp({ settings, journal, apartMs }: Pick<Run, "settings" | "journal" | "apartMs">) {
  const wire = new Wire(settings, apartMs)
  let canceled = 0
  for (const id of journal.open()) if ((await cancel({ wire, journal }, id)).seen.endsWith("canceled")) canceled += 1
  return { canceled, open: journal.open().length, unanswered: journal.unanswered() }
}
