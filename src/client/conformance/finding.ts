import { isRecord, type LeaseServiceOptions } from "../index"
import type { ProbeRow } from "./rows"

/** How the account compares with the defaults. `contradicts` means that the account violates the specification. */
export type Verdict = "same" | "differs" | "new" | "skipped" | "contradicts"

/** The client's options, and the plugin's options that depend on the account. */
export type Written = Partial<LeaseServiceOptions> & {
  /** Set if the account's cart has no field for tax, or the account taxes the lease payments. */
  salesTax?: "by_operator"
  /** Origins whose frame messages are accepted, in addition to the contract's own. */
  allowedOrigins?: string[]
}

/** Part of the sandbox's `dialect.json`: keys grouped by section. */
export type DialectPart = { [section: string]: Record<string, unknown> }

/** A run's result for one row of `docs/assumptions.md`. Texts contain shapes, statuses and field names, never values. */
export type Finding = {
  row: ProbeRow
  /** The case, if the row has several. */
  of?: string
  assumed: string
  seen: string
  verdict: Verdict
  /** Plugin options that the account requires. */
  write?: Written
  /** What the sandbox's `dialect.json` needs, apart from what `write` already implies. */
  speaks?: DialectPart
  /** What to ask the operator if no option solves the problem. */
  advice?: string
  /** Set for a value that varies between runs, such as a duration. Its changes aren't drift. */
  varies?: true
}

export function nameOf({ row, of }: Pick<Finding, "row" | "of">): string {
  return of ? `${row} (${of})` : row
}

/** Merges options from several findings. In `dialect`, lists are replaced and records are merged. */
export function joined(written: readonly Written[]): Written {
  const dialect: Record<string, unknown> = {}
  for (const [key, value] of written.flatMap((each) => Object.entries(each.dialect ?? {})))
    dialect[key] = isRecord(value) && isRecord(dialect[key]) ? { ...dialect[key], ...value } : value
  return Object.assign({}, ...written, Object.keys(dialect).length ? { dialect } : {})
}
