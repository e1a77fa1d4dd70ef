import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { programOf } from "../../../support/program"
import { read as readOurs } from "../../docs/markdown"
import { STARTER } from "./starter"

const command = programOf("src/command.ts")
const { version } = JSON.parse(readOurs("package.json"))
const TSCONFIG = `{ "extends": "./tsconfig.base.json", "compilerOptions": { "baseUrl": "./src" } }`
const BASE = `{ "compilerOptions": { "paths": { "@lib/*": ["lib/*"], "@modules/*": ["modules/*"] } } }`
const ACTIONS = "src/lib/data/lease.ts"
const BUTTON = "src/modules/payment-button.tsx"

let root: string
let storefront: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "init-storefront-")))
  storefront = join(root, "apps/storefront")
  mkdirSync(join(root, "apps/backend"), { recursive: true })
  for (const [path, text] of Object.entries(STARTER)) write(path, text)
  write("package.json", '{ "dependencies": { "next": "15.3.9" } }')
  write("tsconfig.json", TSCONFIG)
  write("tsconfig.base.json", BASE)
  write("package-lock.json", "{}")
  write("node_modules/typescript/package.json", '{ "main": "main.js" }')
  write("node_modules/typescript/main.js", `module.exports = require(${JSON.stringify(require.resolve("typescript"))})`)
  write(
    "node_modules/typescript/bin/tsc",
    'console.log(process.env.ERRORS ?? "")\nprocess.exitCode = process.env.ERRORS ? 2 : 0',
  )
  for (const name of ["lease-to-own-storefront", "lease-to-own-react"]) write(`node_modules/${name}/package.json`, "{}")
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(storefront, file)), { recursive: true })
  writeFileSync(join(storefront, file), text)
}
const read = (file: string) => readFileSync(join(storefront, file), "utf8")

function init(
  args: string[] = [],
  { cwd = join(root, "apps/backend"), ...env }: NodeJS.ProcessEnv & { cwd?: string } = {},
) {
  const { NODE_OPTIONS: _, ...own } = process.env
  const options = { cwd, encoding: "utf8", env: { ...own, ...env }, input: "" } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "init", "--storefront", ...args], options)
  return { status, stdout, stderr }
}

/** Every file of the storefront with its text, without the packages. */
function allFiles(): Record<string, string> {
  const paths = readdirSync(storefront, { recursive: true, encoding: "utf8" }).filter(
    (path) => !path.startsWith("node_modules"),
  )
  return Object.fromEntries(
    paths.map((path) => [path, statSync(join(storefront, path)).isFile() ? read(path) : "folder"]),
  )
}

