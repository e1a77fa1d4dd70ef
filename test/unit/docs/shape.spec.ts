import { read } from "./markdown"

const PAGES = ["README", "docs/alerts", "docs/applicant-data", "docs/glossary", "docs/operations", "docs/options"]
const MORE_PAGES = ["docs/scaling", "docs/speed", "docs/storefront", "docs/what-happens-when"]
const TABLE_WIDTH = 140
const FRONT_PAGE_LINES = 180

it("keeps the README a front page", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(FRONT_PAGE_LINES)
})

it.each([...PAGES, ...MORE_PAGES])("keeps the lines of the tables in %s.md short", (document) => {
  const rows = read(`${document}.md`)
    .split("\n")
    .filter((line) => line.startsWith("|"))
  expect(rows.filter((row) => row.length > TABLE_WIDTH)).toEqual([])
})
