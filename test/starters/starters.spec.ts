import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { applyPatches, bringStarter, raiseMedusa, STARTERS, startersOf } from "./starters.mjs"

const PATCH = `diff --git a/page.ts b/page.ts
--- a/page.ts
+++ b/page.ts
@@ -1 +1,2 @@
 one
+two
`
const STARTER = { repository: "", commit: "", storefront: ".", address: "", patches: ["shop.patch"] }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "starters-"))
  for (const name of ["tree", "from", "examples"]) mkdirSync(join(folder, name))
  writeFileSync(join(folder, "examples/shop.patch"), PATCH)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Brings a starter whose page is `text`. */
async function bring(text: string, name = "shop"): Promise<string> {
  writeFileSync(join(folder, "tree/page.ts"), text)
  execFileSync("tar", ["-czf", join(folder, "from/shop.tar.gz"), "-C", join(folder, "tree"), "."])
  const [from, examples, at] = ["from", "examples", "at"].map((part) => join(folder, part)) as [string, string, string]
  await bringStarter([name, STARTER], { from, folder: at })
  await applyPatches(STARTER.patches, { examples, folder: at })
  return readFileSync(join(at, "page.ts"), "utf8")
}

it("are all tried where none is named, else those that are", () => {
  expect(startersOf([]).map(([name]) => name)).toEqual(Object.keys(STARTERS))
  expect(startersOf(["dtc-starter"]).map(([name]) => name)).toEqual(["dtc-starter"])
})

it("are named where another is asked for", () => {
  expect(() => startersOf(["dtc"])).toThrow("dtc-starter")
})

it("get their patches", async () => {
  expect(await bring("one\n")).toBe("one\ntwo\n")
})

it("are refused where a patch does not fit", async () => {
  await expect(bring("three\n")).rejects.toThrow("patch")
})

it("name the Medusa under test, and not what it brings", () => {
  const file = join(folder, "package.json")
  const dependencies = { "@medusajs/medusa": "2.8.4", pg: "8", zod: "3" }
  writeFileSync(file, JSON.stringify({ dependencies, devDependencies: { jest: "29" }, packageManager: "yarn@4.4.0" }))
  raiseMedusa(folder, { "@medusajs/medusa": "2.21.2", "@medusajs/ui": "4.2.6" }, /^(pg|zod)$/)
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    dependencies: { "@medusajs/medusa": "2.21.2" },
    devDependencies: { jest: "29" },
  })
})

it("are missed where the folder has them not", async () => {
  await expect(bring("one\n", "other")).rejects.toThrow("There is no other.tar.gz")
})
