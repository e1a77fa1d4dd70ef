import { spawnSync } from "node:child_process"
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { programOf } from "../../../support/program"
import { CONFIGS, STARTER } from "./configs"

const ROOT = join(__dirname, "../../../..")
const command = programOf("src/command.ts")
const { version, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
const MEDUSA_PACKAGE = `@medusajs/medusa@${devDependencies["@medusajs/medusa"]}`
const PLUGIN = "node_modules/medusa-plugin-lease-to-own"

/** A Medusa command line that keeps what it is called with, and answers for a store with a region and a product. */
const MEDUSA = `
const { appendFileSync } = require("node:fs")
const [what, script, part, ...words] = process.argv.slice(2)
appendFileSync("calls", [what, ...(what === "exec" ? [part, ...words] : [])].join(" ") + "\\n")
if (process.env.STORE_FAILS === (part ?? what)) { console.error("error: connect ECONNREFUSED\\n    at file.js:1"); process.exit(1) }
if (process.env.NO_DATABASE) { console.log("warn: Pg connection failed to connect to the database. Retrying..."); setTimeout(() => {}, 600_000) }
const region = { id: "reg_us", name: "United States", currency: "usd", countries: ["us"], on: false, usable: true }
const results = {
  read: { regions: process.env.STORE_IS_EMPTY ? [] : [region], product: { brand: [{ value: "Unbranded" }], condition: [{ value: "new" }] }, products: 1 },
  finish: { lines: ["OK   region: on", "lease-to-own: 0 failed"], failed: 0 },
  undo: process.env.HAS_LEASES ? { lines: ["FAIL leases"], failed: 1 } : { lines: ["OK   region: off"], failed: 0 },
}
if (what === "exec" && !process.env.NO_DATABASE) console.log("info: started\\nlease-to-own-init:" + JSON.stringify(results[part]))
`
const ENV = "JWT_SECRET=supersecret\nDB_NAME=medusa"
const SETTINGS = [
  "--base-url",
  "https://leasing.example",
  "--username",
  "merchant",
  "--contact",
  "help@leasing.example",
]

let store: string
beforeEach(() => {
  store = realpathSync(mkdtempSync(join(tmpdir(), "init-store-")))
  write("medusa-config.ts", STARTER)
  write(".env", ENV)
  write("package.json", "{}")
  write("node_modules/@medusajs/cli/cli.js", MEDUSA)
  write("node_modules/@medusajs/medusa/package.json", JSON.stringify({ version: "2.21.2" }))
  write(`${PLUGIN}/package.json`, "{}")
  symlinkSync(join(ROOT, "node_modules/typescript"), join(store, "node_modules/typescript"))
})
afterEach(() => rmSync(store, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(store, file)), { recursive: true })
  writeFileSync(join(store, file), text)
}
const read = (file: string) => readFileSync(join(store, file), "utf8")
const files = () => [read("medusa-config.ts"), read(".env")]
const calls = () => read("calls").trimEnd().split("\n")

function run(args: string[], env: NodeJS.ProcessEnv = {}, cwd = store) {
  const { LEASE_PASSWORD: _, LEASE_BASE_URL: __, LEASE_USERNAME: ___, NODE_OPTIONS: ____, ...own } = process.env
  const options = { cwd, encoding: "utf8", env: { ...own, ...env }, input: "" } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "init", ...args], options)
  return { status, stdout, stderr }
}
const init = (env: NodeJS.ProcessEnv = {}, ...more: string[]) =>
  run([...SETTINGS, ...more], { LEASE_PASSWORD: "pa$s #1", ...env })

