import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Facts } from "./facts.mjs"
import { addedPackages, checkDashboardBundle, checkPackages, copiesOf, strayFiles } from "./installed-facts.mjs"

const PLUGIN = "node_modules/medusa-plugin-lease-to-own"
const MANIFEST = { dependencies: { undici: "1" }, devDependencies: {} }
const WHOLE = ["@medusajs/framework", "@medusajs/medusa", "@medusajs/dashboard", "@medusajs/ui"]
  .concat("@tanstack/react-query", "react", "react-i18next")
  .map((name) => `node_modules/${name}`)

function lockOf(...places: string[]) {
  return { packages: Object.fromEntries(places.map((place) => [place, {}])) }
}

describe("files of the package", () => {
  it.each([
    "README.md",
    "docs/options.md",
    "docs/storefront/nextjs.md",
    "CHANGELOG.md",
    "LICENSE",
    "package.json",
    ".medusa/server/src/api/types.js",
    ".medusa/server/src/admin/index.mjs",
  ])("%s belongs there", (file) => {
    expect(strayFiles([file])).toEqual([])
  })

  it.each([
    "src/api/types.ts",
    "docs/pictures/order.png",
    ".medusa/server/medusa-config.js",
    ".medusa/server/src/api/types.ts",
    ".medusa/server/src/api/types.js.map",
    ".medusa/server/src/api/types.spec.js",
    ".medusa/server/src/test/support.js",
    ".medusa/server/medusa-plugin-options.json",
    "admin/widgets/order-lease.tsx",
    ".env",
  ])("%s does not", (file) => {
    expect(strayFiles([file])).toEqual([file])
  })
})

describe("packages of a store", () => {
  it("are found in every place", () => {
    const lock = lockOf("", "node_modules/react", "node_modules/@a/b/node_modules/react", "node_modules/react-dom")
    expect(copiesOf(lock, "react")).toEqual(["node_modules/react", "node_modules/@a/b/node_modules/react"])
  })

  it("are new when they were in no place before", () => {
    const before = lockOf("node_modules/a", "node_modules/a/node_modules/@s/b")
    const after = lockOf("node_modules/a", "node_modules/@s/b", "node_modules/@s/c", "node_modules/a/node_modules/d")
    expect(addedPackages(before, after)).toEqual(["@s/c", "d"])
  })

  it("pass when the plugin and its dependencies came, and nothing else", () => {
    const facts = new Facts()
    checkPackages(facts, lockOf(...WHOLE), lockOf(...WHOLE, PLUGIN, "node_modules/undici"), MANIFEST)
    expect(facts.failures).toEqual([])
  })

  it.each([
    ["another package came along", [PLUGIN, "node_modules/lodash"]],
    ["a tool of this repository came along", [PLUGIN, `${PLUGIN}/node_modules/playwright-core`]],
    ["there is a second react-query", [PLUGIN, `${PLUGIN}/node_modules/@tanstack/react-query`]],
    ["there is a second framework", [PLUGIN, `${PLUGIN}/node_modules/@medusajs/framework`]],
    ["the plugin is missing", []],
  ])("fail when %s", (_, places) => {
    const facts = new Facts()
    checkPackages(facts, lockOf(...WHOLE), lockOf(...WHOLE, ...places), MANIFEST)
    expect(facts.failures).not.toEqual([])
  })
})

describe("a built dashboard", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-bundle-"))
  const CARD = 'const card = "lease-to-own.order-card";'
  const QUERY = 'throw Error("No QueryClient set, use QueryClientProvider to set one");'
  const TEXTS = 'warn("You will need to pass in an i18next instance by using initReactI18next");'
  afterAll(() => rmSync(folder, { recursive: true }))

  function failuresOf(name: string, ...scripts: string[]): string[] {
    scripts.forEach((text, i) => {
      const file = join(folder, name, `${i}.js`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    })
    const facts = new Facts()
    checkDashboardBundle(facts, join(folder, name))
    return facts.failures
  }

  it("passes with one of each", () => {
    expect(failuresOf("good", CARD, QUERY + TEXTS)).toEqual([])
  })

  it.each([
    ["the lease card was dropped", [QUERY, TEXTS]],
    ["there are two copies of react-query", [CARD, QUERY, TEXTS, QUERY]],
    ["there are two copies of react-i18next", [CARD, QUERY, TEXTS + TEXTS]],
  ])("fails when %s", (name, scripts) => {
    expect(failuresOf(name, ...scripts)).toHaveLength(1)
  })
})
