import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import * as ts from "typescript"
import { TSC } from "../../../scripts/lib/compile.mjs"
import { LANGUAGES, TRANSLATIONS } from "../../support/languages"
import { read } from "../docs/markdown"

/** Both packages of a storefront as they are built. `test/packed/release.spec.ts` looks at them as they are packed. */
const ROOT = join(__dirname, "../../..")
const NAMES = ["storefront", "react"] as const
type Package = (typeof NAMES)[number]
const MANIFESTS = { storefront: manifestOf("storefront"), react: manifestOf("react") }
const TEXTS = ["dictionary.js", ...LANGUAGES.map((language) => `${language}.js`)]

function manifestOf(name: Package) {
  return JSON.parse(read(`packages/${name}/package.json`))
}

/** Compressed, in bytes: what a page loads with these entries, or what they add to others. */
const SIZE_LIMITS: [entries: string, kB: number, above: string][] = [
  ["index", 7, ""],
  ["flow", 4, ""],
  ["index flow", 9.5, ""],
  ["screens", 12.25, ""],
  ["index flow screens", 17.75, ""],
  // The widget alone, without the screens around it.
  ["start-hosted-lease", 3, ""],
  ["hosted", 7, ""],
  ["index hosted", 12.25, ""],
  ["next", 6, ""],
  ["message", 4, ""],
  ["order", 2.75, ""],
  ["elements", 27.3, ""],
  ["elements", 9.75, " above index flow screens"],
  ["message-element", 8, ""],
  ["hosted-element", 18, ""],
  ...LANGUAGES.map((language): [string, number, string] => [language, 9, ""]),
  ["react:index", 16.5, " above index"],
]
/** The same, of the files of the React package alone. */
const REACT_LIMITS: [entry: string, kB: number][] = [
  ["react:index", 6],
  ["react:hosted", 4],
  ["react:message", 3],
  ["react:testing", 3.5],
]

/** What an entry brings nothing of along. */
const LEFT_OUT: [entry: string, what: string, files: RegExp][] = [
  ...["index", "flow", "screens", "elements", "react:index"].flatMap((entry): [string, string, RegExp][] => [
    [entry, "languages", new RegExp(`^(${TEXTS.join("|")})$`)],
    [entry, "the hosted way", /hosted|widget|card/],
  ]),
  ...["message", "order", "message-element", "react:message"].map((entry): [string, string, RegExp] => {
    return [entry, "the checkout", /client|flow|poller|hosted|widget|card|dictionary|texts|screens|contract|form/]
  }),
  ["react:hosted", "form, contract and flow", /^(lease-(form|contract|checkout|flow)|screens|flow)\.js$/],
  ...["hosted", "hosted-element"].map((entry): [string, string, RegExp] => {
    return [entry, "form, contract and flow", /flow|poller|form|contract|session|checkout|screens/]
  }),
  ["index", "the flow", /flow|poller/],
  ["index", "the screens", /screen|form|session|checkout/],
  ["flow", "the screens", /screen|form|session|checkout/],
]

let shop: string
const built = (name: Package, ...file: string[]) => join(shop, `node_modules/lease-to-own-${name}`, "dist", ...file)
const fileOf = (entry: string) =>
  entry.startsWith("react:") ? built("react", `${entry.slice(6)}.js`) : built("storefront", `${entry}.js`)
const builtFiles = (name: Package, ending: string) => readdirSync(built(name)).filter((file) => file.endsWith(ending))

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), "shop-"))
  writeFileSync(join(shop, "package.json"), JSON.stringify({ type: "module" }))
  for (const name of NAMES) {
    mkdirSync(dirname(built(name)), { recursive: true })
    execFileSync(process.execPath, [join(ROOT, TSC), "-p", `packages/${name}`, "--outDir", built(name)], { cwd: ROOT })
    cpSync(join(ROOT, "packages", name, "package.json"), built(name, "../package.json"))
  }
  for (const name of ["react", "@types"])
    symlinkSync(join(ROOT, "node_modules", name), join(shop, "node_modules", name), "junction")
})
afterAll(() => rmSync(shop, { recursive: true }))

const importsOf = (code: string) => ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName)

