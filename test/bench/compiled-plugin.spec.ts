import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { COMPILED, installPlugin } from "./compiled-plugin.mjs"

const ROOT = resolve(__dirname, "../..")

describe("installPlugin", () => {
  const store = mkdtempSync(join(tmpdir(), "lease-to-own-compiled-"))
  let folder: string
  beforeAll(() => {
    folder = installPlugin(ROOT, store)
  })
  afterAll(() => rmSync(store, { recursive: true, force: true }))

  it("installs a package whose names lead to its code", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const target: string = manifest.exports["./providers/*"]
    expect(existsSync(join(folder, target.replace("*", "lease-to-own")))).toBe(true)
  })

  it("writes JavaScript that runs as it is", () => {
    const { cents } = createRequire(join(folder, "package.json"))(`./${COMPILED}/lease-cart/amount.js`)
    expect(cents(1250)).toBe(1250)
  })

  it("leaves the dashboard's code out, which no server loads", () => {
    expect(existsSync(join(folder, COMPILED, "admin"))).toBe(false)
  })
})
