import { existsSync } from "node:fs"
import { join } from "node:path"
import { codes, filesUnder, ROOT, read } from "./markdown"

/** Folders that are not part of a fresh checkout. */
const MADE = read(".gitignore")
  .split("\n")
  .filter((line) => line.endsWith("/"))

const { scripts, dependencies, devDependencies, peerDependencies, engines } = JSON.parse(read("package.json"))

describe.each(["README.md", "CONTRIBUTING.md", ...filesUnder("docs", [".md"])])("%s", (document) => {
  const text = read(document)

  it("names npm scripts that exist", () => {
    const named = [...text.matchAll(/npm (?:run ([\w:-]+)|(test)\b)/g)].map(([, script, test]) => script ?? test)
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([])
  })

  it("names files and folders that are there, or that a command makes", () => {
    const paths = codes(text).filter((code) =>
      /^(?:src|packages|demo|test|admin|docs|scripts|\.ci)\/[\w./-]+$/.test(code),
    )
    const made = (path: string) => MADE.some((folder) => `${path}/`.startsWith(folder))
    expect(paths.filter((path) => !made(path) && !existsSync(join(ROOT, path)))).toEqual([])
  })
})

it.each(["README.md", "CONTRIBUTING.md"])("%s names the versions of Node that package.json asks for", (document) => {
  const versions = [...String(engines.node).matchAll(/\d+\.\d+/g)].map(([version]) => version)
  expect(versions.filter((version) => !read(document).includes(version))).toEqual([])
})

describe("CONTRIBUTING.md", () => {
  const named = codes(read("CONTRIBUTING.md"))

  it.each(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }))("says why there is %s", (name) => {
    expect(named).toContain(name)
  })
})

describe(".env.template", () => {
  const explained = [...read(".env.template").matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)

  it("explains every variable that medusa-config.ts reads and a person may set", () => {
    const config = read("medusa-config.ts")
    const used = [...config.matchAll(/\b((?:LEASE|STORE|ADMIN|AUTH)_[A-Z_]+|DATABASE_URL|JWT_SECRET|COOKIE_SECRET)\b/g)]
    expect([...new Set(used.map(([, name]) => name))].filter((name) => !explained.includes(name))).toEqual([])
  })

  it("agrees with docs/operations.md about the variables of the lease service", () => {
    const table = [...new Set(codes(read("docs/operations.md")).filter((code) => /^LEASE_[A-Z_]+$/.test(code)))]
    expect(table.sort()).toEqual(explained.filter((name) => name?.startsWith("LEASE_")).sort())
  })
})
