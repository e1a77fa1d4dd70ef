import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import * as ts from "typescript"
import { TSC } from "../../../scripts/lib/compile.mjs"
import { read } from "../docs/markdown"

const ROOT = join(__dirname, "../../..")
const REACT = join(ROOT, "packages/react")
const MANIFEST = JSON.parse(readFileSync(join(REACT, "package.json"), "utf8"))
/** Compressed, in bytes: all that a page loads above the client of `lease-to-own-storefront`, and the parts of that. */
const ABOVE_CLIENT_LIMIT = 16.5 * 1024
const OWN_LIMIT = 6 * 1024
const HOSTED_LIMIT = 4 * 1024
const MESSAGE_LIMIT = 3 * 1024
const TESTING_LIMIT = 3.5 * 1024

/** A shop that takes something of each entry. */
const CONSUMER = `
import { fetchTransport, type LeaseView } from "lease-to-own-storefront"
import { en } from "lease-to-own-storefront/en"
import { type FieldProps, type Lease, LeaseCheckout, leaseParts, useLease } from "lease-to-own-react"
import { HostedLease } from "lease-to-own-react/hosted"
import { LeaseMessage } from "lease-to-own-react/message"
import { LeaseStatus } from "lease-to-own-react/status"
import { type FakeLeaseClient, fakeLeaseClient } from "lease-to-own-react/testing"

const transport = fetchTransport({ baseUrl: "https://shop.example.com", publishableKey: "pk_1" })
const shop = { dictionary: en, onPlaced: (orderId: string | null) => orderId, onOther: () => undefined, onCart: () => undefined }
const Field = (props: FieldProps) => <leaseParts.Field {...props} />
export const checkout = <LeaseCheckout {...shop} cartId="cart_1" transport={transport} components={{ Field }} />
export const proxied = <LeaseCheckout {...shop} cartId="cart_1" transport="/api/lease" onOther="?step=payment" onCart="/cart" />
export const client: FakeLeaseClient = fakeLeaseClient({ step: "offer" })
export const tested = <LeaseCheckout {...shop} client={client} />
const card = { isFilled: () => true, clear: () => undefined, tokenize: async () => "tok_1" }
const hosted = { ...shop, card, amount: "$1.00", pay: async (token: string) => token }
export const byCard = <HostedLease {...hosted} cartId="cart_1" transport={transport} components={{ Field }}><form /></HostedLease>
export const byCardInTest = <HostedLease {...hosted} client={client}><form /></HostedLease>
// @ts-expect-error the types are there: the widget has to have inputs to fill in
export const withoutForm = <HostedLease {...hosted} client={client} />
export const lease: Lease = useLease()
export const view: LeaseView | null = lease.flow.view
export const message = <LeaseMessage message={null} />
export const status = <LeaseStatus dictionary={en} lease={{ reference: "L", says: { code: "", params: {}, message: "" }, messages: [], operator: { name: "", contact: "" } }} />
// @ts-expect-error the types are there: a checkout needs to know what follows
export const unfinished = <LeaseCheckout dictionary={en} client={client} />
// @ts-expect-error the types are there: a lease is of a cart or a client
export const nobodys = <LeaseCheckout {...shop} />
`

/** The README's code but for its test, which `readme.spec.tsx` runs. */
const SHOWN = [...read("packages/react/README.md").matchAll(/```tsx\n([\s\S]*?)```/g)]
  .map(([, code = ""]) => code)
  .filter((code) => !code.includes("test("))
const SOURCES = [CONSUMER, ...SHOWN]

const RESOLUTIONS: Record<string, ts.CompilerOptions> = {
  node10: { moduleResolution: ts.ModuleResolutionKind.Node10, module: ts.ModuleKind.ES2022 },
  node16: { moduleResolution: ts.ModuleResolutionKind.Node16, module: ts.ModuleKind.Node16 },
  bundler: { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ES2022 },
}

