import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const SCRIPTS = join(__dirname, "..", "..", "..", "scripts")
const PACKAGE = { version: "1.0.0" }
const LOCK = { lockfileVersion: 3, packages: { "": {}, "node_modules/thing": PACKAGE } }

/** Stands in for npm: notes that it was called, and installs what the lock asks for. */
const NPM = `
  const fs = require("node:fs")
  fs.appendFileSync("npm-calls.txt", process.argv.slice(2).join(" ") + "\\n")
  if (process.env.NPM_FAILS) process.exit(3)
  fs.rmSync("node_modules", { recursive: true, force: true })
  fs.mkdirSync("node_modules/thing", { recursive: true })
  fs.writeFileSync("node_modules/thing/package.json", "{}")
  fs.copyFileSync("package-lock.json", "node_modules/.package-lock.json")
`

/** A checkout small enough to be installed in no time, in a folder with a blank in its name. */
class Checkout {
  readonly root = join(mkdtempSync(join(tmpdir(), "lease-to-own-run-")), "my shop")

  constructor() {
    cpSync(SCRIPTS, join(this.root, "scripts"), { recursive: true })
    this.write("package.json", JSON.stringify({ engines: { node: ">=20.19" } }))
    this.write("package-lock.json", JSON.stringify(LOCK))
    this.write("npm-cli.js", NPM)
    this.write(
      "packages/sandbox/dist/main.js",
      "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7",
    )
    for (const name of ["packages/sandbox", "packages/storefront", "packages/react"])
      this.write(`${name}/dist/.compiled`, "")
  }

  write(file: string, text: string) {
    mkdirSync(dirname(join(this.root, file)), { recursive: true })
    writeFileSync(join(this.root, file), text)
  }

  run(args: string[], env: Record<string, string> = {}) {
    const { npm_lifecycle_event: _, ...own } = process.env
    return spawnSync(process.execPath, [join(this.root, "scripts", "run.mjs"), ...args], {
      cwd: tmpdir(),
      encoding: "utf8",
      env: { ...own, npm_execpath: join(this.root, "npm-cli.js"), ...env },
    })
  }

  npmCalls(): string[] {
    const file = join(this.root, "npm-calls.txt")
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
  }

  remove() {
    rmSync(dirname(this.root), { recursive: true })
  }
}

describe("scripts/run.mjs", () => {
  let checkout: Checkout
  beforeEach(() => {
    checkout = new Checkout()
  })
  afterEach(() => checkout.remove())

  it.each(["demo", "walkthrough", "test", "test:faults", "test:packed", "test:starters", "check", "bench", "release"])(
    "says how to use %s, and does nothing else",
    (name) => {
      const { stdout, status } = checkout.run([name, "--help"])
      expect(stdout).toContain(name === "test" ? "npm test" : `npm run ${name}`)
      expect(status).toBe(0)
      expect(checkout.npmCalls()).toEqual([])
    },
  )

  it("refuses options that a command does not have before it starts anything", () => {
    const { stderr, status } = checkout.run(["demo", "--port", "1"])
    expect(stderr).toContain("takes no options")
    expect(status).toBe(1)
    expect(checkout.npmCalls()).toEqual([])
  })

  it("installs when node_modules is missing", () => {
    checkout.run(["sandbox"])
    expect(checkout.npmCalls()).toEqual(["ci --include=dev --include=optional --loglevel=error"])
  })

  it("says how much it fetches", () => {
    expect(checkout.run(["sandbox"]).stdout).toMatch(/1 packages, about \d+ MB to fetch/)
  })

  it("does not ask npm when everything is there", () => {
    checkout.run(["sandbox"])
    checkout.run(["sandbox"])
    expect(checkout.npmCalls()).toHaveLength(1)
  })

  it("repairs an install that was cut off", () => {
    checkout.write("node_modules/thing/package.json", "{}")
    checkout.run(["sandbox"])
    expect(checkout.npmCalls()).toHaveLength(1)
  })

  it("installs when the lock has become newer", () => {
    checkout.run(["sandbox"])
    const packages = { ...LOCK.packages, "node_modules/thing": { version: "1.1.0" } }
    checkout.write("package-lock.json", JSON.stringify({ ...LOCK, packages }))
    checkout.run(["sandbox"])
    expect(checkout.npmCalls()).toHaveLength(2)
  })

  it("ends with npm's failure, in words", () => {
    const { status, stderr } = checkout.run(["sandbox"], { NPM_FAILS: "1" })
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("npm ci ended with status 3") })
  })

  it("hands its arguments on", () => {
    const { stdout } = checkout.run(["sandbox", "--port", "5000", "a b"])
    expect(stdout.trim().split("\n").at(-1)).toBe('["--port","5000","a b"]')
  })

  it("ends with the script's exit status", () => {
    expect(checkout.run(["sandbox"]).status).toBe(7)
  })

  it("refuses a Node that is too old, and installs nothing", () => {
    checkout.write("package.json", JSON.stringify({ engines: { node: ">=99.1" } }))
    const { status, stderr } = checkout.run(["sandbox"])
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("needs Node 99.1 and later") })
    expect(checkout.npmCalls()).toEqual([])
  })

  it("names the scripts it knows when asked for another", () => {
    expect(checkout.run(["dance"]).stderr).toContain("demo | walkthrough | sandbox | test | check")
  })

  it("leaves no lock behind", () => {
    checkout.run(["sandbox"])
    expect(existsSync(join(checkout.root, ".cache", "prepare.lock"))).toBe(false)
  })

  it("takes over the lock of a process that is gone", () => {
    checkout.write(".cache/prepare.lock", String(spawnSync(process.execPath, ["-e", ""]).pid))
    expect(checkout.run(["sandbox"]).status).toBe(7)
  })
})
