import { readdirSync } from "node:fs"
import { join } from "node:path"
import { erased } from "../../../src/modules/lease/rules/erasure"
import type { LeaseRecord } from "../../../src/modules/lease/rules/records"
import { EXPORTED } from "../../../src/modules/lease/tables/person-store"
import { codes, ROOT, read, section, tables } from "./markdown"

type Row = { columns: string[]; exported: string; erasing: string }

const MODELS = join(ROOT, "src/modules/lease/models")
const map = section(read("docs/applicant-data.md"), "The map")
const models = readdirSync(MODELS).flatMap((file) =>
  Object.values<{ name: string; schema: object }>(require(join(MODELS, file))),
)
const columnsOf = new Map(
  models.map((model) => [snakeCase(model?.name ?? ""), Object.keys(model?.schema ?? {}).sort()]),
)

/** The tables of the map by their names; those of the last one hold nothing of a person. */
const names = [...map.matchAll(/^Table `(\w+)`/gm)].map(([, name = ""]) => name)
const [impersonal = []] = tables(map).slice(names.length)
const impersonalColumns = new Map<string, string[]>()
let table = ""
for (const [name = "", columns = ""] of impersonal) {
  table = codes(name)[0] ?? table
  impersonalColumns.set(table, [...(impersonalColumns.get(table) ?? []), ...codes(columns)])
}
const rows = new Map(
  names.map((name, at) => [
    name,
    (tables(map)[at] ?? []).map(([columns = "", , exported = "", erasing = ""]): Row => {
      return { columns: codes(columns), exported, erasing }
    }),
  ]),
)
const columnsWith = (name: string, fits: (row: Row) => boolean) =>
  (rows.get(name) ?? [])
    .filter(fits)
    .flatMap(({ columns }) => columns)
    .sort()

describe("the map of personal data", () => {
  it("has every table of the plugin", () => {
    expect([...names, ...impersonalColumns.keys()].sort()).toEqual([...columnsOf.keys()].sort())
  })

  it.each(names)("has every column of %s once", (name) => {
    expect(columnsWith(name, () => true)).toEqual(columnsOf.get(name))
  })

  it.each([...impersonalColumns])("has every column of %s, which holds nothing of a person, once", (name, columns) => {
    expect(columns.sort()).toEqual(columnsOf.get(name))
  })

  it.each(Object.keys(EXPORTED) as (keyof typeof EXPORTED)[])("says what an export holds of %s", (name) => {
    expect(columnsWith(name, ({ exported }) => exported === "yes")).toEqual([...EXPORTED[name]].sort())
  })

  it("says that nothing of other tables is exported", () => {
    const others = names.filter((name) => !Object.hasOwn(EXPORTED, name))
    expect(others.flatMap((name) => columnsWith(name, ({ exported }) => exported !== "no"))).toEqual([])
  })

  it("says what an erasure changes in a lease", () => {
    const changed = columnsWith("lease", ({ erasing }) => ["emptied", "set"].includes(erasing))
    expect(changed).toEqual(
      Object.keys(erased({ attempt_hash: "hash", widget_tokens: [] } as unknown as LeaseRecord, new Date())).sort(),
    )
  })
})

function snakeCase(name: string): string {
  return name.replace(/(?<=.)([A-Z])/g, "_$1").toLowerCase()
}
