import { filesUnder, read, section, tables } from "./markdown"

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "packages/sandbox/README.md",
  "packages/storefront/README.md",
  "packages/react/README.md",
  ...filesUnder("docs", [".md"]),
]
const TABLE_WIDTH = 140
const LINE_WIDTH = 200
const FRONT_PAGE_LINES = 180
const GLOSSARY_TERMS = 25
/** Its cells quote the dashboard's alerts, of which some are two sentences. */
const QUOTES = "docs/alerts.md"

/** Whether a cell holds more than one sentence. Code in it is no prose. */
function isProse(cell: string): boolean {
  return /[a-z0-9)`"][.?!] +["`]?[A-Z…]/.test(cell.replace(/`[^`]*`/g, "`Code`"))
}

it("keeps the README a front page", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(FRONT_PAGE_LINES)
})

it.each(PAGES)("keeps the lines of the tables in %s short", (document) => {
  const rows = read(document)
    .split("\n")
    .filter((line) => line.startsWith("|"))
  expect(rows.filter((row) => row.length > TABLE_WIDTH)).toEqual([])
})

it.each(PAGES)("wraps the prose of %s", (document) => {
  const prose = read(document)
    .replace(/^```[\s\S]*?^```$/gm, "")
    .split("\n")
    .filter((line) => !line.startsWith("|"))
  expect(prose.filter((line) => line.length > LINE_WIDTH)).toEqual([])
})

it.each(PAGES.filter((document) => document !== QUOTES))("has no prose in the tables of %s", (document) => {
  expect(tables(read(document)).flat(2).filter(isProse)).toEqual([])
})

it("knows prose in a table", () => {
  expect(
    ["there is an order. Called once", "an id. `none` without it", "at most 3.5 MB", "e.g. one"].map(isProse),
  ).toEqual([true, true, false, false])
})

describe("the glossary", () => {
  const glossary = read("docs/glossary.md")
  const [terms = [], translated = []] = tables(glossary)
  const namesOf = (rows: string[][]) => rows.map(([name = ""]) => name.replaceAll("*", "").replace(/,.*/, ""))

  it(`has at most ${GLOSSARY_TERMS} terms, in alphabetical order`, () => {
    const names = namesOf(terms)
    expect(names.length).toBeLessThanOrEqual(GLOSSARY_TERMS)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
    expect(glossary.match(/\*\*/g)).toHaveLength(2 * names.length)
  })

  it("has each term in other languages", () => {
    expect(namesOf(translated)).toEqual(namesOf(terms))
    expect(section(glossary, "In other languages")).toContain("| English |")
  })
})
