import { readdirSync } from "node:fs"
import { join } from "node:path"
import { EXPORTED } from "../../../src/modules/lease/tables/person-store"
import { type MappedColumn, PERSONAL_DATA } from "../../support/personal-data"
import { codes, ROOT, read, section } from "./markdown"

const MODELS = join(ROOT, "src/modules/lease/models")
const models = readdirSync(MODELS).flatMap((file) =>
  Object.values<{ name: string; schema: object }>(require(join(MODELS, file))),
)
const columnsOf = new Map(
  models.map((model) => [snakeCase(model?.name ?? ""), Object.keys(model?.schema ?? {}).sort()]),
)

const names = [...new Set(PERSONAL_DATA.map(({ table }) => table))]
const columnsWith = (name: string, fits: (column: MappedColumn) => boolean = () => true) =>
  PERSONAL_DATA.filter((mapped) => mapped.table === name && fits(mapped))
    .map(({ column }) => column)
    .sort()

describe("docs/personal-data.csv", () => {
  it("has every table of the plugin", () => {
    expect([...names].sort()).toEqual([...columnsOf.keys()].sort())
  })

  it.each(names)("has every column of %s once", (name) => {
    expect(columnsWith(name)).toEqual(columnsOf.get(name))
  })

  it.each(Object.keys(EXPORTED) as (keyof typeof EXPORTED)[])("says what an export contains of %s", (name) => {
    expect(columnsWith(name, ({ exported }) => exported === "yes")).toEqual([...EXPORTED[name]].sort())
  })

  it("says that nothing of other tables is exported", () => {
    const others = names.filter((name) => !Object.hasOwn(EXPORTED, name))
    expect(others.flatMap((name) => columnsWith(name, ({ exported }) => exported !== "no"))).toEqual([])
  })
})

describe("docs/applicant-data.md", () => {
  const map = section(read("docs/applicant-data.md"), "Tables and columns")

  it("names every table of the plugin, and no other", () => {
    const named = codes(map).filter((code) => /^lease(_\w+)?$/.test(code) && !columnsWith("lease").includes(code))
    expect([...new Set(named)].sort()).toEqual([...names].sort())
  })

  it("names each column of a lease that an erasure empties", () => {
    const cleared = columnsWith("lease", ({ erasure }) => erasure === "cleared")
    expect(cleared.filter((column) => !codes(map).includes(column))).toEqual([])
  })
})

function snakeCase(name: string): string {
  return name.replace(/(?<=.)([A-Z])/g, "_$1").toLowerCase()
}
