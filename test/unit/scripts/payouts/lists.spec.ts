import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { csvLine, Lists } from "../../../../src/scripts/payouts/lists"

it.each([
  [["a", 1, null, ""], "a,1,,"],
  [['say "hi"', "a,b", "a\nb"], '"say ""hi""","a,b","a\nb"'],
  [["=1+1", "@a", "+1", "-a", "\ta"], "'=1+1,'@a,'+1,'-a,'\ta"],
  [["-12.00", "-12", "-1.5"], "-12.00,-12,'-1.5"],
])("the cells %j are written as %j", (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})

describe("a folder of lists", () => {
  let parent: string
  let folder: string
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "lists-"))
    folder = join(parent, "lists")
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  const COLUMNS = { short: ["id"], over: ["id"] }

  it.each([false, true])("appears once it's complete, also if it's there and empty: %j", (isThere) => {
    if (isThere) mkdirSync(folder)
    const lists = new Lists(folder, COLUMNS)
    const ids = Array.from({ length: 20_000 }, (_, id) => String(id))
    for (const id of ids) lists.add("short", [id])
    expect(isThere ? readdirSync(folder) : existsSync(folder)).toEqual(isThere ? [] : false)
    lists.finish()
    expect(readFileSync(join(folder, "short.csv"), "utf8")).toBe(`${["id", ...ids].join("\r\n")}\r\n`)
    expect(readFileSync(join(folder, "over.csv"), "utf8")).toBe("id\r\n")
    expect(readdirSync(parent)).toEqual(["lists"])
  })

  it("leaves nothing if it's dropped", () => {
    const lists = new Lists(folder, COLUMNS)
    lists.add("over", ["1"])
    lists.drop()
    expect(readdirSync(parent)).toEqual([])
  })

  it("replaces no files, and leaves them as they are", () => {
    mkdirSync(folder)
    writeFileSync(join(folder, "short.csv"), "mine")
    expect(() => new Lists(folder, COLUMNS)).toThrow("The folder after --to isn't empty. Choose a new one.")
    expect([readdirSync(parent), readFileSync(join(folder, "short.csv"), "utf8")]).toEqual([["lists"], "mine"])
  })
})
