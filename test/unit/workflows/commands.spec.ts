import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as ts from "typescript"

const SOURCES = join(__dirname, "../../../src/scripts")
const COMMANDS = ["doctor", "privacy"] as const
type Command = (typeof COMMANDS)[number]
const COMPILER: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
}

/** A workspace with a store in it; the plugin lies at its root, and Medusa's command line says how it was called. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "doctor-")))
const store = join(root, "apps/backend")
const bins = join(root, "node_modules/.bin")
const scripts = join(root, "node_modules/medusa-plugin-lease-to-own/.medusa/server/src/scripts")
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const SAYS_HOW = "console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)])); process.exit(7)"

beforeAll(() => {
  for (const name of ["run-in-store", ...COMMANDS.map((command) => `${command}-command`)]) {
    const source = readFileSync(join(SOURCES, `${name}.ts`), "utf8")
    write(join(scripts, `${name}.js`), ts.transpileModule(source, { compilerOptions: COMPILER }).outputText)
  }
  mkdirSync(bins, { recursive: true })
  for (const name of COMMANDS) symlinkSync(join(scripts, `${name}-command.js`), join(bins, `lease-to-own-${name}`))
  write(join(store, "medusa-config.ts"), "")
  write(join(store, "src/api/README.md"), "")
  write(join(store, "node_modules/@medusajs/cli/cli.js"), SAYS_HOW)
  write(join(root, "apps/fresh/medusa-config.ts"), "")
})
afterAll(() => rmSync(root, { recursive: true }))

function run(name: Command, cwd: string, ...args: string[]) {
  const command = join(bins, `lease-to-own-${name}`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd, encoding: "utf8" })
  return { status, stdout, stderr }
}

const below = join(store, "src/api")
it.each<[Command, string, string[], string[]]>([
  ["doctor", store, [], []],
  ["doctor", below, [], []],
  ["doctor", store, ["--before-removal"], ["before-removal"]],
  ["doctor", store, ["--from", "https://a.example/pay"], ["https://a.example/pay", "/api/lease"]],
  ["privacy", below, ["erase", "--email=--odd@b.example", "--apply"], ["erase", "email=--odd@b.example", "apply"]],
  ["privacy", below, ["export", "--customer=c", "--to", "a"], ["export", "customer=c", `to=${join(below, "a")}`]],
  ["privacy", below, ["retention", "--days", "730"], ["retention", "days=730"]],
])("runs the %s by the Medusa of the store, from %s, and hands on %j in words", (name, folder, args, words) => {
  const { status, stdout } = run(name, folder, ...args)
  expect(JSON.parse(stdout)).toEqual([store, "exec", join(scripts, `${name}.js`), ...words])
  expect(status).toBe(7)
})

describe.each(COMMANDS)("lease-to-own-%s", (name) => {
  it("runs as a program: its first line names Node, and package.json its file", () => {
    const source = readFileSync(join(SOURCES, `${name}-command.ts`), "utf8")
    expect(source).toMatch(/^#!\/usr\/bin\/env node\n/)
    const { bin } = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8"))
    expect(bin).toHaveProperty([`lease-to-own-${name}`], `.medusa/server/src/scripts/${name}-command.js`)
  })

  const request = name === "privacy" ? ["retention"] : []
  it.each([
    ["outside of a store", root, request, /^There is no medusa-config\.ts in .+ Run this in the store's folder\.\n$/],
    ["in a store not installed", join(root, "apps/fresh"), request, /^The package @medusajs\/cli is not installed /],
    ["with an option that there is not", store, ["--before"], /^Unknown option '--before'/],
  ])("says what to do %s, and fails", (_, folder, args, says) => {
    expect(run(name, folder, ...args)).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(says) })
  })
})

const WITH_PASSWORD = Object.assign(new URL("https://shop.example.com/checkout"), { username: "a", password: "b" }).href
const BAD_ADDRESS = "--from takes a web address such as https://shop.example.com/checkout, and got"
const REQUESTS = "Name one of export, erase, retention. --help says what each does."
it.each<[Command, string[], string]>([
  ["doctor", ["--from", ""], `${BAD_ADDRESS} nothing.`],
  ["doctor", ["--from", "shop.example.com"], `${BAD_ADDRESS} shop.example.com.`],
  ["doctor", ["--from", "file:///etc"], `${BAD_ADDRESS} file:///etc.`],
  // What it got is not repeated.
  ["doctor", ["--from", WITH_PASSWORD], "--from takes an address without a name and a password."],
  ["privacy", [], REQUESTS],
  ["privacy", ["delete"], REQUESTS],
  ["privacy", ["erase", "robin@shopper.example"], REQUESTS],
])("lease-to-own-%s refuses %j: %s", (name, args, says) => {
  expect(run(name, store, ...args)).toEqual({ status: 1, stdout: "", stderr: `${says}\n` })
})
