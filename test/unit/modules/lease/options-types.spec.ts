import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TSC } from "../../../../scripts/lib/prepare.mjs"
import { STORE_TSCONFIG } from "../../../packed/new-store.mjs"
import { configOf, readInstallation, withSalesTax } from "../../../packed/readme.mjs"

const ROOT = join(__dirname, "../../../..")

const RIGHT = `
import { type LeaseToOwnOptions, leaseToOwn } from "medusa-plugin-lease-to-own"

const required: LeaseToOwnOptions = { baseUrl: "https://leasing.example", authHash: "aGFzaA==", operator: { contact: "phone" } }
export const options: Record<string, unknown> = leaseToOwn({
  ...required,
  captureOn: "delivery",
  consent: {
    version: "1",
    items: [
      { id: "application", required: true, en: "I agree.", pl: "Zgadzam się.", link: "https://shop.example/privacy" },
      { id: "texts", required: false, en: "Text me.", pl: "Piszcie.", link: { en: "https://a.example", pl: "https://b.example" } },
    ],
  },
  contractLanguages: ["en"],
  disclosures: {
    offer: { default: { en: "Read this.", pl: "Proszę czytać." }, NY: { en: "Read this.", acknowledge: true, version: "1" } },
    message: { default: { en: "An example." } },
    labels: { NY: { total: { en: "Total cost", fr: "Coût total" } } },
  },
  product: { brand: [{ metadata: "maker" }, { value: "Own" }], category: { from: "type" } },
  deliveryDate: (line) => (line.id === "1" ? new Date() : undefined),
  widget: { scriptUrl: "https://w.example/w.js", oneTimeHosts: ["w.example"], encryptionKey: "5e", siteConfig: { cvv: "#cvv" } },
})
`

/** Mistakes that a store may make, one line each. */
const WRONG = [
  'baseURL: "https://leasing.example"',
  'captureOn: "never"',
  'opperator: { contact: "phone" }',
  'operator: { contakt: "phone" }',
  'product: { brand: { from: "collections" } }',
  'product: { brnd: { value: "Own" } }',
  "maxAttempts: process.env.ATTEMPTS",
  'dialect: { retries: "2" }',
  "rate: { perSecnd: 5 }",
  'consent: { version: "1", text: "I agree." }',
  'consent: { version: "1", items: [{ id: "application", en: "I agree." }] }',
  'contractLanguages: ["fr"]',
  "disclosures: { offer: { NY: { en: 5 } } }",
  'disclosures: { labels: { NY: { price: { en: "Price" } } } }',
  'widget: { scriptUrl: "", oneTimeHosts: [], encryptionKey: "", siteConfig: { cw: "#cvv" } }',
  "deliveryDate: () => 5",
]

let store: string

beforeAll(() => {
  store = mkdtempSync(join(tmpdir(), "store-"))
  const installed = join(store, "node_modules/medusa-plugin-lease-to-own")
  mkdirSync(installed, { recursive: true })
  for (const name of ["@medusajs", "@types", "zod"])
    symlinkSync(join(ROOT, "node_modules", name), join(store, "node_modules", name))
  cpSync(join(ROOT, "package.json"), join(installed, "package.json"))
  const project = {
    extends: join(ROOT, "tsconfig.json"),
    files: [join(ROOT, "src/index.ts")],
    include: [],
    compilerOptions: {
      rootDir: ROOT,
      outDir: join(installed, ".medusa/server"),
      emitDeclarationOnly: true,
      inlineSourceMap: false,
    },
  }
  writeFileSync(join(store, "declarations.json"), JSON.stringify(project))
  execFileSync(process.execPath, [join(ROOT, TSC), "-p", join(store, "declarations.json")])
  writeFileSync(join(store, "package.json"), "{}")
})
afterAll(() => rmSync(store, { recursive: true }))

/** The compiler's errors in a store's configuration. */
function problemsOf(text: string): string {
  const file = join(store, "medusa-config.ts")
  writeFileSync(file, text)
  const compilerOptions = { ...STORE_TSCONFIG.compilerOptions, noEmit: true }
  writeFileSync(join(store, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }))
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, TSC), "-p", store], { encoding: "utf8" })
  return stdout + stderr
}

it("the compiler accepts valid options, and rejects misspelled ones and wrong values", () => {
  const lines = WRONG.map((wrong) => `// @ts-expect-error\nleaseToOwn({ ...required, ${wrong} })`)
  expect(problemsOf(`${RIGHT}${lines.join("\n")}`)).toBe("")
})

it("compiles the medusa-config.ts of docs/install-by-hand.md as a new store does", () => {
  const config = configOf(readInstallation(ROOT))
  expect(problemsOf(config)).toBe("")
  expect(problemsOf(withSalesTax(config, "by_operator"))).toBe("")
})
