import { filesUnder, read } from "./markdown"

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "packages/sandbox/README.md",
  "packages/storefront/README.md",
  "packages/react/README.md",
]
const TABLE_WIDTH = 140
const FRONT_PAGE_LINES = 180

it("keeps the README a front page", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(FRONT_PAGE_LINES)
})

it.each([...PAGES, ...filesUnder("docs", [".md"])])("keeps the lines of the tables in %s short", (document) => {
  const rows = read(document)
    .split("\n")
    .filter((line) => line.startsWith("|"))
  expect(rows.filter((row) => row.length > TABLE_WIDTH)).toEqual([])
})
