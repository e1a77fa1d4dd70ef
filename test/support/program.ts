import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { buildSync } from "../browser/support/bundler.mjs"

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, ".cache/programs")

/**
 * A program of the repository as one file of JavaScript, for child processes: with ts-node each of them would compile it again. Packages stay
 * outside. Answers the path of the file.
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
  // Another worker may be starting it: a file is there whole, or not at all.
  const own = `${path}.${process.pid}`
  writeFileSync(own, outputFiles[0]?.text ?? "")
  renameSync(own, path)
  return path
}