describe("a new store", () => {
  it("is configured, migrated and turned on, and ends with the doctor's list", () => {
    const { status, stdout, stderr } = init()
    expect([status, stderr, calls()]).toEqual([0, "", ["exec read", "db:migrate", "exec finish reg_us"]])
    expect(read("medusa-config.ts")).toContain("contact: 'help@leasing.example'")
    expect(read(".env")).toContain("LEASE_PASSWORD='pa\\$s #1'")
    expect(stdout).toMatch(/OK {3}region: on\nlease-to-own: 0 failed\nStart the store: /)
  })

  it("shows the changes without the password and the other settings", () => {
    const { stdout } = init()
    expect(stdout).toContain("\n+ LEASE_PASSWORD=…\n")
    expect(stdout).not.toMatch(/pa\$s|supersecret/)
  })

  it("gets this computer's time zone if it is American", () => {
    init({ TZ: "America/Chicago" })
    expect(read("medusa-config.ts")).toContain("timeZone: 'America/Chicago'")
    run(["--undo"])
    init({ TZ: "UTC" })
    expect(read("medusa-config.ts")).not.toContain("timeZone")
  })

  it("isn't changed a second time, and needs no options then", () => {
    init()
    const before = files()
    const { status, stdout } = run([])
    expect([status, files()]).toEqual([0, before])
    expect(stdout).toMatch(/\.env: already has everything\nOK {3}medusa-config\.ts: already has everything\n/)
  })

  it("says what was given and stays as it is", () => {
    init()
    const before = files()
    const { stdout } = init({}, "--base-url=https://other.example", "--password=pa$s #1")
    expect(stdout.split("\n").filter((line) => line.startsWith("WARN"))).toEqual([
      "WARN .env: LEASE_BASE_URL already has a different value, which was kept. Change it there.",
      "WARN medusa-config: The plugin is already there, and its options were kept. Change them there.",
    ])
    expect(files()).toEqual(before)
  })

  it("has its former files after an undo", () => {
    init({}, "--sales-tax", "by_operator")
    const { status, stdout } = run(["--undo"])
    expect([status, files(), calls().at(-1)]).toEqual([0, [STARTER, ENV], "exec undo"])
    expect(stdout).toContain("To remove the package as well: npm uninstall medusa-plugin-lease-to-own\n")
    expect(run(["--undo"])).toEqual({ status: 0, stdout: "OK   There is nothing to undo.\n", stderr: "" })
  })

  it("gets the regions that were named, and no question about an unknown one", () => {
    init({}, "--region", "us")
    expect(calls().at(-1)).toBe("exec finish reg_us")
    const { status, stderr } = init({}, "--region=mx")
    expect([status, stderr]).toEqual([1, "There is no region for --region mx. Available: United States (reg_us).\n"])
  })

  it("without a database gets its files, and the rest once the database runs", () => {
    const { status, stdout, stderr } = init({ NO_DATABASE: "1" })
    expect(stdout).toContain("aren't known:\n     warn: Pg connection failed to connect to the database. Retrying...\n")
    expect([status, stderr, calls()]).toEqual([
      1,
      "The rest needs the store's database. Start it, and run this again.\n",
      ["exec read"],
    ])
    expect(run([]).status).toBe(0)
    expect(calls().slice(-2)).toEqual(["db:migrate", "exec finish reg_us"])
  })

  it("without tables gets all the same, and the README's sources", () => {
    const { status, stdout, stderr } = init({ STORE_FAILS: "read" })
    expect([status, stdout]).toEqual([0, expect.stringContaining("aren't known:\n     error: connect ECONNREFUSED\n")])
    expect([stderr, read("medusa-config.ts")]).toEqual([
      "",
      expect.stringContaining("{ from: 'collection' }, { value: 'Unbranded' }"),
    ])
  })
})

describe("a run that was stopped", () => {
  it.each(["db:migrate", "finish"])("at %s is finished by the next one", (step) => {
    const stopped = init({ STORE_FAILS: step })
    expect([stopped.status, stopped.stderr]).toEqual([1, expect.stringContaining("error: connect ECONNREFUSED")])
    const before = files()
    expect([run([]).status, files(), calls().slice(-2)]).toEqual([0, before, ["db:migrate", "exec finish reg_us"]])
  })

  it("between the two files is finished by the next one", () => {
    init()
    write("medusa-config.ts", STARTER)
    expect(run(["--contact", "phone"]).status).toBe(0)
    expect(read("medusa-config.ts")).toContain("contact: 'phone'")
    expect(run(["--undo"]).status).toBe(0)
    expect(files()).toEqual([STARTER, ENV])
  })

  it("in the middle of an undo can be undone further", () => {
    init()
    write("medusa-config.ts", STARTER)
    expect(run(["--undo"]).status).toBe(0)
    expect([files(), calls().at(-1)]).toEqual([[STARTER, ENV], "exec finish reg_us"])
  })
})

