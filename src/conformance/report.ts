import type { LeaseServiceOptions } from "../lease-service"
import type { Finding, Level } from "./finding"
import type { Shape } from "./shape"

/** A run, as it is kept in `report.json`. Holds shapes, never values. */
export type Report = {
  format: 1
  host: string
  at: string
  level: Level
  findings: Finding[]
  shapes: Record<string, Shape>
}

/** Exit statuses: as assumed, otherwise, against the specification, otherwise than in the report before. */
export const EXIT = { same: 0, differs: 1, contradicts: 2, drift: 3, failed: 4 } as const

export function exitOf(findings: readonly Finding[]): number {
  if (findings.some(({ verdict }) => verdict === "contradicts")) return EXIT.contradicts
  return findings.some(({ verdict }) => verdict === "differs") ? EXIT.differs : EXIT.same
}

/** The options to write, as a file for `LEASE_OPTIONS`. */
export function optionsOf(findings: readonly Finding[]): Partial<LeaseServiceOptions> {
  const written = findings.flatMap(({ write }) => write ?? [])
  const wire = Object.assign({}, ...written.map((write) => write.wire))
  return Object.assign({}, ...written, Object.keys(wire).length ? { wire } : {})
}

/** The findings as a table in Markdown, and below it what to ask. */
export function tableOf({ findings, host, level, at }: Report): string {
  const rows = findings.map(({ row, assumed, seen, verdict, write }) =>
    [row, assumed, seen, verdict, write ? `\`${JSON.stringify(write).slice(1, -1)}\`` : "–"].map(cell).join(" | "),
  )
  const asked = findings.flatMap(({ row, advice }) => (advice ? [`- **${row}**: ${advice}`] : []))
  return [
    `# ${host}, level ${level}, ${at.slice(0, 10)}`,
    "",
    "| assumption | assumed | seen | verdict | write |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
    ...(asked.length ? ["", ...asked] : []),
    "",
  ].join("\n")
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ")
}

/** The differences from an earlier report: findings, and fields that came, went or changed their kind. */
export function driftOf(before: Report, now: Report): string[] {
  const seenBefore = new Map(before.findings.map((finding) => [finding.row, finding]))
  const findings = now.findings.flatMap(({ row, seen, verdict }) => {
    const earlier = seenBefore.get(row)
    return earlier && (earlier.seen !== seen || earlier.verdict !== verdict)
      ? [`${row}: ${earlier.seen} → ${seen}`]
      : []
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

/** Secrets that an output holds, told by where they come from. Texts of fewer than four characters are no secrets. */
export function leaksOf(text: string, secrets: Record<string, readonly string[]>): string[] {
  return Object.entries(secrets).flatMap(([from, values]) =>
    values.some((value) => value.length > 3 && text.includes(value)) ? [from] : [],
  )
}

/** All texts and numbers in a value, as text. */
export function valuesOf(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(valuesOf)
}
