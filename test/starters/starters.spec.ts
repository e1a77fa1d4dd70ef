import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { applyPatches, bringStarter, STARTERS, startersOf } from "./starters.mjs"

const PATCH = "diff --git a/page.ts b/page.ts\n--- a/page.ts\n+++ b/page.ts\n@@ -1 +1,2 @@\n one\n+two\n"
const STARTER = { repository: "", commit: "", storefront: ".", address: "", patches: ["shop.patch"] }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "starters-"))
  for (const name of ["tree", "from", "examples"]) mkdirSync(join(folder, name))
  writeFileSync(join(folder, "examples/shop.patch"), PATCH)
})
afterEach(() => rmSync(folder, { recursive: true }))

it("the starters are all tried where none is named, and are named where another is asked for", () => {
  expect(startersOf([]).map(([name]) => name)).toEqual(Object.keys(STARTERS))
  expect(() => startersOf(["dtc"])).toThrow("dtc-starter")
})

it("a starter gets its patches, and is refused where one does not fit", async () => {
  const place = (part: string) => join(folder, part)
  const bring = async (text: string, at: string) => {
    writeFileSync(place("tree/page.ts"), text)
    execFileSync("tar", ["-czf", place("from/shop.tar.gz"), "-C", place("tree"), "."])
    await bringStarter(["shop", STARTER], { from: place("from"), folder: place(at) })
    await applyPatches(STARTER.patches, { examples: place("examples"), folder: place(at) })
    return readFileSync(join(place(at), "page.ts"), "utf8")
  }
  expect(await bring("one\n", "fits")).toBe("one\ntwo\n")
  await expect(bring("three\n", "differs")).rejects.toThrow("patch")
})
