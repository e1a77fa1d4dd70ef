import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import * as ts from "typescript"

const STOREFRONT = join(__dirname, "../../../storefront")
const SIZE_LIMIT = 5 * 1024

let built: string
const builtFiles = (ending: string) => readdirSync(built).filter((name) => name.endsWith(ending))
const read = (name: string) => readFileSync(join(built, name), "utf8")

beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), "storefront-"))
  const tsc = join(require.resolve("typescript"), "../tsc.js")
  execFileSync(process.execPath, [tsc, "-p", STOREFRONT, "--outDir", built])
  writeFileSync(join(built, "package.json"), JSON.stringify({ type: "module" }))
})
afterAll(() => rmSync(built, { recursive: true }))

test("is at most 5 kB, compressed and without comments", () => {
  const options = { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }
  const code = builtFiles(".js").map((name) => ts.transpile(read(name), options))
  expect(gzipSync(code.join("\n"), { level: 9 }).length).toBeLessThanOrEqual(SIZE_LIMIT)
})

test("depends on nothing", () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(STOREFRONT, "package.json"), "utf8"))
  expect({ ...dependencies, ...peerDependencies }).toEqual({})
})

test.each([".js", ".d.ts"])("imports in %s files stay in the package and name files a browser can load", (ending) => {
  const imports = builtFiles(ending).flatMap((name) => ts.preProcessFile(read(name)).importedFiles)
  expect(imports.map(({ fileName }) => fileName).filter((name) => !/^\.\/[a-z-]+\.js$/.test(name))).toEqual([])
})

test("can be imported where there is no window, and does nothing by that", () => {
  const script = `
    for (const name of ["fetch", "localStorage", "crypto", "setTimeout"])
      Object.defineProperty(globalThis, name, { get() { throw new Error("touched " + name) } })
    const names = Object.keys(await import(process.argv[1]))
    process.stdout.write(names.sort().join(" "))
  `
  const index = `file://${join(built, "index.js")}`
  const names = execFileSync(process.execPath, ["--input-type=module", "-e", script, index], { encoding: "utf8" })
  expect(names).toBe(
    "LeaseError contractEvent createLeaseClient fetchTransport nextStep toApplication watchContractFrame",
  )
})
