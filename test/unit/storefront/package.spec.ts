import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import * as ts from "typescript"
import { TSC } from "../../../scripts/lib/compile.mjs"
import { LANGUAGES, TRANSLATIONS } from "../../support/languages"

const ROOT = join(__dirname, "../../..")
const STOREFRONT = join(ROOT, "packages/storefront")
/** Compressed, in bytes: what a storefront loads with the client, and what each language adds. */
const SIZE_LIMITS = {
  "index.js": 7 * 1024,
  "flow.js": 4 * 1024,
  "index.js and flow.js": 9.5 * 1024,
  "screens.js": 12.25 * 1024,
  "index.js and flow.js and screens.js": 17.75 * 1024,
  // The widget alone, without the screens around it.
  "start-hosted-lease.js": 3 * 1024,
  "hosted.js": 7 * 1024,
  "index.js and hosted.js": 12.25 * 1024,
  "next.js": 6 * 1024,
  "message.js": 4 * 1024,
  "order.js": 2.75 * 1024,
  "elements.js": 27.3 * 1024,
  "message-element.js": 8 * 1024,
  "hosted-element.js": 18 * 1024,
  ...Object.fromEntries(LANGUAGES.map((language) => [`${language}.js`, 9 * 1024])),
}
const ELEMENTS_LIMIT = 9.75 * 1024

let built: string
const builtFiles = (ending: string) => readdirSync(built).filter((name) => name.endsWith(ending))
const read = (name: string) => readFileSync(join(built, name), "utf8")

beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), "storefront-"))
  execFileSync(process.execPath, [join(ROOT, TSC), "-p", STOREFRONT, "--outDir", built])
  writeFileSync(join(built, "package.json"), JSON.stringify({ type: "module" }))
})
afterAll(() => rmSync(built, { recursive: true }))

/** An entry with everything that it imports at once. The texts of a language are loaded by `import()`, once they are needed. */
function filesOf(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  const code = read(entry).replaceAll("import(", "(")
  for (const { fileName } of ts.preProcessFile(code).importedFiles) filesOf(fileName.slice(2), found)
  return found
}

/** Compressed and without comments, in bytes. */
function sizeOf(files: Iterable<string>): number {
  const options = { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }
  const code = [...files].map((name) => ts.transpile(read(name), options))
  return gzipSync(code.join("\n"), { level: 9 }).length
}

test.each(Object.entries(SIZE_LIMITS))("%s is small, compressed and without comments", (entries, limit) => {
  const files = new Set(entries.split(" and ").flatMap((entry) => [...filesOf(entry)]))
  expect(sizeOf(files)).toBeLessThanOrEqual(limit)
})

test("the elements are small above the client, the flow and the screens", () => {
  const below = new Set(["index.js", "flow.js", "screens.js"].flatMap((entry) => [...filesOf(entry)]))
  const all = new Set([...below, ...filesOf("elements.js")])
  expect(sizeOf(all) - sizeOf(below)).toBeLessThanOrEqual(ELEMENTS_LIMIT)
})

test.each(["index.js", "flow.js", "screens.js", "elements.js"])("%s brings no language along", (entry) => {
  const texts = ["dictionary.js", ...LANGUAGES.map((language) => `${language}.js`)]
  expect([...filesOf(entry)].filter((name) => texts.includes(name))).toEqual([])
})

test.each(["index.js", "flow.js", "screens.js", "elements.js"])(
  "%s brings nothing of the hosted way along",
  (entry) => {
    expect([...filesOf(entry)].filter((name) => /hosted|widget|card/.test(name))).toEqual([])
  },
)

test.each(["index.js", "flow.js", "hosted.js", "elements.js"])(
  "%s brings nothing along that is for a server",
  (entry) => {
    const shared = new Set(["index.js", "message.js", "order.js"].flatMap((one) => [...filesOf(one)]))
    const ofServers = [...filesOf("next.js")].filter((name) => !shared.has(name))
    expect(ofServers).toContain("lease-route.js")
    expect([...filesOf(entry)].filter((name) => ofServers.includes(name))).toEqual([])
  },
)

test.each(["message.js", "order.js", "message-element.js"])("%s brings nothing of the checkout along", (entry) => {
  expect(
    [...filesOf(entry)].filter((name) => /client|flow|poller|hosted|widget|card|dictionary|texts/.test(name)),
  ).toEqual([])
})

