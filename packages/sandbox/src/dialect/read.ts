import { readFileSync } from "node:fs"
import noStatus from "../dialects/no-status.json"
import reference from "../dialects/reference.json"
import spec from "../dialects/spec.json"
import strict from "../dialects/strict.json"
import { type Dialect, type DialectFile, DialectSchema } from "./schema"

const kept = { spec, reference, "no-status": noStatus, strict }
export type DialectName = keyof typeof kept
export const dialectNames = Object.keys(kept) as DialectName[]

const notStarted = "Nothing was started."

/**
 * Reads a dialect, given by name or as data. Throws a single Error that lists every invalid key and never contains a value. `where` names the source
 * in that Error's message.
 */
export function readDialect(given: DialectName | DialectFile, where = "the dialect"): Dialect {
  if (typeof given === "string" && !Object.hasOwn(kept, given))
    throw new Error(`There is no such dialect. Use ${dialectNames.join(", ")} or a file. ${notStarted}`)
  const read = DialectSchema.safeParse(typeof given === "string" ? kept[given] : given)
  if (read.success) return read.data
  const lines = read.error.issues.map(({ path, message }) => `  - ${path.join(".") || "the dialect"} ${message}`)
  throw new Error([`There are errors in ${where}. ${notStarted}`, ...lines].join("\n"))
}

/** Reads the argument of `--dialect`, which is a name or a file. Throws an Error whose message quotes only keys from the file. */
export function dialectArg(value: string): Dialect {
  const name = dialectNames.find((known) => known === value)
  if (name) return readDialect(name)
  let data: DialectFile
  try {
    data = JSON.parse(readFileSync(value, "utf8"))
  } catch {
    // Don't pass on the parser's message, because it quotes the file.
    throw new Error(`${value} is neither a dialect (${dialectNames.join(", ")}) nor a JSON file. ${notStarted}`)
  }
  return readDialect(data, value)
}