describe("nothing is changed", () => {
  afterEach(() => expect(files()).toEqual([STARTER, ENV]))

  it("without a terminal to ask for what is missing, which the message names, with the command to run", () => {
    const { status, stderr } = run(["--username", "it's me", "--mode=live"])
    expect([status, stderr]).toEqual([
      1,
      `Nothing was changed, because there is no terminal to ask for --base-url, LEASE_PASSWORD in the environment, --contact. Run, for example:
  LEASE_PASSWORD=… npx --no -- medusa-plugin-lease-to-own init --username 'it'\\''s me' --mode=live --base-url https://leasing.example --contact help@leasing.example
`,
    ])
  })

  it("in a dry run, with or without options", () => {
    const [bare, whole] = [run(["--dry-run"]), init({}, "--dry-run")]
    expect([bare.status, whole.status, calls()]).toEqual([0, 0, ["exec read", "exec read"]])
    expect(bare.stdout).toMatch(
      /\+ LEASE_BASE_URL='…'[\s\S]*then runs medusa db:migrate,\nturns lease-to-own on in reg_us/,
    )
    expect(init({ STORE_IS_EMPTY: "1" }, "--dry-run").stdout).toContain("There is no region for the United States")
  })

  it.each([
    [["--password", "a\nb"], "--password: LEASE_PASSWORD has a line break or another control character.\n"],
    [["--base-url", "leasing.example"], /^--base-url: Set baseUrl: "https:\/\/…"/],
    [["--base-url", "https://a:b@leasing.example"], /^--base-url: .+ must not contain credentials/],
    [
      ["--username", "a:b"],
      "--username: Set a username without a colon, because Basic credentials cannot contain one.\n",
    ],
    [["--mode", "production"], "--mode must be test or live, not production.\n"],
    [["--sales-tax", ""], "--sales-tax must be in_cart or by_operator, not empty.\n"],
    [["--stored"], /^Unknown option '--stored'/],
  ])("for %j", (args, says) => {
    const { status, stderr } = init({}, ...args)
    expect([status, stderr]).toEqual([1, typeof says === "string" ? says : expect.stringMatching(says)])
  })

  it.each(["medusa-config.ts", ".env"])("if %s is read-only", (file) => {
    chmodSync(join(store, file), 0o444)
    expect(init()).toMatchObject({ status: 1, stderr: `${file} is read-only. Nothing was changed.\n` })
  })

  it("in a store whose Medusa is too old", () => {
    write("node_modules/@medusajs/medusa/package.json", JSON.stringify({ version: "2.18.0" }))
    write("package.json", JSON.stringify({ dependencies: { "@medusajs/medusa": "2.18.0" } }))
    expect(init()).toMatchObject({
      status: 1,
      stderr: `The store has Medusa 2.18.0, and the plugin needs 2.19.0 or a later 2.x. Upgrade it with --upgrade, or in ${store.split("/").at(-1)}:\n  npm install --legacy-peer-deps --save-exact ${MEDUSA_PACKAGE}\n`,
    })
  })

  it("from a folder above the store, and it isn't guessed", () => {
    const above = mkdtempSync(join(tmpdir(), "init-above-"))
    symlinkSync(store, join(above, "linked"))
    mkdirSync(join(above, "apps/shop"), { recursive: true })
    writeFileSync(join(above, "apps/shop/medusa-config.js"), "")
    expect(run(SETTINGS, {}, above)).toMatchObject({ status: 1, stderr: "Run this in apps/shop.\n" })
    rmSync(above, { recursive: true })
  })
})

describe("what the store lacks is installed by its package manager, and the setup goes on", () => {
  /** An npm that keeps what it is called with, and gives the store the new Medusa and the plugin. */
  function writeNpm(): { PATH: string } {
    const plugin = `require(${JSON.stringify(command)})`
    write(
      "bin/npm",
      `#!/bin/sh
echo "$@" > npm-args
echo '{"version":"2.21.2"}' > node_modules/@medusajs/medusa/package.json
mkdir -p ${PLUGIN}/.medusa/server/src
echo {} > ${PLUGIN}/package.json
echo '${plugin}' > ${PLUGIN}/.medusa/server/src/command.js
`,
    )
    chmodSync(join(store, "bin/npm"), 0o755)
    return { PATH: `${join(store, "bin")}:${process.env.PATH}` }
  }
  const runPart = (part: string) => run([...SETTINGS, "--password", "secret", part], writeNpm())
  const removePlugin = () => rmSync(join(store, PLUGIN), { recursive: true })
  function writeOldMedusa(): void {
    write("node_modules/@medusajs/medusa/package.json", JSON.stringify({ version: "2.18.0" }))
    write("package.json", JSON.stringify({ dependencies: { "@medusajs/medusa": "2.18.0" } }))
  }

  it.each([
    ["a new Medusa", writeOldMedusa, "--upgrade", [MEDUSA_PACKAGE]],
    [
      "a new Medusa and the plugin",
      () => {
        writeOldMedusa()
        removePlugin()
      },
      "--upgrade",
      [MEDUSA_PACKAGE, `medusa-plugin-lease-to-own@${version}`],
    ],
    ["the plugin", removePlugin, "--yes", [`medusa-plugin-lease-to-own@${version}`]],
  ])("%s", (_, prepare, flag, packages) => {
    prepare()
    const { status, stdout } = runPart(flag)
    const exact = packages.includes(MEDUSA_PACKAGE) ? ["--legacy-peer-deps", "--save-exact"] : []
    expect([status, read("npm-args")]).toEqual([0, `${["install", ...exact, ...packages].join(" ")}\n`])
    expect(stdout).toContain("OK   store: medusa-config.ts, Medusa 2.21.2, npm\n")
    expect(read(".env")).toContain("LEASE_PASSWORD=secret")
  })

  it("but not in a dry run, and not without a terminal or a flag", () => {
    removePlugin()
    const says = `medusa-plugin-lease-to-own is not installed for the store in ${store}.`
    const stderr = `${says} Install it with --yes, or in ${store.split("/").at(-1)}:\n  npm install medusa-plugin-lease-to-own@${version}\n`
    expect([init(), init({}, "--yes", "--dry-run")]).toEqual([
      { status: 1, stdout: "", stderr },
      { status: 1, stdout: "", stderr },
    ])
    expect(run(["--undo"])).toEqual({ status: 1, stdout: "", stderr: `${says}\n` })
    expect(files()).toEqual([STARTER, ENV])
  })
})

