/**
 * npm run examples -- [options]
 * Writes the patches in examples/ that init --storefront makes in Medusa's storefronts. test:starters fails if they differ.
 *   --from DIR         use DIR/NAME.tar.gz instead of fetching them from GitHub with git
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { makePatches } from "../test/starters/patches.mjs"
import { STARTERS } from "../test/starters/starters.mjs"

const { values } = parseArgs({ options: { from: { type: "string" } } })
const from = values.from && resolve(process.env.INIT_CWD ?? ".", values.from)
const parent = mkdtempSync(join(tmpdir(), "lease-to-own-examples-"))
try {
  for (const entry of Object.entries(STARTERS))
    for (const [patch, text] of await makePatches(entry, { from, folder: join(parent, entry[0]) })) {
      writeFileSync(join("examples", patch), text)
      console.log(`Wrote examples/${patch}`)
    }
} finally {
  rmSync(parent, { recursive: true, force: true })
}
