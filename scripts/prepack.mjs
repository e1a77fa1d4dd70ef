/** Runs in a workspace's folder before npm packs the workspace. Compiles it, and copies the repository's license and changelog into the folder. */
import { copyFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { compile } from "./lib/prepare.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const complaint = compile(root)
if (complaint) throw new Error(complaint)
for (const name of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(root, name), name)
