import { readFileSync } from "node:fs"
import { resolve } from "node:path"

/** A column of the plugin's tables, as described in `docs/personal-data.csv`. */
export type MappedColumn = { table: string; column: string; exported: string; erasure: string }

/** The map of personal data, without the descriptions in its last field. */
export const PERSONAL_DATA: MappedColumn[] = readFileSync(resolve(__dirname, "../../docs/personal-data.csv"), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [table = "", column = "", exported = "", erasure = ""] = line.split(",")
    return { table, column, exported, erasure }
  })
