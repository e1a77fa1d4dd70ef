import type { LeaseServiceOptions } from "../index"
import type { Row } from "./rows"

/** How sure it is that account and defaults agree. `contradicts`: the specification says otherwise. */
export type Verdict = "same" | "differs" | "new" | "skipped" | "contradicts"

/** Options of the client, and those of the plugin that an account decides as well. */
export type Written = Partial<LeaseServiceOptions> & {
  /** Who taxes, where the account's cart has no place for tax. */
  salesTax?: "by_operator"
  /** Origins whose frame messages count, beside the contract's own. */
  allowedOrigins?: string[]
}

/** A part of a `dialect.json` of the sandbox: keys by their section. */
export type DialectPart = { [section: string]: Record<string, unknown> }

/** One question of `docs/assumptions.md`, as the account answered it. Texts hold shapes, statuses and names of fields, never values. */
export type Finding = {
  row: Row
  /** The case that was asked, where a row is asked for more than one. */
  of?: string
  assumed: string
  seen: string
  verdict: Verdict
  /** Options to write, so that the plugin speaks as the account does. */
  write?: Written
  /** The same for the sandbox, which speaks as the account does; what `write` says is known of the account anyway. */
  speaks?: DialectPart
  /** Whom to ask, where no option helps. */
  advice?: string
  /** Differs from run to run, such as a time: no drift. */
  varies?: true
}

/** Row and case of a finding, in words. */
export function nameOf({ row, of }: Pick<Finding, "row" | "of">): string {
  return of ? `${row} (${of})` : row
}

/** Options of several findings as one; members of `dialect` that are lists are replaced, records are joined. */
export function joined(written: readonly Written[]): Written {
  const dialect: Record<string, unknown> = {}
  for (const [key, value] of written.flatMap((each) => Object.entries(each.dialect ?? {})))
    dialect[key] = isRecord(value) && isRecord(dialect[key]) ? { ...dialect[key], ...value } : value
  return Object.assign({}, ...written, Object.keys(dialect).length ? { dialect } : {})
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
