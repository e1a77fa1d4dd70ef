import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { DialectName } from "lease-to-own-sandbox"

/** The plugin's options for an account that speaks a kept dialect, as a store writes them. */
export type OptionsFor = Record<string, unknown> & { wire?: Record<string, unknown> }

export function optionsFor(dialect: DialectName): OptionsFor {
  return JSON.parse(readFileSync(join(__dirname, "lease-options", `${dialect}.json`), "utf8"))
}
