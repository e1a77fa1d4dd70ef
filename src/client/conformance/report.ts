import { z } from "zod"
import { type Finding, joined, nameOf, type Written } from "./finding"
import { type Level, operatorQuestions } from "./rows"
import type { Shape } from "./shape"

/** The version of `report.json`. Reports of other versions can't be compared, because their rows have different names. */
export const FORMAT = 2

/** The result of a run, as written to `report.json`. Contains shapes, never values. */
export type Report = {
  format: typeof FORMAT
  host: string
  at: string
  level: Level
  findings: Finding[]
  shapes: Record<string, Shape>
  /** Why the run ended early and what to do, if the service stopped responding. */
  stopped?: string
}

export const ReportSchema = z.looseObject({
  format: z.literal(FORMAT),
  host: z.string(),
  findings: z.array(z.looseObject({ row: z.string(), seen: z.string(), verdict: z.string() })),
  shapes: z.record(z.string(), z.record(z.string(), z.string())),
})

/** The command's exit codes. `drift`: the account differs from the earlier report. */
export const EXIT = { same: 0, differs: 1, contradicts: 2, drift: 3, failed: 4 } as const

export function exitOf(findings: readonly Finding[]): number {
  if (findings.some(({ verdict }) => verdict === "contradicts")) return EXIT.contradicts
  return findings.some(({ verdict }) => verdict === "differs") ? EXIT.differs : EXIT.same
}

/** Returns the options for a `LEASE_OPTIONS` file: the earlier options with the changes from the findings. */
export function optionsOf(findings: readonly Finding[], before: Written = {}): Written {
  return joined([before, ...findings.flatMap(({ write }) => write ?? [])])
}

export function tableOf({ findings, host, level, at, stopped }: Report): string {
  const rows = findings.map(({ assumed, seen, verdict, write, ...finding }) =>
    [nameOf(finding), assumed, seen, verdict, write ? `\`${JSON.stringify(write).slice(1, -1)}\`` : "–"]
      .map(cell)
      .join(" | "),
  )
  const advice = findings.flatMap((finding) => (finding.advice ? [`- **${nameOf(finding)}**: ${finding.advice}`] : []))
  const asked = operatorQuestions().map(
    ({ question, rows: waiting, why }) =>
      `- ${question} (${waiting.join("; ")})${why ? ` This command cannot test it: ${why}.` : ""}`,
  )
  return [
    `# ${host}, level ${level}, ${at.slice(0, 10)}`,
    "",
    ...(stopped ? [stopped, ""] : []),
    "| assumption | expected | found | verdict | option to set |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
    ...(advice.length ? ["", ...advice] : []),
    "",
    "## Ask the operator",
    "",
    ...asked,
    "",
  ].join("\n")
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ")
}

/** Returns the differences from an earlier report: changed findings, and fields that are new, missing or of a different kind. */
export function driftOf(before: Report, now: Report): string[] {
  const seenBefore = new Map(before.findings.map((finding) => [nameOf(finding), finding]))
  const findings = now.findings.flatMap(({ seen, verdict, varies, ...finding }) => {
    const earlier = seenBefore.get(nameOf(finding))
    const isOther = earlier && !varies && (earlier.seen !== seen || earlier.verdict !== verdict)
    return isOther ? [`${nameOf(finding)}: ${earlier.seen} → ${seen}`] : []
  })
  const shapes = Object.entries(now.shapes).flatMap(([call, shape]) => {
    const earlier = before.shapes[call]
    return earlier ? changes(call, earlier, shape) : []
  })
  return [...findings, ...shapes]
}

function changes(call: string, before: Shape, now: Shape): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return paths.flatMap((path) => {
    const [was = "absent", is = "absent"] = [before[path], now[path]]
    return was === is ? [] : [`${call}, ${path}: ${was} → ${is}`]
  })
}

/** Returns the kinds of secrets that a text contains. Secrets shorter than four characters are ignored. */
export function leaksOf(text: string, secrets: Record<string, readonly string[]>): string[] {
  return Object.entries(secrets).flatMap(([from, values]) =>
    values.some((value) => value.length > 3 && text.includes(value)) ? [from] : [],
  )
}

export function valuesOf(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(valuesOf)
}