/** A file with all that it imports at once of the two packages. The texts of a language are loaded by `import()`, once they are needed. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const name of importsOf(readFileSync(file, "utf8").replaceAll("import(", "("))) {
    const [, entry = "index"] = /^lease-to-own-storefront(?:\/(.+))?$/.exec(name) ?? []
    if (name.startsWith(".")) filesOf(join(dirname(file), name), found)
    else if (name.startsWith("lease-to-own-storefront")) filesOf(built("storefront", `${entry}.js`), found)
  }
  return found
}
const loadedBy = (entries: string) =>
  new Set(
    entries
      .split(" ")
      .filter(Boolean)
      .flatMap((entry) => [...filesOf(fileOf(entry))]),
  )

/** Compressed and without comments, in bytes. */
function sizeOf(files: Iterable<string>): number {
  const options = { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }
  const code = [...files].map((file) => ts.transpile(readFileSync(file, "utf8"), options))
  return gzipSync(code.join("\n"), { level: 9 }).length
}

test.each(SIZE_LIMITS)("%s: at most %d kB, compressed and without comments%s", (entries, kB, above) => {
  const below = loadedBy(above.replace(" above ", ""))
  const size = sizeOf(new Set([...below, ...loadedBy(entries)])) - (below.size && sizeOf(below))
  expect(size).toBeLessThanOrEqual(kB * 1024)
})

test.each(REACT_LIMITS)("%s: at most %d kB of its own", (entry, kB) => {
  const own = [...loadedBy(entry)].filter((file) => file.startsWith(built("react")))
  expect(sizeOf(own)).toBeLessThanOrEqual(kB * 1024)
})

test.each(LEFT_OUT)("%s brings nothing along of %s", (entry, _, files) => {
  const shared = ["checkout-state.js", "hosted-checkout.js", "use-hosted-checkout.js"]
  const names = [...loadedBy(entry)].map((file) => basename(file)).filter((name) => !shared.includes(name))
  expect(names.filter((name) => files.test(name))).toEqual([])
})

test("what runs in a browser brings nothing along that is for a server, and the checkout nothing that is for tests", () => {
  const shared = loadedBy("index message order")
  const ofServers = [...loadedBy("next")].filter((file) => !shared.has(file))
  expect(ofServers.map((file) => basename(file))).toContain("lease-route.js")
  const ofTests = [...loadedBy("react:testing")].filter((file) => file.startsWith(built("react")))
  const inBrowsers = loadedBy("index flow hosted elements react:index")
  expect([...ofServers, ...ofTests].filter((file) => inBrowsers.has(file))).toEqual([])
})

test.each(NAMES)("%s: every entry of package.json is built", (name) => {
  const targets = Object.values<string | Record<string, string>>(MANIFESTS[name].exports).flatMap((target) =>
    typeof target === "string" ? [`../${target}`] : Object.values(target).map((file) => `../${file}`),
  )
  expect(targets.length).toBeGreaterThan(2)
  for (const target of targets.filter((file) => !file.endsWith(".css")))
    expect(() => readFileSync(built(name, target))).not.toThrow()
})

