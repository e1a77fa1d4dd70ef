/**
 * Runs before npm packs a workspace, in its folder: compiles what is older than its sources, and lays the repository's license and changelog beside
 * its README, so that each tarball has them.
 */
import { copyFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { prepare } from "./lib/prepare.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
await prepare(root, { mustCompile: true })
for (const name of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(root, name), join(process.cwd(), name))