describe("init --storefront", () => {
  it("adds everything to the storefront next to the store, and checks its types", () => {
    const { status, stdout, stderr } = init()
    expect([status, stderr]).toEqual([0, ""])
    expect(read(BUTTON)).toContain('import { refreshCart, showLeaseOrder } from "@lib/data/lease"')
    expect(stdout).toContain("\n+     case isLeaseProvider(paymentSession?.provider_id):\n")
    expect(stdout).toContain(`OK   the lease in the checkout: ${BUTTON} (written)\n`)
    expect(stdout).toContain(
      "OK   types: Errors of tsc --noEmit in ../storefront: 0 in lines with lease-to-own, 0 in other lines\n",
    )
  })

  it("changes nothing a second time, and gives the same files after an undo", () => {
    const before = allFiles()
    init()
    const after = allFiles()
    const again = init()
    expect([again.status, allFiles()]).toEqual([0, after])
    expect(again.stdout).toContain(`OK   the lease in the checkout: ${BUTTON} (is already there)\n`)
    const undo = init(["--undo"])
    expect([undo.status, allFiles()]).toEqual([0, before])
    expect(undo.stdout).toContain(`OK   the lease in the checkout: ${BUTTON} (removed)\n`)
    expect(init(["--undo"])).toEqual({ status: 0, stdout: "OK   There is nothing to undo.\n", stderr: "" })
  })

  it("changes nothing in a dry run, also of an undo", () => {
    const before = allFiles()
    const { status, stdout } = init(["--dry-run"])
    expect([status, allFiles()]).toEqual([0, before])
    expect(stdout).toContain(`OK   the lease in the checkout: ${BUTTON} (to write)\n`)
    init()
    const after = allFiles()
    expect(init(["--undo", "--dry-run"]).stdout).toContain(`${BUTTON} (to remove)\nOK `)
    expect(allFiles()).toEqual(after)
  })

  it("finishes what was killed between two files", () => {
    init()
    const after = allFiles()
    init(["--undo"])
    write(ACTIONS, after[ACTIONS] ?? "")
    write(BUTTON, after[BUTTON] ?? "")
    expect([init().status, allFiles()]).toEqual([0, after])
  })

  it("prints the lines for what has no place, and fails", () => {
    write(BUTTON, "export default () => null\n")
    const { status, stdout } = init()
    expect([status, read(BUTTON)]).toEqual([1, "export default () => null\n"])
    expect(stdout).toMatch(
      /TODO the lease in the checkout: The place for it was not found\. Where .+:\n {7}import \{ refreshCart/,
    )
    expect(existsSync(join(storefront, ACTIONS))).toBe(true)
  })

  it("fails with the compiler's errors in inserted lines, and counts the others", () => {
    init()
    const lineOf = (code: string) =>
      read(BUTTON)
        .split("\n")
        .findIndex((line) => line.includes(code)) + 1
    const own = `${BUTTON}(${lineOf("switch (true)")},2): error TS1: The starter's own.`
    const others = `src/other.ts(1,2): error TS1: Other.\n${own}`
    const ours = `${BUTTON}(${lineOf("case isLeaseProvider(")},4): error TS2: Ours.`
    const { status, stdout } = init([], { ERRORS: `${others}\n${ours}` })
    expect(status).toBe(1)
    expect(stdout).toContain(
      `FAIL types: Errors of tsc --noEmit in ../storefront: 1 in lines with lease-to-own, 2 in other lines\n     ${ours}\n`,
    )
    expect(init([], { ERRORS: others }).status).toBe(0)
  })

  it("names the command for missing packages, and runs it with --yes", () => {
    rmSync(join(storefront, "node_modules/lease-to-own-react"), { recursive: true })
    const { status, stdout } = init()
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining(
        `TODO packages: In ../storefront, run npm install lease-to-own-storefront@${version} lease-to-own-react@${version}\n`,
      ),
    ])
    write(`lease-to-own-react-${version}.tgz`, "")
    writeFileSync(join(root, "apps/backend", `lease-to-own-storefront-${version}.tgz`), "")
    const line = `npm install ../backend/lease-to-own-storefront-${version}.tgz ./lease-to-own-react-${version}.tgz`
    const npm = `#!/bin/sh\nmkdir -p node_modules/lease-to-own-react && echo {} > node_modules/lease-to-own-react/package.json && echo "$@" > called\n`
    mkdirSync(join(root, "bin"))
    writeFileSync(join(root, "bin/npm"), npm, { mode: 0o755 })
    const installed = init(["--yes"], { PATH: `${join(root, "bin")}:${process.env.PATH}` })
    expect([installed.status, `npm ${read("called").trim()}`]).toEqual([0, line])
    expect(installed.stdout).toContain(`$ ${line}\n`)
  })
})

describe("the storefront's folder", () => {
  it("can be named, and be the current one", () => {
    expect(init(["apps/storefront", "--dry-run"], { cwd: root }).status).toBe(0)
    expect(init(["--dry-run"], { cwd: root }).status).toBe(0)
    expect(init(["--dry-run"], { cwd: storefront }).status).toBe(0)
  })

  it.each([
    ["has no Next.js", ["../backend"], "There is no Next.js storefront in ../backend."],
    ["isn't there", ["../shop"], "There is no Next.js storefront in ../shop."],
  ])("%s", (_, args, message) => {
    expect(init(args)).toEqual({ status: 1, stdout: "", stderr: `${message}\n` })
  })

  it("is asked for where none is next to the store", () => {
    rmSync(storefront, { recursive: true })
    expect(init().stderr).toBe(
      "There is no Next.js storefront in this folder or next to it. Specify its folder: init --storefront FOLDER\n",
    )
  })

  it("may have a TypeScript that only compiles, if the store has an older one", () => {
    write("node_modules/typescript/main.js", "module.exports = {}")
    expect(init(["--dry-run"]).stderr).toContain("Install the packages of the storefront in ")
    write(
      "../backend/node_modules/typescript/index.js",
      `module.exports = require(${JSON.stringify(require.resolve("typescript"))})`,
    )
    expect(init().status).toBe(0)
  })

  it("must have its packages, and come from a starter", () => {
    rmSync(join(storefront, "src/lib/data/cookies.ts"))
    expect(init().stderr).toContain("doesn't have the functions of Medusa's Next.js starters. Nothing was changed.")
    rmSync(join(storefront, "node_modules"), { recursive: true })
    expect(init().stderr).toContain("Install the packages of the storefront in ")
  })
})
