import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as ts from "typescript"

const SOURCES = join(__dirname, "../../../src/scripts")
const COMPILER: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
}

/** A workspace with a store in it; the plugin lies at its root, and Medusa's command line says how it was called. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "doctor-")))
const store = join(root, "apps/backend")
const command = join(root, "node_modules/.bin/lease-to-own-doctor")
const scripts = join(root, "node_modules/medusa-plugin-lease-to-own/.medusa/server/src/scripts")
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const SAYS_HOW = "console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)])); process.exit(7)"

beforeAll(() => {
  const compiled = ts.transpileModule(readFileSync(SOURCE, "utf8"), { compilerOptions: COMPILER }).outputText
  write(join(scripts, "doctor-command.js"), compiled)
  mkdirSync(dirname(command), { recursive: true })
  symlinkSync(join(scripts, "doctor-command.js"), command)
  write(join(store, "medusa-config.ts"), "")
  write(join(store, "src/api/README.md"), "")
  write(join(store, "node_modules/@medusajs/cli/cli.js"), SAYS_HOW)
  write(join(root, "apps/fresh/medusa-config.ts"), "")
})
afterAll(() => rmSync(root, { recursive: true }))

function run(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd, encoding: "utf8" })
  return { status, stdout, stderr }
}

it.each(["", "src/api"])(
  "runs the doctor beside it by the Medusa of the store, from the store's folder %s",
  (below) => {
    const { status, stdout } = run(join(store, below))
    expect(JSON.parse(stdout)).toEqual([store, "exec", join(scripts, "doctor.js")])
    expect(status).toBe(7)
  },
)

it("hands on what it is asked", () => {
  expect(JSON.parse(run(store, "--before-removal").stdout)).toEqual(expect.arrayContaining(["before-removal"]))
})

it("runs as a program: its first line names Node", () => {
  expect(readFileSync(command, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/)
})

it.each([
  ["outside of a store", root, [], /^There is no medusa-config\.ts in .+ Run this in the store's folder\.\n$/],
  ["in a store that is not installed", join(root, "apps/fresh"), [], /^The package @medusajs\/cli is not installed /],
  ["with an option that there is not", store, ["--before"], /^Unknown option '--before'/],
])("says what to do %s, and fails", (_, folder, args, says) => {
  expect(run(folder, ...args)).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(says) })
})
