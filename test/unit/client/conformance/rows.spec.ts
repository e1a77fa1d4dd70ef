import { nameOf } from "../../../../src/client/conformance/finding"
import { LEVELS, type Level, ROWS, reaches } from "../../../../src/client/conformance/rows"
import { read, section, tables } from "../../docs/markdown"
import { person, TestAccount, three } from "./support/test-account"

const text = read("docs/assumptions.md")
const numbers = [...text.matchAll(/^## (\d+)\./gm)].map(([, number = ""]) => number)
/** The entries of a section: the first cells of its tables, and the bold starts of its list items. */
const entriesIn = (text: string) => [
  ...tables(text).flatMap((rows) => rows.map(([cell = ""]) => cell)),
  ...[...text.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name = ""]) => name),
]
const documented = numbers.flatMap((number) =>
  entriesIn(section(text, `${number}.`)).map((name) => `${number} ${name.replaceAll("`", "")}`),
)

const answered = Object.entries<unknown>(ROWS)
const probed = answered.filter(([, by]) => typeof by === "string" && by !== "ours") as [string, Level][]

describe("the rows of docs/assumptions.md", () => {
  it("are exactly those that a probe answers, the operator answers, or the plugin decides", () => {
    expect(answered.map(([row]) => row).sort()).toEqual([...documented].sort())
  })

  it("are answered together only with rows that have a probe", () => {
    const others = answered.flatMap(([, by]) => (typeof by === "object" && by && "with" in by ? [String(by.with)] : []))
    const names = probed.map(([row]) => row)
    expect(others.filter((row) => !names.includes(row))).toEqual([])
  })

  it.each(LEVELS)("of level %s each have findings with unique names, and no finding is for another row", (level) =>
    TestAccount.use({}, async (account) => {
      const persons = [...three(), person("denied", "denied", "denied")]
      const { findings } = await account.run(level, { persons })
      const found = new Set<string>(findings.map(({ row }) => row))
      expect(probed.filter(([row, of]) => reaches(level, of) && !found.has(row))).toEqual([])
      expect([...found].filter((row) => !probed.some(([name]) => name === row))).toEqual([])
      expect(new Set(findings.map(nameOf)).size).toBe(findings.length)
    }),
  )
})
