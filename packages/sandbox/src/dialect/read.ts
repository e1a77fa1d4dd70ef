import { existsSync, readFileSync, statSync } from "node:fs"
import noStatus from "../dialects/no-status.json"
import reference from "../dialects/reference.json"
import spec from "../dialects/spec.json"
import strict from "../dialects/strict.json"
import { type Dialect, type DialectFile, DialectSchema } from "./schema"

/** The dialects that come with the sandbox. */
const kept: Readonly<Record<string, unknown>> = { spec, reference, "no-status": noStatus, strict }
export const dialectNames = ["spec", "reference", "no-status", "strict"] as const
export type DialectName = (typeof dialectNames)[number]

/** A dialect has a few hundred words. */
const mostBytes = 64_000

/**
 * A dialect by its name or as data. Throws one Error that names each key that is wrong, and repeats no value. `from`: where it comes from, for
 * that text.
 */
export function readDialect(given: DialectName | DialectFile, from?: string): Dialect {
  const where = from ?? (typeof given === "string" ? given : "the dialect")
  if (typeof given === "string" && !Object.hasOwn(kept, given))
    throw new Error(`There is no such dialect. There are ${dialectNames.join(", ")}, and files. ${notStarted}`)
  const read = DialectSchema.safeParse(typeof given === "string" ? kept[given] : given)
  if (read.success) return read.data
  const lines = read.error.issues.map(({ path, message }) => `  - ${[...path].join(".") || "the whole"} ${message}`)
  throw new Error([`Something is wrong in ${where}. ${notStarted}`, ...lines].join("\n"))
}

/** The dialect of `--dialect`: a name, else a file. Throws an Error that says what is wrong; of the file it repeats names of keys at most. */
export function dialectArg(value: string): Dialect {
  const name = dialectNames.find((known) => known === value)
  if (name) return readDialect(name)
  if (!existsSync(value))
    throw new Error(`${value} is no dialect (${dialectNames.join(", ")}) and no file. ${notStarted}`)
  if (!statSync(value).isFile() || statSync(value).size > mostBytes)
    throw new Error(`${value} is no dialect: that is a file of ${mostBytes / 1000} kB at most. ${notStarted}`)
  return readDialect(parsed(readFileSync(value, "utf8"), value), value)
}

const notStarted = "Nothing was started."

/** The parser's own words are not passed on: they quote the file. */
function parsed(text: string, file: string): DialectFile {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as DialectFile
  } catch {
    throw new Error(`${file} is no JSON. A dialect is data: nothing in it is run. ${notStarted}`)
  }
}
