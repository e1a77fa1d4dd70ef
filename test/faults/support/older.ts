import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const ROOT = resolve(__dirname, "../../..")
const MIGRATIONS = ":(glob)src/modules/lease/migrations/*.ts"

const git = (...args: string[]) =>
  execFileSync("git", ["-C", ROOT, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()

/** The last commit before the last change of the schema. */
function olderCommit(): string {
  try {
    if (git("rev-parse", "--is-shallow-repository") === "false")
      return git("rev-parse", `${git("log", "-1", "--format=%H", "--", MIGRATIONS)}^`)
  } catch {
    // Explained below.
  }
  throw new Error(
    "This test needs a git checkout with its whole history, to find the version before the last change of the schema.",
  )
}

/** Writes the plugin as it was before the last change of the schema into a temporary folder, with this folder's dependencies. */
export function checkOutOlder(): { commit: string; folder: string; remove(): void } {
  const commit = olderCommit()
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-older-"))
  const files = execFileSync("git", ["-C", ROOT, "archive", commit, "src", "packages", "test", "demo"], {
    maxBuffer: 2 ** 28,
  })
  execFileSync("tar", ["-x", "-C", folder], { input: files })
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
  return { commit, folder, remove: () => rmSync(folder, { recursive: true }) }
}
