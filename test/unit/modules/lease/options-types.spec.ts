import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ts from "typescript"
import { TSC } from "../../../../scripts/lib/compile.mjs"
import { STORE_TSCONFIG } from "../../../packed/new-store.mjs"
import { configOf, readInstallation } from "../../../packed/readme.mjs"

const ROOT = join(__dirname, "../../../..")

const RIGHT = `
import { type LeaseToOwnOptions, leaseToOwn } from "medusa-plugin-lease-to-own"

const required: LeaseToOwnOptions = { baseUrl: "https://leasing.example", authHash: "aGFzaA==", operator: { contact: "phone" } }
export const options: Record<string, unknown> = leaseToOwn({
  ...required,
  captureOn: "delivery",
  consent: { en: "I agree.", version: "1" },
  product: { brand: [{ metadata: "maker" }, { value: "Own" }], category: { from: "type" } },
  deliveryDate: (line) => (line.id === "1" ? new Date() : undefined),
  widget: { scriptUrl: "https://w.example/w.js", oneTimeHosts: ["w.example"], encryptionKey: "5e", siteConfig: { cvv: "#cvv" } },
})
`

/** What a store may get wrong, each in one line. */
const WRONG = [
  'baseURL: "https://leasing.example"',
  'captureOn: "never"',
  'opperator: { contact: "phone" }',
  'operator: { contakt: "phone" }',
  'product: { brand: { from: "collections" } }',
  'product: { brnd: { value: "Own" } }',
  "maxAttempts: process.env.ATTEMPTS",
  'wire: { retries: "2" }',
  "rate: { perSecnd: 5 }",
  'widget: { scriptUrl: "", oneTimeHosts: [], encryptionKey: "", siteConfig: { cw: "#cvv" } }',
  "deliveryDate: () => 5",
]

const RESOLUTIONS: Record<string, ts.CompilerOptions> = {
  node10: { moduleResolution: ts.ModuleResolutionKind.Node10, module: ts.ModuleKind.CommonJS },
  node16: { moduleResolution: ts.ModuleResolutionKind.Node16, module: ts.ModuleKind.Node16 },
  bundler: { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ES2022 },
}

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

function problemsOf(text: string, options: ts.CompilerOptions): string[] {
  const file = join(store, "medusa-config.ts")
  writeFileSync(file, text)
  const program = ts.createProgram([file], {
    ...options,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  })
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
}

describe.each(Object.entries(RESOLUTIONS))("a store with moduleResolution %s", (_, resolution) => {
  it("gives its options as they are written", () => {
    expect(problemsOf(RIGHT, resolution)).toEqual([])
  })

  it("is stopped by the compiler where an option is misspelled or has a wrong value", () => {
    const lines = WRONG.map((wrong) => `// @ts-expect-error\nleaseToOwn({ ...required, ${wrong} })`)
    expect(problemsOf(`${RIGHT}${lines.join("\n")}`, resolution)).toEqual([])
  })
})

it("compiles the README's medusa-config.ts as a new store does", () => {
  const { options } = ts.convertCompilerOptionsFromJson(STORE_TSCONFIG.compilerOptions, store)
  expect(problemsOf(configOf(readInstallation(ROOT)), options)).toEqual([])
})
