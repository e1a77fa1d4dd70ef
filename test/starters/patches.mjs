import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { carryOut, planIn } from "./edits.mjs"
import { bringStarter, startersOf } from "./starters.mjs"

/** What each of a starter's first two patches holds, in their order. */
const PARTS = /** @type {const} */ ([["lease"], ["lease", "more"]])

/**
 * Makes a starter's patches of what `init --storefront` inserts.
 *
 * @param {[string, import("./starters.mjs").Starter]} entry @param {{ from: string | undefined, folder: string }} where as for `bringStarter`
 * @returns {Promise<[patch: string, text: string][]>}
 */
export async function makePatches([name, starter], { from, folder }) {
  await bringStarter([name, starter], { from, folder })
  const git = (/** @type {string[]} */ ...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8" })
  git("add", "--all")
  return PARTS.map((parts, at) => {
    const storefront = join(folder, starter.storefront)
    carryOut(storefront, planIn(storefront, { parts }))
    git("add", "--all", "--intent-to-add")
    const patch = git(
      "-c",
      "core.abbrev=7",
      "-c",
      "core.quotePath=true",
      "diff",
      "--no-color",
      "--no-ext-diff",
      "--no-renames",
    )
    git("add", "--all")
    return [starter.patches[at] ?? "", patch]
  })
}

/** Tests that `examples` has what `init --storefront` inserts. @param {string[]} names of starters @param {string | undefined} from */
export function testPatches(names, from) {
  for (const entry of startersOf(names))
    test(`examples has the patches for ${entry[0]}`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), "lease-to-own-patches-"))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      for (const [patch, text] of await makePatches(entry, { from, folder }))
        assert.equal(readFileSync(join("examples", patch), "utf8"), text, "run npm run examples")
    })
}
