import { type StdioOptions, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

export const CONFIG_FILES = ["medusa-config.ts", "medusa-config.js", "medusa-config.mjs"]

/**
 * Runs one of this folder's scripts with the Medusa installation of the store in the current folder or a parent folder. Exits with the script's exit
 * status.
 */
export function runInStore(script: string, args: readonly string[]): void {
  run(script, args, "inherit")
}

/** The number of the stream on which a script of {@link printFromStore} writes. */
const ANSWER = 3

/**
 * Like {@link runInStore}, but prints only what the script writes to the stream whose number is its last argument, and only if it succeeds. Whatever
 * Medusa logs goes to stderr, so the output can be redirected into a file.
 */
export function printFromStore(script: string, args: readonly string[]): void {
  const output = run(script, [...args, String(ANSWER)], ["inherit", 2, "inherit", "pipe"])
  if (process.exitCode === 0) process.stdout.write(output[ANSWER] ?? "")
}

function run(script: string, args: readonly string[], stdio: StdioOptions): (Buffer | null)[] {
  const store = storeAbove(process.cwd())
  const file = join(__dirname, `${script}.js`)
  const { status, error, output } = spawnSync(process.execPath, [medusaIn(store), "exec", file, ...args], {
    cwd: store,
    stdio,
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  if (error) throw error
  process.exitCode = status ?? 1
  return output
}

/** Returns the folder of the store's configuration: the current one, or the nearest above it. */
export function storeAbove(folder: string, begun = folder): string {
  if (CONFIG_FILES.some((name) => existsSync(join(folder, name)))) return folder
  const above = dirname(folder)
  if (above !== folder) return storeAbove(above, begun)
  throw new Error(`There is no medusa-config.ts in ${begun} or above it. Run this in the store's folder.`)
}

export function medusaIn(store: string): string {
  try {
    return createRequire(join(store, "package.json")).resolve("@medusajs/cli/cli.js")
  } catch {
    throw new Error(
      `The package @medusajs/cli is not installed for the store in ${store}. Install the store's packages first.`,
    )
  }
}
