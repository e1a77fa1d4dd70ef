import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as ts from "typescript"

const ROOT = join(__dirname, "../../..")
const COMMANDS = ["doctor", "privacy", "payouts"] as const
type Command = (typeof COMMANDS)[number]
const COMPILER: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
}

/** A workspace with a store, the plugin at its root, and a Medusa command line that prints its arguments. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "doctor-")))
const store = join(root, "apps/backend")
const command = join(root, "node_modules/.bin/medusa-plugin-lease-to-own")
const compiled = join(root, "node_modules/medusa-plugin-lease-to-own/.medusa/server/src")
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const ANSWER = 'if (process.argv.at(-1) === "3") require("node:fs").writeFileSync(3, "answer");'
const SAYS_HOW = `${ANSWER} console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)])); process.exit(Number(process.env.MEDUSA_ENDS ?? 7))`
/** The exit status of a command that fails. */
const FAILURES = { doctor: 1, privacy: 1, payouts: 2 }

const SOURCES = [
  ...["command", "scripts/run-in-store", "scripts/restore/command-line"],
  ...COMMANDS.map((each) => `scripts/${each}-command`),
]

beforeAll(() => {
  for (const name of SOURCES) {
    const source = readFileSync(join(ROOT, "src", `${name}.ts`), "utf8")
    write(join(compiled, `${name}.js`), ts.transpileModule(source, { compilerOptions: COMPILER }).outputText)
  }
  mkdirSync(dirname(command), { recursive: true })
  symlinkSync(join(compiled, "command.js"), command)
  write(join(store, "medusa-config.ts"), "")
  write(join(store, "src/api/README.md"), "")
  write(join(store, "node_modules/@medusajs/cli/cli.js"), SAYS_HOW)
  write(join(root, "apps/fresh/medusa-config.ts"), "")
})
afterAll(() => rmSync(root, { recursive: true }))

function run(cwd: string, ...args: string[]) {
  return runWith({}, cwd, ...args)
}

function runWith(env: NodeJS.ProcessEnv, cwd: string, ...args: string[]) {
  const options = { cwd, encoding: "utf8", env: { ...process.env, ...env } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options)
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
  [
    "payouts",
    below,
    ["a.csv", "/b.csv", "--to=c", "--decimal", ",", "--fee-reason", "A = B", "--fee-reason=--C", "--lease=Lease ID"],
    [
      ...[`file=${join(below, "a.csv")}`, "file=/b.csv", `to=${join(below, "c")}`],
      ...["decimal=,", "fee-reason=A = B", "fee-reason=--C", "lease=Lease ID"],
    ],
  ],
])("runs the %s with the store's Medusa, from %s, and passes %j on", (name, folder, args, words) => {
  const { status, stdout } = run(folder, name, ...args)
  expect(JSON.parse(stdout)).toEqual([store, "exec", join(compiled, `scripts/${name}.js`), ...words])
  expect(status).toBe(7)
})

it("runs as a program of the package's name: its first line names Node, and package.json its file", () => {
  expect(readFileSync(join(ROOT, "src/command.ts"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/)
  const { name, bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  expect(bin).toEqual({ [name]: ".medusa/server/src/command.js" })
})

it.each([[[]], [["--help"]], [["-h"]]])("lists its commands for %j, with what each does", (args) => {
  const { status, stdout } = run(root, ...args)
  expect([...stdout.matchAll(/^ {2}(\w+) +\w/gm)].map(([, name]) => name)).toEqual(["init", ...COMMANDS, "conformance"])
  expect(status).toBe(0)
})

it.each(["docter", "constructor", "--version"])("refuses %s and names the commands", (word) => {
  const says = `There is no command ${word}. Choose one of init, doctor, privacy, payouts, conformance.\n`
  expect(run(store, word)).toEqual({ status: 1, stdout: "", stderr: says })
})

describe.each(COMMANDS)("command %s", (name) => {
  it("explains itself, without a store", () => {
    const { status, stdout } = run(root, name, "--help")
    expect([status, stdout]).toEqual([0, expect.stringMatching(`^medusa-plugin-lease-to-own ${name} `)])
  })

  const request = { doctor: [], privacy: ["retention"], payouts: ["a.csv"] }[name]
  it.each([
    ["outside of a store", root, request, /^There is no medusa-config\.ts in .+ Run this in the store's folder\.\n$/],
    ["in a store not installed", join(root, "apps/fresh"), request, /^The package @medusajs\/cli is not installed /],
    ["with an unknown option", store, ["--before"], /^Unknown option '--before'/],
  ])("says what to do %s, and fails", (_, folder, args, says) => {
    const status = FAILURES[name]
    expect(run(folder, name, ...args)).toEqual({ status, stdout: "", stderr: expect.stringMatching(says) })
  })
})

it.each([
  [0, "answer"],
  [1, ""],
])("doctor --lease prints only the script's answer, and only if it ends with 0: %i", (ends, stdout) => {
  const answer = runWith({ MEDUSA_ENDS: String(ends) }, store, "doctor", "--lease", " l-7kq2m-x4hnp ")
  const { status, stderr, ...printed } = answer
  expect([status, printed]).toEqual([ends, { stdout }])
  const words = ["lease", "L-7KQ2M-X4HNP", "3"]
  expect(JSON.parse(stderr)).toEqual([store, "exec", join(compiled, "scripts/doctor.js"), ...words])
})

const BAD_REFERENCE = "--lease must be a lease's reference such as L-7KQ2M-X4HNP, not"
const WITH_PASSWORD = Object.assign(new URL("https://shop.example.com/checkout"), { username: "a", password: "b" }).href
const BAD_ADDRESS = "--from must be a web address such as https://shop.example.com/checkout, not"
const REQUESTS = "Choose one of export, erase, retention. See --help for what they do."
it.each<[Command, string[], string]>([
  ["doctor", ["--from", ""], `${BAD_ADDRESS} empty.`],
  ["doctor", ["--from", "shop.example.com"], `${BAD_ADDRESS} shop.example.com.`],
  ["doctor", ["--from", "file:///etc"], `${BAD_ADDRESS} file:///etc.`],
  // It doesn't repeat its arguments.
  ["doctor", ["--from", WITH_PASSWORD], "--from must be an address without a username and password."],
  ["doctor", ["--lease", ""], `${BAD_REFERENCE} empty.`],
  ["doctor", ["--lease", "1042"], `${BAD_REFERENCE} 1042.`],
  ["doctor", ["--lease", "L-7KQ2M-X4HNP", "--copy"], "Choose one of --copy and --lease."],
  ["privacy", [], REQUESTS],
  ["privacy", ["delete"], REQUESTS],
  ["privacy", ["erase", "robin@shopper.example"], REQUESTS],
  ["payouts", ["--to", "lists"], "List the operator's CSV files. See --help for more."],
])("command %s refuses %j: %s", (name, args, says) => {
  expect(run(store, name, ...args)).toEqual({ status: FAILURES[name], stdout: "", stderr: `${says}\n` })
})

it.each([
  [0, 0],
  [11, 1],
  [2, 2],
  // Medusa itself ends with 1 if the store doesn't start.
  [1, 2],
])("payouts that end with %i in the store exit with status %i", (ends, status) => {
  expect(runWith({ MEDUSA_ENDS: String(ends) }, store, "payouts", "a.csv").status).toBe(status)
})
