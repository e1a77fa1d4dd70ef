import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { compilerOf, findStore, isTooOld, managerOf, raiseCommands } from "../../../../src/scripts/init/store-folder"

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "init-")))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: string | object = ""): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), typeof content === "string" ? content : JSON.stringify(content))
}

const PLUGIN = {
  version: "0.1.0",
  peerDependencies: { "@medusajs/medusa": "^2.19.0" },
  devDependencies: { "@medusajs/medusa": "2.21.2", "@medusajs/ui": "4.2.6", "react-router-dom": "7.18.2" },
}

/** A store whose packages are installed above it, as in a workspace. */
function writeStore(folder = "apps/backend", { medusa = "2.21.2", manifest = {} } = {}): string {
  write(join(folder, "medusa-config.ts"))
  write(join(folder, "package.json"), manifest)
  write("node_modules/@medusajs/medusa/package.json", { version: medusa })
  write("node_modules/medusa-plugin-lease-to-own/package.json", PLUGIN)
  return join(root, folder)
}

describe("the store", () => {
  it("is that of the folder or of one above it", () => {
    const folder = writeStore()
    write("apps/backend/src/api/route.ts")
    const found = { folder, config: join(folder, "medusa-config.ts"), medusa: "2.21.2", manager: "npm" }
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
  const own = "@medusajs/medusa@2.21.2 @medusajs/framework@2.21.2 @medusajs/ui@4.2.6 react-router-dom@7.18.2"
  const dev = "@medusajs/test-utils@2.21.2"
  it.each([
    ["package-lock.json", [`npm install --save-exact ${own} ${dev}`]],
    ["pnpm-lock.yaml", [`pnpm add ${own} ${dev}`]],
    ["yarn.lock", [`yarn add ${own}`, `yarn add --dev ${dev}`]],
  ])("is raised with all packages of its version, by the manager of %s", (lock, commands) => {
    writeStore("", { medusa: "2.18.0", manifest })
    write(lock)
    expect(raiseCommands(findStore(root))).toEqual(commands)
  })

  it("before 2.11 can't be raised by a command", () => {
    writeStore("", { medusa: "2.8.4", manifest })
    expect(raiseCommands(findStore(root))).toBeUndefined()
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
