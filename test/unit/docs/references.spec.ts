import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import en from "../../../admin/i18n/en.json"
import { anchorOf, codes, filesUnder, headings, links, ROOT, read } from "./markdown"

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...filesUnder("docs", [".md"]),
  "packages/storefront/README.md",
  "packages/react/README.md",
  "packages/sandbox/README.md",
]

const { scripts } = JSON.parse(read("package.json"))
/** What a command makes. */
const MADE = read(".gitignore")
  .split("\n")
  .filter((line) => line && !line.includes("*"))

describe.each(DOCUMENTS)("%s", (document) => {
  const own = links(read(document)).filter((target) => !/^[a-z]+:/.test(target))

  it("links to files and headings that are there", () => {
    const dead = own.filter((target) => {
      const [file, anchor] = target.split("#")
      const path = file ? join(dirname(document), file) : document
      if (!existsSync(join(ROOT, path))) return true
      const full = existsSync(join(ROOT, path, "README.md")) ? join(path, "README.md") : path
      return anchor && !headings(read(full)).map(anchorOf).includes(anchor)
    })
    expect(dead).toEqual([])
  })

  it("names npm scripts that exist", () => {
    const named = [...read(document).matchAll(/npm (?:run ([\w:-]+)|(test)\b)/g)].map(([, run, test]) => run ?? test)
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([])
  })

  it("names files of the repository that are there", () => {
    const paths = codes(read(document)).filter((code) =>
      /^(?:src|packages|demo|test|admin|docs|scripts|\.ci)\/[\w./-]+$/.test(code),
    )
    const isMade = (path: string) => MADE.some((made) => `${path}/`.startsWith(made))
    const isThere = (path: string) => [ROOT, join(ROOT, dirname(document))].some((from) => existsSync(join(from, path)))
    expect(paths.filter((path) => !isMade(path) && !isThere(path))).toEqual([])
  })
})

it("llms.txt links to files that are there", () => {
  expect(links(read("llms.txt")).filter((target) => !existsSync(join(ROOT, target)))).toEqual([])
})

describe("docs/alerts.md", () => {
  const explained = [...read("docs/alerts.md").matchAll(/^\*\*(.+?)\*\* \((`[^)]+)\)/gm)].map(
    ([, title = "", named = ""]): [string, string[]] => [title, codes(named)],
  )

  it("explains each alert once", () => {
    expect(explained.flatMap(([, named]) => named).sort()).toEqual(Object.keys(en.attention).sort())
  })

  it("begins each entry with words of the dashboard's text, so that staff can search for them", () => {
    const shown = new Map(Object.entries(en.attention).map(([code, text]) => [code, text.replace(/\{\{\w+\}\}/g, "…")]))
    const others = explained.filter(([title, [code = "", ...more]]) => {
      return more.length === 0 && !shown.get(code)?.includes(title.replace(/^… /, ""))
    })
    expect(others).toEqual([])
  })
})
