import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import * as ts from "typescript"
import { buildSync } from "../../../scripts/lib/bundler.mjs"
import { messageStyles, TSC } from "../../../scripts/lib/prepare.mjs"
import { TRANSLATIONS } from "../../support/languages"
import { read } from "../docs/markdown"

/** Both storefront packages as built. `test/packed/release.spec.ts` checks them as packed. */
const ROOT = join(__dirname, "../../..")
const NAMES = ["storefront", "react"] as const
type Package = (typeof NAMES)[number]
const MANIFESTS = { storefront: manifestOf("storefront"), react: manifestOf("react") }

function manifestOf(name: Package) {
  return JSON.parse(read(`packages/${name}/package.json`))
}

/**
 * The compressed size of what a page loads with these entries, or of what they add to others. The limits are tight enough to notice if languages,
 * the flow, the screens, the hosted widget, or code for servers and tests are loaded by mistake.
 */
const SIZE_LIMITS: [entries: string, kB: number, above: string][] = [
  ["index", 8.25, ""],
  ["flow", 5.25, ""],
  ["screens", 16.75, ""],
  ["index flow screens", 24.5, ""],
  ["hosted", 8, ""],
  ["message", 7.25, ""],
  ["order", 6, ""],
  ["elements", 38.25, ""],
  ["elements", 13.75, " above index flow screens"],
  ["hosted-element", 16.25, ""],
  ["en", 7.25, ""],
  ["es", 12.25, ""],
  ["react:index", 22.75, " above index"],
  ["react:hosted", 3.75, " above index hosted"],
  ["react:message", 3, " above message"],
  ["react:status", 2.5, ""],
  ["react:testing", 3.25, " above index"],
]

let shop: string
const built = (name: Package, ...file: string[]) => join(shop, `node_modules/lease-to-own-${name}`, "dist", ...file)
const fileOf = (entry: string) =>
  entry.startsWith("react:") ? built("react", `${entry.slice(6)}.js`) : built("storefront", `${entry}.js`)
const builtFiles = (name: Package, ending: string) =>
  readdirSync(built(name), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(ending))

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), "shop-"))
  writeFileSync(join(shop, "package.json"), JSON.stringify({ type: "module" }))
  for (const name of NAMES) {
    mkdirSync(dirname(built(name)), { recursive: true })
    const into = ["--outDir", built(name), "--tsBuildInfoFile", built(name, ".tsbuildinfo")]
    execFileSync(process.execPath, [join(ROOT, TSC), "-p", `packages/${name}`, ...into], { cwd: ROOT })
    cpSync(join(ROOT, "packages", name, "package.json"), built(name, "../package.json"))
  }
  for (const name of ["react", "@types"])
    symlinkSync(join(ROOT, "node_modules", name), join(shop, "node_modules", name), "junction")
})
afterAll(() => rmSync(shop, { recursive: true }))

const importsOf = (code: string) => ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName)

/** A file and everything it imports statically from the two packages. `import()` loads the texts of a language only when they are needed. */
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
  new Set((entries.match(/\S+/g) ?? []).flatMap((entry) => [...filesOf(fileOf(entry))]))

/** The compressed size without comments (bytes). */
function sizeOf(files: Iterable<string>): number {
  const options = { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }
  const code = [...files].map((file) => ts.transpile(readFileSync(file, "utf8"), options))
  return gzipSync(code.join("\n"), { level: 9 }).length
}

test.each(SIZE_LIMITS)("%s has at most %d kB, compressed and without comments%s", (entries, kB, above) => {
  const below = loadedBy(above.replace(" above ", ""))
  const size = sizeOf(new Set([...below, ...loadedBy(entries)])) - (below.size && sizeOf(below))
  expect(size).toBeLessThanOrEqual(kB * 1024)
})

