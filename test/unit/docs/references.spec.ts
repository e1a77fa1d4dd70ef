import { existsSync, realpathSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import en from "../../../admin/i18n/en.json"
import { anchorOf, codes, filesUnder, headings, links, ROOT, read, section } from "./markdown"

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "llms.txt",
  ...filesUnder("docs", [".md"]),
  "packages/storefront/README.md",
  "packages/react/README.md",
  "packages/sandbox/README.md",
]

const { scripts } = JSON.parse(read("package.json"))
/** Paths that commands create. */
const MADE = read(".gitignore")
  .split("\n")
  .filter((line) => line && !line.includes("*"))

const LOOKED_UP_IN: Record<string, string> = { spec: "docs/service.md", reference: "docs/assumptions.md" }
const filesWith = (endings: string[], ...folders: string[]) => folders.flatMap((folder) => filesUnder(folder, endings))

/** Whether the number of `spec 2.3` is a heading, or an entry of a numbered list or a table in the section before its last dot. */
function canBeFound(citation: string): boolean {
  const [source = "", number = ""] = citation.split(" ")
  const text = read(LOOKED_UP_IN[source] ?? "")
  if (headings(text).some((heading) => new RegExp(`^${number.replace(".", "\\.")}\\.? `).test(heading))) return true
  const [whole = "", entry] = number.split(".")
  if (entry === undefined) return false
  return new RegExp(`^(${entry}\\. |\\| ${number.replace(".", "\\.")} \\|)`, "m").test(section(text, `${whole}. `))
}

/** `spec N.N` and `reference N` in comments and texts, also as `spec 2.1, 2.3` and `reference 5 and 8`. */
const CITED = /\b(spec|reference),? (\d+(?:\.\d+)?(?:(?:,| and) \d+(?:\.\d+)?)*)/gi
const citations = filesWith([".ts", ".tsx", ".mjs", ".http", ".md"], "src", "packages", "demo", "scripts").flatMap(
  (file) =>
    [...read(file).matchAll(CITED)].flatMap(([, source = "", numbers = ""]) =>
      numbers.split(/, | and /).map((number) => `${source.toLowerCase()} ${number}`),
    ),
)

it("every section that a comment names exists", () => {
  expect(citations.length).toBeGreaterThan(100)
  expect([...new Set(citations)].filter((citation) => !canBeFound(citation))).toEqual([])
})

it("every page that a comment names exists", () => {
  const files = filesWith([".ts", ".tsx", ".mjs"], "src", "admin", "packages", "demo", "scripts", "test")
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => `${file}: ${page}`),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((each) => !existsSync(join(ROOT, each.split(": ")[1] ?? "")))).toEqual([])
})

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

/** For each change, an example of what it added, and the files that only use the example. */
const EXAMPLES: [change: string, example: string, users: string[]][] = [
  ["An alert", "reconcile_failed", ["src/modules/lease/outbox/reconcile.ts"]],
  ["A text for shoppers", "order_lease_to_sign", ["src/modules/lease/shopper/order-messages.ts"]],
  ["A text for staff", "capture_before_delivery", ["src/modules/lease/merchant/capture.ts"]],
  [
    "A call to the service",
    "sendOrderId",
    ["src/api/admin/lease-to-own/card/take-action.ts", "src/modules/lease/ledger.ts"],
  ],
  ["An option", "placeOrderAfter", ["src/modules/lease/decide/before-order.ts", "src/modules/lease/rules/notices.ts"]],
]

/** `src/admin` and the kit's types are links to files elsewhere. */
const realPath = (file: string) => relative(ROOT, realpathSync(join(ROOT, file)))

it.each(EXAMPLES)("CONTRIBUTING lists every file of the change: %s", (change, example, users) => {
  const [, bullet = ""] =
    new RegExp(`^- \\*\\*${change}\\*\\*: ([^]*?)\n(?:- \\*\\*|\n)`, "m").exec(read("CONTRIBUTING.md")) ?? []
  const listed = [...codes(bullet), ...users]
  const files = filesWith([".ts", ".tsx", ".json", ".md"], "src", "packages", "docs").map(realPath)
  const own = files.filter((file) => new RegExp(`\\b${example}\\b`).test(read(file)))
  expect(own.length).toBeGreaterThan(1)
  expect(own.filter((file) => !listed.some((path) => file === path || file.startsWith(`${path}/`)))).toEqual([])
})

describe("docs/alerts.md", () => {
  const explained = [...read("docs/alerts.md").matchAll(/^\*\*(.+?)\*\* \((`[^)]+)\)/gm)].map(
    ([, title = "", named = ""]): [string, string[]] => [title, codes(named)],
  )

  it("explains each alert once", () => {
    expect(explained.flatMap(([, named]) => named).sort()).toEqual(Object.keys(en.alert_texts).sort())
  })

  it("begins each entry with words of the dashboard's text, so that staff can search for them", () => {
    const shown = new Map(
      Object.entries(en.alert_texts).map(([code, text]) => [code, text.replace(/\{\{\w+\}\}/g, "…")]),
    )
    const others = explained.filter(([title, [code = "", ...more]]) => {
      return more.length === 0 && !shown.get(code)?.includes(title.replace(/^… /, ""))
    })
    expect(others).toEqual([])
  })
})
