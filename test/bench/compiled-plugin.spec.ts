import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { Cleanup } from "../../demo/cleanup.mjs"
import { chooseAccounts } from "./account-choice.mjs"
import { benchFolder, COMPILED, installPlugin, PLUGIN } from "./compiled-plugin.mjs"

const ROOT = resolve(__dirname, "../..")

describe("installPlugin", () => {
  const cleanup = new Cleanup()
  const store = benchFolder(ROOT, cleanup)
  let folder: string
  beforeAll(() => {
    folder = installPlugin(ROOT, store)
  })
  afterAll(() => cleanup.run())

  it("installs a package whose names lead to its code", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const target: string = manifest.exports["./providers/lease-to-own"]
    expect(existsSync(join(folder, target))).toBe(true)
  })

  it("is found by its name from the store, not the checkout around it, which may hold no build", () => {
    const found = createRequire(join(store, "page.js")).resolve(`${PLUGIN}/package.json`)
    expect(found).toBe(join(folder, "package.json"))
  })

  it("writes JavaScript that runs as it is", () => {
    const { cents } = createRequire(join(folder, "package.json"))(`./${COMPILED}/lease-cart/amount.js`)
    expect(cents(1250)).toBe(1250)
  })

  it("chooses among a hundred accounts", () => {
    expect(chooseAccounts(folder)).toBeGreaterThan(0)
  })

  it("leaves the dashboard's code out, which no server loads", () => {
    expect(existsSync(join(folder, COMPILED, "admin"))).toBe(false)
  })
})