/** A page as a shop bundles it, without the words of languages that it doesn't show. */
test("a page that only shows messages loads at most 11 kB of scripts and styles, compressed", () => {
  writeFileSync(join(shop, "page.css"), messageStyles(read("packages/storefront/style.css")))
  const options = { bundle: true, ignoreAnnotations: true, minify: true, splitting: true, format: "esm" }
  const entryPoints = [built("storefront", "message-element.js"), join(shop, "page.css")]
  const { outputFiles } = buildSync({ ...options, target: "es2022", entryPoints, outdir: "/", write: false })
  const isTranslated = (path: string) => TRANSLATIONS.some((language) => path.includes(`message-${language}`))
  const loaded = outputFiles.filter(({ path }) => !isTranslated(path))
  expect(loaded.map(({ path }) => path).join()).toMatch(/cart-message.*page.css/)
  const sizes = loaded.map(({ text }) => gzipSync(text, { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(11 * 1024)
})

/** The versions that the storefront guide names. */
const OLDEST_BROWSERS = ["safari15.4", "chrome93", "firefox98"]

test("the packages use no syntax that the oldest browsers can't read", () => {
  const entryPoints = ["elements", "hosted-element", "react:index", "react:hosted", "react:message"].map(fileOf)
  const options = { bundle: true, ignoreAnnotations: true, splitting: true, format: "esm", outdir: "/", write: false }
  const external = ["react", "react/jsx-runtime"]
  const codeFor = (target: string | string[]) =>
    buildSync({ ...options, external, entryPoints, target }).outputFiles.map(({ text }) => text)
  expect(codeFor(OLDEST_BROWSERS)).toEqual(codeFor("esnext"))
  expect(read("docs/storefront.md")).toContain("Safari and iOS 15.4, Chrome and Edge 93, and Firefox 98")
})

test("bundlers keep the files that define elements, and the style sheet, which React's imports", () => {
  const { sideEffects, exports, files } = MANIFESTS.storefront
  const isKept = (name: string) =>
    sideEffects.some((glob: string) => new RegExp(`^${glob.replace("*", ".*")}$`).test(name))
  const defining = builtFiles("storefront", ".js").filter((name) =>
    /^define\(/m.test(readFileSync(built("storefront", name), "utf8")),
  )
  const names = ["checkout", "hosted", "message", "status"].map((name) => `elements/${name}-element.js`)
  expect(defining.sort()).toEqual(names)
  const kept = [...defining, "elements.js", "message-element.js", "hosted-element.js"].map((name) => `./dist/${name}`)
  expect([...kept, "./style.css", exports["./message.css"]].filter((name) => !isKept(name))).toEqual([])
  expect(isKept("./dist/index.js")).toBe(false)
  const [, imported = ""] = /@import "(.+)";/.exec(read("packages/react/style.css")) ?? []
  expect(exports[imported.replace("lease-to-own-storefront", ".")]).toBe("./style.css")
  expect(files).toContain("style.css")
})

/** Bundlers replace `light-dark()` with code that has no color on a page without `color-scheme`. */
test("the style sheet follows the page's light or dark scheme without light-dark()", () => {
  const css = read("packages/storefront/style.css")
  expect(css).toContain("CanvasText")
  expect(css).not.toContain("light-dark(")
})

test("the storefront package has no dependencies, and React's depends only on it and on the shop's React", () => {
  const { dependencies, peerDependencies } = MANIFESTS.storefront
  expect({ ...dependencies, ...peerDependencies }).toEqual({})
  // pnpm and yarn would get a dependency from the registry even if its tarball is installed beside this one.
  expect(MANIFESTS.react.dependencies).toBeUndefined()
  const { version } = MANIFESTS.react
  expect(MANIFESTS.react.peerDependencies).toEqual({ "lease-to-own-storefront": version, react: ">=18 <20" })
  const foreign = (name: Package, ending: string) =>
    builtFiles(name, ending)
      .flatMap((file) => importsOf(readFileSync(built(name, file), "utf8")))
      .filter((imported) => !/^\.\.?\/([a-z]+\/)?[a-z-]+\.js$/.test(imported))
  expect([...foreign("storefront", ".js"), ...foreign("storefront", ".d.ts")]).toEqual([])
  const react = foreign("react", ".js").filter((imported) => !/^lease-to-own-storefront/.test(imported))
  expect([...new Set(react)].sort()).toEqual(["react", "react/jsx-runtime"])
})

test.each(["index", "hosted", "message", "status"])("React's entry %s is for client components", (entry) => {
  expect(readFileSync(fileOf(`react:${entry}`), "utf8").split("\n")[0]).toBe('"use client";')
})

test.each(NAMES)("%s: every entry can be imported without a window, and has no side effects there", (name) => {
  const entries = Object.keys(MANIFESTS[name].exports).filter((entry) => !/(json|css)$/.test(entry))
  const files = entries.map((entry) => `file://${built(name, entry === "." ? "index.js" : `${entry.slice(2)}.js`)}`)
  const ofPages = ["fetch", "localStorage", "document", "window"]
  const untouched = name === "react" ? ofPages : [...ofPages, "crypto", "setTimeout"]
  const script = `
    for (const name of ${JSON.stringify(untouched)})
      Object.defineProperty(globalThis, name, { get() { throw new Error("touched " + name) } })
    for (const file of process.argv.slice(1)) await import(file)
    process.stdout.write("imported")
  `
  const args = ["--input-type=module", "-e", script, ...files]
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("imported")
})

/** What a shop's compiler must find in the built types. `test/packed/release.spec.ts` checks that every entry has types. */
const CONSUMER = `
import "lease-to-own-storefront/elements"
import { LeaseCheckout, type LeaseCheckoutProps } from "lease-to-own-react"
import { HostedLease, type HostedLeaseProps } from "lease-to-own-react/hosted"
import { createLeaseFlow, type LeaseFlowOptions } from "lease-to-own-storefront/flow"
declare const options: LeaseFlowOptions<{ total: number }>
export const total: number | undefined = createLeaseFlow(options).state.cart?.total
const element = document.createElement("lease-checkout")
element.addEventListener("lease-placed", ({ detail }) => detail.orderId?.length)
// @ts-expect-error an id is a string
element.cartId = 1
declare const pays: Omit<HostedLeaseProps, "children">
// @ts-expect-error the widget needs inputs to fill in
export const withoutForm = <HostedLease {...pays} />
declare const shop: Pick<LeaseCheckoutProps, "dictionary" | "onPlaced" | "onOther" | "onCart">
// @ts-expect-error a lease needs a cart or a client
export const nobodys = <LeaseCheckout {...shop} />
`
/** Names in the documentation's code that belong to the shop. */
const SHOPS = `
declare const cart: any, client: any, dictionary: any, order: any, price: any, process: any, product: any, region: any, transport: any
declare function readCart(fields: string): Promise<any>
declare function removeCartId(): void
declare function setCartId(cartId: string): void
declare function render(state: object): void
declare function showCart(): void
declare function showLease(summary: object): void
declare function showMessage(message: object): void
declare function showMethods(): void
declare function showOrder(orderId: string | null): void
declare const expect: any, jest: any, test: any
declare module "@testing-library/*"
declare module "@lib/data/cookies"
declare module "next/*"
declare module "@lib/lease-server" {
  export const leaseServer: import("lease-to-own-storefront/next").LeaseServer
}
`
const shown = (file: string, languages: string) =>
  [...read(file).matchAll(new RegExp(`\`\`\`(?:${languages})\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code = ""]) => code)

function problemsIn(sources: Record<string, string>, options: ts.CompilerOptions): string[] {
  for (const [name, code] of Object.entries(sources)) writeFileSync(join(shop, name), code)
  const resolution = { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ES2022 }
  const checked = { noEmit: true, types: [], esModuleInterop: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022 }
  const files = Object.keys(sources).map((name) => join(shop, name))
  const problems = ts.getPreEmitDiagnostics(ts.createProgram(files, { ...resolution, ...checked, ...options }))
  return problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
}
const numbered = (codes: string[], ending: string) =>
  Object.fromEntries(codes.map((code, at) => [`shop-${at}.${ending}`, code]))

test("a shop's compiler accepts the code of React's README, and finds a shop's mistakes", () => {
  const codes = shown("packages/react/README.md", "tsx")
  expect(codes.length).toBeGreaterThan(2)
  const sources = { "shop.d.ts": SHOPS, ...numbered([CONSUMER, ...codes], "tsx") }
  expect(problemsIn(sources, { strict: true, jsx: ts.JsxEmit.ReactJSX })).toEqual([])
})

test("a shop's compiler accepts the code of the storefront's README and guide", () => {
  const codes = ["packages/storefront/README.md", "docs/storefront.md"].flatMap((file) => shown(file, "js|ts"))
  expect(codes.length).toBeGreaterThan(7)
  const sources = { "elements.ts": 'import "lease-to-own-storefront/elements"', "shop.d.ts": SHOPS }
  const modules = { moduleDetection: ts.ModuleDetectionKind.Force }
  expect(problemsIn({ ...sources, ...numbered(codes, "ts") }, modules)).toEqual([])
})
