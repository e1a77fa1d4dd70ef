/** Runs before npm packs a workspace, in its folder: compiles it, and lays the repository's license and changelog beside its README. */
import { copyFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { compile } from "./lib/prepare.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const complaint = compile(root)
if (complaint) throw new Error(complaint)
for (const name of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(root, name), name)
