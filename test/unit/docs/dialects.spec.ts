import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type DialectFile, dialectNames, readDialect } from "lease-to-own-sandbox"
import { DialectSchema } from "../../../packages/sandbox/src/dialect/schema"
import { optionsFor } from "../../dialects/options-for"

const readme = readFileSync(join(__dirname, "../../../packages/sandbox/README.md"), "utf8")
const section = readme.slice(readme.indexOf("## Dialects"), readme.indexOf("## What it is strict about"))
const blocks = [...section.matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) => JSON.parse(json))
const rows = section.split("\n").filter((line) => line.startsWith("| `"))

/** A key of a dialect with its words, or none where it takes something else. */
const KEYS: [key: string, words: string[] | undefined][] = Object.entries(DialectSchema.shape).flatMap(
  ([name, schema]): [string, string[] | undefined][] => {
    const inner = "unwrap" in schema ? schema.unwrap() : schema
    const keys = Object.entries("shape" in inner ? (inner.shape as Record<string, { unwrap?: () => object }>) : {})
    const known = keys.map(([key, value]): [string, string[] | undefined] => {
      const options = (value.unwrap?.() as { options?: string[] } | undefined)?.options
      return [`${name}.${key}`, options]
    })
    // Names of fields and codes are too many for a row each.
    return known.length && known.every(([, words]) => !words)
      ? [[name, undefined]]
      : known.length
        ? known
        : [[name, undefined]]
  },
)

describe("the sandbox's README on dialects", () => {
  it.each(KEYS)("has a row for %s, with its words in their order", (key, words) => {
    const row = rows.find((line) => line.startsWith(`| \`${key}\` |`))
    expect(row).toBeDefined()
    if (words) expect(row).toContain(`| ${words.map((word) => `\`${word}\``).join(", ")} |`)
  })

  it("has no row for a key that there is not", () => {
    const known = new Set<string>([...KEYS.map(([key]) => key), ...dialectNames])
    const named = rows.map((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? "")
    expect(named.filter((key) => !known.has(key))).toEqual([])
  })

  it("shows a dialect that the sandbox takes", () => {
    expect(() => readDialect(blocks[0] as DialectFile)).not.toThrow()
  })

  it("shows the options of the plugin as tests have them", () => {
    expect(blocks[1]).toEqual(optionsFor("reference"))
    const shown = (dialect: string) =>
      /\| ([^|]*) \|$/.exec(rows.find((line) => line.startsWith(`| \`${dialect}\``)) ?? "")?.[1]
    expect(JSON.parse(shown("strict")?.replaceAll("`", "") ?? "")).toEqual(optionsFor("strict"))
    for (const name of ["spec", "no-status"] as const) expect([shown(name), optionsFor(name)]).toEqual(["none", {}])
  })
})