test("a bundler keeps the files that define elements, and the style sheet, which React's imports", () => {
  const { sideEffects, exports, files } = MANIFESTS.storefront
  const isKept = (name: string) =>
    sideEffects.some((glob: string) => new RegExp(`^${glob.replace("*", ".*")}$`).test(name))
  const defining = builtFiles("storefront", ".js").filter((name) =>
    /^define\(/m.test(readFileSync(built("storefront", name), "utf8")),
  )
  expect(defining).toEqual(["checkout-element.js", "hosted-element.js", "message-element.js", "status-element.js"])
  const kept = [...defining, "elements.js"].map((name) => `./dist/${name}`)
  expect([...kept, "./style.css"].filter((name) => !isKept(name))).toEqual([])
  expect(isKept("./dist/index.js")).toBe(false)
  const [, imported = ""] = /@import "(.+)";/.exec(read("packages/react/style.css")) ?? []
  expect(exports[imported.replace("lease-to-own-storefront", ".")]).toBe("./style.css")
  expect(files).toContain("style.css")
})

/** Bundlers replace it by something that has no color where a page does not name its `color-scheme`. */
test("the style sheet follows the page's light or dark without light-dark()", () => {
  const css = read("packages/storefront/style.css")
  expect(css).toContain("CanvasText")
  expect(css).not.toContain("light-dark(")
})

test("the storefront package depends on nothing, and React's on it and on the shop's React alone", () => {
  const { dependencies, peerDependencies } = MANIFESTS.storefront
  expect({ ...dependencies, ...peerDependencies }).toEqual({})
  // A dependency would be asked of the registry by pnpm and yarn, also where its tarball is installed beside this one.
  expect(MANIFESTS.react.dependencies).toBeUndefined()
  const { version } = MANIFESTS.react
  expect(MANIFESTS.react.peerDependencies).toEqual({ "lease-to-own-storefront": version, react: ">=18 <20" })
  const foreign = (name: Package, ending: string) =>
    builtFiles(name, ending)
      .flatMap((file) => importsOf(readFileSync(built(name, file), "utf8")))
      .filter((imported) => !/^\.\/[a-z-]+\.js$/.test(imported))
  expect([...foreign("storefront", ".js"), ...foreign("storefront", ".d.ts")]).toEqual([])
  const react = foreign("react", ".js").filter((imported) => !/^lease-to-own-storefront/.test(imported))
  expect([...new Set(react)].sort()).toEqual(["react", "react/jsx-runtime"])
})

test("React's checkout is a client's, and the status is a server's, too", () => {
  const codeOf = (entry: string) => [...filesOf(fileOf(entry))].map((file) => readFileSync(file, "utf8"))
  for (const entry of ["index", "hosted", "message"])
    expect(readFileSync(fileOf(`react:${entry}`), "utf8").split("\n")[0]).toBe('"use client";')
  expect(codeOf("react:status").join("\n")).not.toContain('"use client"')
})

test.each([
  [
    "index",
    "LEASE_PROVIDER_ID LeaseError contractEvent createLeaseClient fetchTransport forgetFinishedCart isLeaseProvider nextStep offerSummary prefill readMoney toApplication watchContractFrame",
  ],
  ["flow", "createLeaseFlow"],
  ["screens", "countdownText createContractSession createLeaseCheckout orderSummary sameScreen screenOf"],
  [
    "next",
    "createLeaseRoute createSigningRoute dropFinishedCart finishLease isLeasePath retrieveLease retrieveLeaseMessage retrieveOrderLease",
  ],
  ["message", "createLeaseMessage messageEn"],
  ["order", "createLeaseOrder"],
  ["hosted", "checkCardFields createHostedCheckout loadWidget startHostedLease"],
  ["elements", ""],
  ["message-element", ""],
  ["hosted-element", ""],
  ["en", "en"],
  ...TRANSLATIONS.map((language) => {
    const name = language.charAt(0).toUpperCase() + language.slice(1)
    return [language, `${language} message${name} order${name}`]
  }),
  [
    "react:index",
    "LeaseBlocks LeaseCheckout LeaseContract LeaseForm LeaseProvider LeaseScreen LeaseStatus leaseParts useLease useLeaseCheckout",
  ],
  ["react:hosted", "HostedLease useHostedCheckout"],
  ["react:message", "LeaseMessage"],
  ["react:status", "LeaseStatus"],
  ["react:testing", "fakeLeaseClient fakeLeaseView"],
] as [string, string][])("%s can be imported where there is no window, and does nothing by that", (entry, exported) => {
  const script = `
    const own = process.argv[1].includes("lease-to-own-react") ? [] : ["crypto", "setTimeout"]
    for (const name of ["fetch", "localStorage", "document", "window", ...own])
      Object.defineProperty(globalThis, name, { get() { throw new Error("touched " + name) } })
    const names = Object.keys(await import(process.argv[1]))
    process.stdout.write(names.sort().join(" "))
  `
  const args = ["--input-type=module", "-e", script, `file://${fileOf(entry)}`]
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe(exported)
})

/** A shop that takes something of each entry. What the compiler thinks of the rest, it says of the tests. */
const CONSUMER = `
import { createLeaseClient, fetchTransport } from "lease-to-own-storefront"
import { en } from "lease-to-own-storefront/en"
import { messageEs, orderEs } from "lease-to-own-storefront/es"
import { createLeaseFlow, type LeaseState } from "lease-to-own-storefront/flow"
import { createHostedCheckout } from "lease-to-own-storefront/hosted"
import { type CheckoutState, createLeaseCheckout } from "lease-to-own-storefront/screens"
import { createLeaseRoute, type LeaseStore } from "lease-to-own-storefront/next"
import { createLeaseMessage } from "lease-to-own-storefront/message"
import { createLeaseOrder } from "lease-to-own-storefront/order"
import { type LeaseCheckoutElement } from "lease-to-own-storefront/elements"
import "lease-to-own-storefront/message-element"
import "lease-to-own-storefront/hosted-element"
import { type FieldProps, LeaseCheckout, leaseParts } from "lease-to-own-react"
import { HostedLease } from "lease-to-own-react/hosted"
import { LeaseMessage } from "lease-to-own-react/message"
import { LeaseStatus } from "lease-to-own-react/status"
import { fakeLeaseClient } from "lease-to-own-react/testing"

const transport = fetchTransport({ baseUrl: "https://shop.example.com", publishableKey: "pk_1" })
const client = createLeaseClient({ cartId: "cart_1", transport })
const flow = createLeaseFlow({ client, readCart: async () => ({ total: 1, currency_code: "usd" }), onPlaced: (id: string | null) => id })
export const total: number | undefined = flow.state.cart?.total
const shop = { dictionary: en, onPlaced: (orderId: string | null) => orderId, onOther: () => undefined, onCart: () => undefined }
const card = { isFilled: () => true, clear: () => undefined, tokenize: async () => null }
const pays = { card, amount: "$1.00", pay: async (token: string) => token }
const hosted = createHostedCheckout({ ...shop, ...pays, client })
export const shown: CheckoutState[] = [createLeaseCheckout({ ...shop, flow, client }).state, hosted.state]
declare const setting: string | undefined
const store: LeaseStore = { backendUrl: setting, publishableKey: "pk_1", getCartId: async () => "cart_1" }
export const { GET, POST } = createLeaseRoute(store)
export const element: LeaseCheckoutElement = Object.assign(document.createElement("lease-checkout"), { client, cartId: "cart_1" })
element.addEventListener("lease-placed", ({ detail }) => detail.orderId?.length)
document.createElement("lease-message").message = null
document.createElement("lease-hosted").pay = pays.pay
document.createElement("lease-status").lease = null
const Field = (props: FieldProps) => <leaseParts.Field {...props} />
export const checkout = <LeaseCheckout {...shop} cartId="cart_1" transport="/api/lease" onOther="?step=payment" components={{ Field }} />
const fake = fakeLeaseClient({ step: "offer" })
export const byCard = <HostedLease {...shop} {...pays} client={fake}><form /></HostedLease>
const message = createLeaseMessage({ transport, words: messageEs }).read("prod_1", "reg_1")
export const said = message.then((read) => <LeaseMessage message={read} />)
const order = createLeaseOrder({ transport, words: orderEs }).read("order_1")
export const status = order.then((read) => read && <LeaseStatus dictionary={en} lease={read} />)
// @ts-expect-error the types are there: an id is a text
element.cartId = 1
// @ts-expect-error the types are there: this is no task
export const task: LeaseState["busy"] = "bake"
// @ts-expect-error the types are there: the widget has to have inputs to fill in
export const withoutForm = <HostedLease {...shop} {...pays} client={fake} />
// @ts-expect-error the types are there: a checkout needs to know what follows
export const unfinished = <LeaseCheckout dictionary={en} client={fake} />
// @ts-expect-error the types are there: a lease is of a cart or a client
export const nobodys = <LeaseCheckout {...shop} />
`
/** The code of React's README but for its test, which `readme.spec.tsx` runs. */
const SHOWN = [...read("packages/react/README.md").matchAll(/```tsx\n([\s\S]*?)```/g)]
  .map(([, code = ""]) => code)
  .filter((code) => !code.includes("test("))

const { Node10, Node16, Bundler } = ts.ModuleResolutionKind
test.each([
  ["node10", { moduleResolution: Node10, module: ts.ModuleKind.ES2022 }],
  ["node16", { moduleResolution: Node16, module: ts.ModuleKind.Node16 }],
  ["bundler", { moduleResolution: Bundler, module: ts.ModuleKind.ES2022 }],
])("a shop finds the types of every entry with moduleResolution %s", (_, resolution) => {
  const entries = NAMES.flatMap((name) =>
    Object.keys(MANIFESTS[name].exports).map((entry) => `"lease-to-own-${name}${entry.slice(1)}"`),
  )
  expect(entries.filter((entry) => !/(json|css)"$/.test(entry) && !CONSUMER.includes(entry))).toEqual([])
  const files = [CONSUMER, ...SHOWN].map((code, at) => {
    writeFileSync(join(shop, `shop-${at}.tsx`), code)
    return join(shop, `shop-${at}.tsx`)
  })
  const checked = { strict: true, noEmit: true, types: [], esModuleInterop: true, skipLibCheck: true }
  const options = { ...resolution, ...checked, jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022 }
  const problems = ts.getPreEmitDiagnostics(ts.createProgram(files, options))
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([])
})