/** A folder with both packages as they are installed. */
let shop: string
const sourceFile = (at: number) => join(shop, `shop-${at}.tsx`)
const installed = (name: string) => join(shop, "node_modules", name)
const built = (file: string) => join(installed("lease-to-own-react"), "dist", file)

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), "react-shop-"))
  writeFileSync(join(shop, "package.json"), JSON.stringify({ type: "module" }))
  for (const [at, code] of SOURCES.entries()) writeFileSync(sourceFile(at), code)
  for (const name of ["storefront", "react"]) {
    const to = installed(`lease-to-own-${name}`)
    mkdirSync(to, { recursive: true })
    execFileSync(process.execPath, [join(ROOT, TSC), "-p", `packages/${name}`, "--outDir", join(to, "dist")], {
      cwd: ROOT,
    })
    cpSync(join(ROOT, "packages", name, "package.json"), join(to, "package.json"))
  }
  for (const name of ["react", "@types"]) symlinkSync(join(ROOT, "node_modules", name), installed(name), "junction")
})
afterAll(() => rmSync(shop, { recursive: true }))

/** A file with everything of the two packages that it imports. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
    const [, entry] = /^lease-to-own-storefront(?:\/(.+))?$/.exec(fileName) ?? []
    if (fileName.startsWith(".")) filesOf(join(dirname(file), fileName), found)
    else if (fileName.startsWith("lease-to-own-storefront"))
      filesOf(join(installed("lease-to-own-storefront"), "dist", `${entry ?? "index"}.js`), found)
  }
  return found
}

/** Compressed and without comments, as the sizes of the storefront package are measured. */
function sizeOf(files: Iterable<string>): number {
  const options = { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }
  const code = [...files].map((file) => ts.transpile(readFileSync(file, "utf8"), options))
  return gzipSync(code.join("\n"), { level: 9 }).length
}

test("the package is small: above the client, and its own part", () => {
  const all = filesOf(built("index.js"))
  const client = filesOf(join(installed("lease-to-own-storefront"), "dist/index.js"))
  expect(sizeOf(all) - sizeOf(client)).toBeLessThanOrEqual(ABOVE_CLIENT_LIMIT)
  const own = [...all].filter((file) => file.includes("lease-to-own-react"))
  expect(sizeOf(own)).toBeLessThanOrEqual(OWN_LIMIT)
})

test("the hosted way loads nothing of the form, the contract and the flow, and is small", () => {
  const files = [...filesOf(built("hosted.js"))]
  const own = files.filter((file) => file.includes("lease-to-own-react"))
  const names = files.map((file) => file.split("/").at(-1) ?? "")
  expect(names.filter((name) => /^(lease-(form|contract|checkout|flow)|screens|flow)\.js$/.test(name))).toEqual([])
  expect(sizeOf(own)).toBeLessThanOrEqual(HOSTED_LIMIT)
})

test("the checkout loads nothing of the hosted way", () => {
  const names = [...filesOf(built("index.js"))].map((file) => file.split("/").at(-1) ?? "")
  expect(names.filter((name) => /hosted|widget/.test(name))).toEqual([])
})

test("a product's page loads nothing of the checkout for its message", () => {
  const names = [...filesOf(built("message.js"))].map((file) => file.split("/").slice(-3).join("/"))
  expect(names.filter((name) => /screens|flow|client|contract|form/.test(name))).toEqual([])
  expect(
    sizeOf([...filesOf(built("message.js"))].filter((file) => file.includes("lease-to-own-react"))),
  ).toBeLessThanOrEqual(MESSAGE_LIMIT)
})

test("the tools for tests are small, and no part of the checkout", () => {
  const checkout = filesOf(built("index.js"))
  const own = [...filesOf(built("testing.js"))].filter((file) => file.includes("lease-to-own-react"))
  expect(own.filter((file) => checkout.has(file))).toEqual([])
  expect(sizeOf(own)).toBeLessThanOrEqual(TESTING_LIMIT)
})

test("the checkout brings no language along", () => {
  const names = [...filesOf(built("index.js"))].map((file) => file.split("/").at(-1) ?? "")
  expect(names.filter((name) => ["en.js", "es.js", "dictionary.js"].includes(name))).toEqual([])
})

