import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { buildSync } from "../../scripts/lib/bundler.mjs"

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, ".cache/programs")

/**
 * Bundles one of this repository's programs into a single JavaScript file, because ts-node would compile it again in each child process. Packages
 * remain external. Returns the file's path.
 */
export function programOf(source: string): string {
  const path = join(FOLDER, `${basename(source, ".ts")}.cjs`)
  const { outputFiles } = buildSync({
    entryPoints: [join(ROOT, source)],
    absWorkingDir: ROOT,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "cjs",
    target: "node20",
    write: false,
    logLevel: "error",
  })
  mkdirSync(FOLDER, { recursive: true })
  // Write atomically, because another worker may be running this file right now.
  const own = `${path}.${process.pid}`
  writeFileSync(own, outputFiles[0]?.text ?? "")
  renameSync(own, path)
  return path
}
