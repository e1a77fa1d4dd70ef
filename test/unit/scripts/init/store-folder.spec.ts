import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { compilerOf, findStore, installCommands, isTooOld, managerOf } from "../../../../src/scripts/init/store-folder"

const { version, devDependencies: tested } = JSON.parse(readFileSync("package.json", "utf8"))

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "init-")))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: string | object = ""): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), typeof content === "string" ? content : JSON.stringify(content))
}

const TARBALL = `medusa-plugin-lease-to-own-${version}.tgz`
const removePlugin = () => rmSync(join(root, "node_modules/medusa-plugin-lease-to-own"), { recursive: true })

/** A store whose packages are installed above it, as in a workspace. */
function writeStore(folder = "apps/backend", { medusa = "2.21.2", manifest = {} } = {}): string {
  write(join(folder, "medusa-config.ts"))
  write(join(folder, "package.json"), manifest)
  for (const name of ["medusa", "framework", "test-utils"])
    write(`node_modules/@medusajs/${name}/package.json`, { version: medusa })
  write("node_modules/@medusajs/file-extra/package.json", { version: "1.0.0" })
  write("node_modules/medusa-plugin-lease-to-own/package.json", {})
  return join(root, folder)
}

describe("the store", () => {
  it("is that of the folder or of one above it", () => {
    const folder = writeStore()
    write("apps/backend/src/api/route.ts")
    const found = {
      folder,
      config: join(folder, "medusa-config.ts"),
      medusa: "2.21.2",
      hasPlugin: true,
      manager: "npm",
    }
    expect([findStore(folder), findStore(join(folder, "src/api"))]).toEqual([found, found])
  })

  it("is named if it is below the folder, and isn't chosen among several", () => {
    writeStore()
    write("node_modules/medusa-config.ts")
    expect(() => findStore(root)).toThrow("Run this in apps/backend.")
    writeStore("shop")
    expect(() => findStore(root)).toThrow("There are stores in shop, apps/backend. Run this in one of them.")
  })

  const CONFIG = { "medusa-config.ts": "" }
  it.each<[Record<string, string>, RegExp]>([
    [{}, /^There is no medusa-config\.ts in /],
    [CONFIG, /^Medusa is not installed for the store in .+ Install the store's packages first\.$/],
    [{ ...CONFIG, "medusa-config.js": "" }, /^There are medusa-config\.ts and medusa-config\.js\. Remove the one /],
  ])("must be there, with Medusa and one configuration, and not just %j", (files, says) => {
    for (const [name, content] of Object.entries(files)) write(name, content)
    expect(() => findStore(root)).toThrow(says)
  })
})

it.each<[string, Record<string, string | object>, string]>([
  ["npm without any sign", {}, "npm"],
  ["that of the workspace's lock file", { "pnpm-lock.yaml": "" }, "pnpm"],
  ["that of the nearest lock file", { "package-lock.json": "", "apps/backend/yarn.lock": "" }, "yarn"],
  ["that which package.json names", { "package.json": { packageManager: "pnpm@10.1.0" } }, "pnpm"],
  [
    "that of the lock file rather",
    { "yarn.lock": "", "apps/backend/package.json": { packageManager: "npm@10" } },
    "yarn",
  ],
  ["npm for one that nobody knows", { "package.json": { packageManager: "bun@1.2.0" } }, "npm"],
])("the package manager is %s", (_, files, manager) => {
  const folder = writeStore()
  for (const [name, content] of Object.entries(files)) write(name, content)
  expect(managerOf(folder)).toBe(manager)
})

describe("an old Medusa", () => {
  it.each([
    ["2.18.0", true],
    ["2.9.5", true],
    ["1.20.0", true],
    ["2.19.0", false],
    ["2.21.2", false],
    ["2.22.0-preview-20260101", false],
  ])("%s is too old: %s", (medusa, isOld) => {
    writeStore("", { medusa })
    expect(isTooOld(findStore(root))).toEqual(isOld ? { oldest: "2.19.0" } : null)
  })

  const manifest = {
    dependencies: {
      ...{ "@medusajs/medusa": "2.18.0", "@medusajs/framework": "^2.18.0", "@medusajs/ui": "4.2.0" },
      ...{ "react-router-dom": "6.30.4", zod: "4.2.0", "@medusajs/file-extra": "1.0.0" },
    },
    devDependencies: { "@medusajs/test-utils": "2.18.0", jest: "^29" },
  }
  const exactly = (names: string[]) => names.map((name) => `${name}@${tested[name]}`).join(" ")
  const own = exactly(["@medusajs/medusa", "@medusajs/framework", "@medusajs/ui", "react-router-dom"])
  const dev = exactly(["@medusajs/test-utils"])
  it.each([
    ["package-lock.json", [`npm install --legacy-peer-deps --save-exact ${own} ${dev}`]],
    ["pnpm-lock.yaml", [`pnpm add ${own} ${dev}`]],
    ["yarn.lock", [`yarn add ${own}`, `yarn add --dev ${dev}`]],
  ])("is raised with all packages of its version, by the manager of %s", (lock, commands) => {
    writeStore("", { medusa: "2.18.0", manifest })
    write(lock)
    expect(installCommands(findStore(root))).toEqual(commands)
  })

  it.each([
    ["package-lock.json", [`npm install --legacy-peer-deps --save-exact ${own} ${dev} ./${TARBALL}`]],
    ["yarn.lock", [`yarn add ${own} ./${TARBALL}`, `yarn add --dev ${dev}`]],
  ])("is raised together with a missing plugin, by the manager of %s", (lock, commands) => {
    writeStore("", { medusa: "2.18.0", manifest })
    removePlugin()
    for (const file of [lock, TARBALL]) write(file)
    expect(installCommands(findStore(root))).toEqual(commands)
  })

  it("before 2.11 can't be raised by a command", () => {
    writeStore("", { medusa: "2.8.4", manifest })
    expect(installCommands(findStore(root))).toBeUndefined()
  })
})

describe("a missing plugin", () => {
  it("is installed in this version", () => {
    const folder = writeStore()
    removePlugin()
    expect(installCommands(findStore(folder))).toEqual([`npm install medusa-plugin-lease-to-own@${version}`])
    write("pnpm-lock.yaml")
    write(`apps/backend/${TARBALL}`)
    expect(installCommands(findStore(folder))).toEqual([`pnpm add ./${TARBALL}`])
  })

  it("is the only one that is installed", () => {
    expect(installCommands(findStore(writeStore()))).toEqual([])
  })
})

it("the compiler is the store's own, unless it can't parse a file", () => {
  const store = () => compilerOf(findStore(root))
  writeStore("")
  expect(store()).toBeUndefined()
  write("node_modules/typescript/package.json", { main: "index.js" })
  write("node_modules/typescript/index.js", "module.exports = { version: '7.0.2' }")
  expect(store()).toBeUndefined()
})
