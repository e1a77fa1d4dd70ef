import { isRecord, type LeaseServiceOptions } from "../index"
import type { ProbeRow } from "./rows"

/** How the account compares with the defaults. `contradicts` means that the account violates the specification. */
export type Verdict = "same" | "differs" | "new" | "skipped" | "contradicts"

/** Options for the client, and the plugin's options that depend on the account. */
export type Written = Partial<LeaseServiceOptions> & {
  /** Who charges sales tax, if the account's cart has no field for tax. */
  salesTax?: "by_operator"
  /** Origins whose frame messages are accepted, in addition to the contract's own origin. */
  allowedOrigins?: string[]
}

/** Part of the sandbox's `dialect.json`: keys grouped by section. */
export type DialectPart = { [section: string]: Record<string, unknown> }

/** What a run found out about one row of `docs/assumptions.md`. Texts contain shapes, statuses and field names, never values. */
export type Finding = {
  row: ProbeRow
  /** The case that this finding is about, if the row has several cases. */
  of?: string
  assumed: string
  seen: string
  verdict: Verdict
  /** Options to set so that the plugin uses the account's dialect. */
  write?: Written
  /** The account's dialect for the sandbox, apart from what `write` already implies. */
  speaks?: DialectPart
  /** What to ask the operator if no option solves the problem. */
  advice?: string
  /** Set if the value varies between runs, as a time does. A change of such a value isn't drift. */
  varies?: true
}

/** Returns the row and case of a finding as text. */
export function nameOf({ row, of }: Pick<Finding, "row" | "of">): string {
  return of ? `${row} (${of})` : row
}

/** Merges the options from several findings. In `dialect`, lists are replaced and records are merged. */
export function joined(written: readonly Written[]): Written {
  const dialect: Record<string, unknown> = {}
  for (const [key, value] of written.flatMap((each) => Object.entries(each.dialect ?? {})))
    dialect[key] = isRecord(value) && isRecord(dialect[key]) ? { ...dialect[key], ...value } : value
  return Object.assign({}, ...written, Object.keys(dialect).length ? { dialect } : {})
}