it("an undo is refused while the store has leases, or if nobody knows whether it has", () => {
  init()
  const before = files()
  expect(run(["--undo"], { HAS_LEASES: "1" })).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/\nFAIL leases\n$/),
  })
  expect(run(["--undo"], { STORE_FAILS: "undo" })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Nothing was changed, because the store doesn't start/),
  })
  expect(run(["--undo", "--dry-run"]).status).toBe(0)
  expect(files()).toEqual(before)
})

it("a configuration that can't be edited gets the lines to write, after which the rest is done", () => {
  const text = STARTER.replace("  projectConfig", "  ...base,\n  projectConfig")
  write("medusa-config.ts", text)
  const { status, stderr } = run(["--contact", "phone"])
  expect([status, files()]).toEqual([1, [text, ENV]])
  const [says, lines = ""] = stderr.split("run this again:\n")
  expect(says).toContain(
    "init can't edit medusa-config.ts: the configuration is built by code (medusa-config.ts, line 6).",
  )
  const [first = "", ...others] = lines.trim().split("\n")
  write("medusa-config.ts", `${first}\n${text.replace("...base,", `...base,\n${others.join("\n")}`)}`)
  expect(init()).toMatchObject({ status: 0, stderr: "" })
})

it("a store without TypeScript gets the lines to write, too", () => {
  rmSync(join(store, "node_modules/typescript"))
  const js = (CONFIGS.CommonJS ?? "").trimEnd()
  rmSync(join(store, "medusa-config.ts"))
  write("medusa-config.js", js)
  const { status, stderr } = init()
  expect([status, read("medusa-config.js")]).toEqual([1, js])
  expect(stderr).toContain("doesn't have TypeScript installed, which is needed to read it.")
  expect(stderr).toContain('\nconst { leaseToOwn } = require("medusa-plugin-lease-to-own")\n')
  write("medusa-config.js", `${js}\n${stderr.split("run this again:\n")[1]}`)
  expect(init().status).toBe(0)
})

it("a linked configuration stays a link", () => {
  write("shared/config.ts", STARTER)
  rmSync(join(store, "medusa-config.ts"))
  symlinkSync("shared/config.ts", join(store, "medusa-config.ts"))
  expect(init().status).toBe(0)
  expect([lstatSync(join(store, "medusa-config.ts")).isSymbolicLink(), read("shared/config.ts")]).toEqual([
    true,
    expect.stringContaining("leaseToOwn"),
  ])
})

it("warns if git would commit the password, and leaves the repository's other changes alone", () => {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: store, encoding: "utf8" })
  git("init", "--quiet")
  write("notes.txt", "mine")
  expect(init().stdout).toContain("WARN .env: Git doesn't ignore this file")
  write(".gitignore", ".env\nnode_modules\ncalls\n")
  expect(run([]).stdout).not.toContain("WARN .env")
  expect(
    git("status", "--porcelain")
      .stdout.trim()
      .split("\n")
      .map((line) => line.slice(3))
      .sort(),
  ).toEqual([".gitignore", "medusa-config.ts", "notes.txt", "package.json"])
})

it("explains itself, without a store", () => {
  const { status, stdout } = run(["--help"], {}, tmpdir())
  expect([status, stdout]).toEqual([0, expect.stringMatching("^medusa-plugin-lease-to-own init ")])
})
