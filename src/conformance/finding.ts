import type { LeaseServiceOptions } from "../lease-service"

/** How sure it is that account and defaults agree. `contradicts`: the specification says otherwise. */
export type Verdict = "same" | "differs" | "new" | "skipped" | "contradicts"

/** A part of a `dialect.json` of the sandbox: keys by their section. */
export type DialectPart = { [section: string]: Record<string, unknown> }

/** One question of `docs/assumptions.md`, as the account answered it. Texts hold shapes, statuses and names of fields, never values. */
export type Finding = {
  /** The section of `docs/assumptions.md`, and the row in it. */
  row: string
  assumed: string
  seen: string
  verdict: Verdict
  /** Options to write, so that the plugin speaks as the account does. */
  write?: Partial<LeaseServiceOptions>
  /** The same for the sandbox, which speaks as the account does; what `write` says is known of the account anyway. */
  speaks?: DialectPart
  /** To whom to turn, where no option helps. */
  advice?: string
}

/** How far a run goes. Each level begins with those before it. */
export const LEVELS = ["read", "refuse", "apply"] as const
export type Level = (typeof LEVELS)[number]

/** Whether a run of this level asks the questions of another. */
export function reaches(level: Level, of: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(of)
}