test.each(["hosted.js", "hosted-element.js"])("%s brings no form, no contract and no flow along", (entry) => {
  const shared = ["checkout-state.js", "hosted-checkout.js"]
  const names = [...filesOf(entry)].filter((name) => !shared.includes(name))
  expect(names.filter((name) => /flow|poller|form|contract|session|checkout/.test(name))).toEqual([])
})

test("the client brings nothing of the flow along", () => {
  expect([...filesOf("index.js")].filter((name) => /flow|poller/.test(name))).toEqual([])
})

test("the client and the flow bring nothing of the screens along", () => {
  const files = [...filesOf("index.js"), ...filesOf("flow.js")]
  expect(files.filter((name) => /screen|form|session|checkout/.test(name))).toEqual([])
})

test("every entry of package.json is built", () => {
  const { exports } = JSON.parse(readFileSync(join(STOREFRONT, "package.json"), "utf8"))
  const targets = Object.values<string | Record<string, string>>(exports).flatMap((target) =>
    typeof target === "string" ? [] : Object.values(target),
  )
  const files = [...builtFiles(".js"), ...builtFiles(".d.ts")].map((name) => `./dist/${name}`)
  expect(targets.length).toBeGreaterThan(0)
  expect(targets.filter((target) => !files.includes(target))).toEqual([])
})

test("a bundler keeps the files that define elements, and the style sheet", () => {
  const { sideEffects } = JSON.parse(readFileSync(join(STOREFRONT, "package.json"), "utf8")) as {
    sideEffects: string[]
  }
  const isKept = (name: string) => sideEffects.some((glob) => new RegExp(`^${glob.replace("*", ".*")}$`).test(name))
  const defining = builtFiles(".js").filter((name) => /^define\(/m.test(read(name)))
  expect(defining).toEqual(["checkout-element.js", "hosted-element.js", "message-element.js", "status-element.js"])
  const kept = [...defining, "elements.js"].map((name) => `./dist/${name}`)
  expect([...kept, "./style.css"].filter((name) => !isKept(name))).toEqual([])
  expect(isKept("./dist/index.js")).toBe(false)
})

test("depends on nothing", () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(STOREFRONT, "package.json"), "utf8"))
  expect({ ...dependencies, ...peerDependencies }).toEqual({})
})

test.each([".js", ".d.ts"])("imports in %s files stay in the package and name files a browser can load", (ending) => {
  const imports = builtFiles(ending).flatMap((name) => ts.preProcessFile(read(name)).importedFiles)
  expect(imports.map(({ fileName }) => fileName).filter((name) => !/^\.\/[a-z-]+\.js$/.test(name))).toEqual([])
})

test.each([
  [
    "index.js",
    "LEASE_PROVIDER_ID LeaseError contractEvent createLeaseClient fetchTransport forgetFinishedCart isLeaseProvider nextStep offerSummary prefill readMoney toApplication watchContractFrame",
  ],
  ["flow.js", "createLeaseFlow"],
  ["screens.js", "countdownText createContractSession createLeaseCheckout orderSummary sameScreen screenOf"],
  [
    "next.js",
    "createLeaseRoute createSigningRoute dropFinishedCart finishLease isLeasePath retrieveLease retrieveLeaseMessage retrieveOrderLease",
  ],
  ["message.js", "createLeaseMessage messageEn"],
  ["order.js", "createLeaseOrder"],
  ["hosted.js", "checkCardFields createHostedCheckout loadWidget startHostedLease"],
  ["elements.js", ""],
  ["message-element.js", ""],
  ["hosted-element.js", ""],
  ["en.js", "en"],
  ...TRANSLATIONS.map((language) => {
    const name = language.charAt(0).toUpperCase() + language.slice(1)
    return [`${language}.js`, `${language} message${name} order${name}`]
  }),
])("%s can be imported where there is no window, and does nothing by that", (entry, exported) => {
  const script = `
    for (const name of ["fetch", "localStorage", "crypto", "setTimeout", "document", "window"])
      Object.defineProperty(globalThis, name, { get() { throw new Error("touched " + name) } })
    const names = Object.keys(await import(process.argv[1]))
    process.stdout.write(names.sort().join(" "))
  `
  const file = `file://${join(built, entry)}`
  const names = execFileSync(process.execPath, ["--input-type=module", "-e", script, file], { encoding: "utf8" })
  expect(names).toBe(exported)
})