test("the checkout is a client's, and the status is a server's, too", () => {
  const first = (file: string) => readFileSync(built(file), "utf8").split("\n")[0]
  for (const entry of ["index.js", "hosted.js", "message.js"]) expect(first(entry)).toBe('"use client";')
  expect([...filesOf(built("status.js"))].map((file) => readFileSync(file, "utf8")).join("\n")).not.toContain(
    '"use client"',
  )
})

test("depends on the storefront package and on the shop's React alone", () => {
  const { version, dependencies, peerDependencies } = MANIFEST
  // A dependency would be asked of the registry by pnpm and yarn, also where its tarball is installed beside this one.
  expect(dependencies).toBeUndefined()
  expect(peerDependencies).toEqual({ "lease-to-own-storefront": version, react: ">=18 <20" })
  const files = readdirSync(join(installed("lease-to-own-react"), "dist")).filter((name) => name.endsWith(".js"))
  const imports = files.flatMap((name) => ts.preProcessFile(readFileSync(built(name), "utf8")).importedFiles)
  const foreign = imports
    .map(({ fileName }) => fileName)
    .filter((name) => !/^(\.\/|lease-to-own-storefront)/.test(name))
  expect([...new Set(foreign)].sort()).toEqual(["react", "react/jsx-runtime"])
})

test("every entry of package.json is there", () => {
  const targets = Object.values<string | Record<string, string>>(MANIFEST.exports).flatMap((target) =>
    typeof target === "string" ? [join(REACT, target)] : Object.values(target).map((file) => built(file.slice(7))),
  )
  expect(targets.length).toBeGreaterThan(0)
  for (const target of targets) expect(() => readFileSync(target)).not.toThrow()
})

test("the style sheet is the storefront's, which a shop gets with it", () => {
  const [, name = ""] = /@import "(.+)";/.exec(readFileSync(join(REACT, "style.css"), "utf8")) ?? []
  const { exports, files } = JSON.parse(read("packages/storefront/package.json"))
  expect(exports[name.replace("lease-to-own-storefront", ".")]).toBe("./style.css")
  expect(files).toContain("style.css")
})

test.each([
  [
    "index.js",
    "LeaseBlocks LeaseCheckout LeaseContract LeaseForm LeaseProvider LeaseScreen LeaseStatus leaseParts useLease useLeaseCheckout",
  ],
  ["hosted.js", "HostedLease useHostedCheckout"],
  ["message.js", "LeaseMessage"],
  ["status.js", "LeaseStatus"],
  ["testing.js", "fakeLeaseClient fakeLeaseView"],
])("%s can be imported where there is no window, and does nothing by that", (entry, exported) => {
  const script = `
    for (const name of ["fetch", "localStorage", "document", "window"])
      Object.defineProperty(globalThis, name, { get() { throw new Error("touched " + name) } })
    process.stdout.write(Object.keys(await import(process.argv[1])).sort().join(" "))
  `
  const args = ["--input-type=module", "-e", script, `file://${built(entry)}`]
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe(exported)
})

test.each(Object.keys(RESOLUTIONS))("a shop finds the types of every entry with moduleResolution %s", (name) => {
  const jsx = ts.JsxEmit.ReactJSX
  const options = { ...RESOLUTIONS[name], jsx, target: ts.ScriptTarget.ES2022, strict: true, noEmit: true, types: [] }
  const all = { ...options, esModuleInterop: true, skipLibCheck: true }
  const program = ts.createProgram([...SOURCES.keys()].map(sourceFile), all)
  const problems = ts.getPreEmitDiagnostics(program)
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([])
})

test("the shop above takes something of every entry", () => {
  const entries = Object.keys(MANIFEST.exports).filter((entry) => !/json$|css$/.test(entry))
  expect(entries.filter((entry) => !CONSUMER.includes(`"lease-to-own-react${entry.slice(1)}"`))).toEqual([])
})

/** Bundlers replace it by something that has no color where a page does not name its `color-scheme`. */
test("the style sheet follows the page's light or dark without light-dark()", () => {
  const css = read("packages/storefront/style.css")
  expect(css).toContain("CanvasText")
  expect(css).not.toContain("light-dark(")
})
