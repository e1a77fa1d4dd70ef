import { dialectOf } from "./dialect"
import type { Finding, Written } from "./finding"
import { leaksOf, optionsOf, type Report, tableOf } from "./report"
import { ROWS, type Row } from "./rows"

/** The files of a report, by their names. `before`: the options that were there already. */
export function filesOf(report: Report, before: Written): Record<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    "report.json": json(report),
    "report.md": tableOf(report),
    "lease-options.json": json(optionsOf(report.findings, before)),
    "dialect.json": json(dialectOf(report.findings)),
  }
}

/**
 * Secrets that those files would hold, told by where they come from. The time of the run is none, nor is a word that stands in the files whatever
 * an account says and whatever options there were before.
 */
export function leaksIn(report: Report, before: Written, secrets: Record<string, readonly string[]>): string[] {
  const { format, host, level } = report
  const textOf = (some: Report, options: Written) => Object.values(filesOf({ ...some, at: "" }, options)).join()
  const own = textOf({ format, host, level, at: "", findings: OWN, shapes: {} }, {})
  const looked = Object.entries(secrets).map(([from, values]) => [from, values.filter((value) => !own.includes(value))])
  return leaksOf(textOf(report, before), Object.fromEntries(looked))
}

/** A finding for each row, with the options that a run writes for the shape of a cart. */
const OWN: Finding[] = Object.keys(ROWS).map((row) => ({
  row: row as Row,
  assumed: "spec",
  seen: "reference",
  verdict: "differs",
  write: { cartFormat: "reference", salesTax: "by_operator" },
}))
