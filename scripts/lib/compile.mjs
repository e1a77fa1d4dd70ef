import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { captureNode } from "./child.mjs"

/** The workspaces that run as JavaScript: Node 20 reads no TypeScript. One after another: the types of a later one come from those before it. */
export const WORKSPACES = ["packages/sandbox", "packages/storefront", "packages/react"]

/** The native compiler, which takes a third of the time. `typescript` stays beside it for its API, which the native one has not. */
export const TSC = "node_modules/typescript-7/bin/tsc"

/** Written after a compilation without errors; its age is compared with the sources. */
const STAMP = ".compiled"

/**
 * Whether a workspace's `dist` is missing or older than its sources. Folders count too: a deleted file shows only in the
 * age of its folder.
 *
 * @param {string} workspace folder
 */
export function needsCompiling(workspace) {
  const compiled = ageOf(join(workspace, "dist", STAMP))
  if (compiled === undefined) return true
  const sources = ["src", "package.json", "tsconfig.json"].map((name) => join(workspace, name))
  return sources.some((source) => newestIn(source) > compiled)
}

/**
 * Compiles a workspace into `dist`, from nothing, so that no file of a deleted source stays.
 *
 * @param {string} root
 * @param {string} name workspace
 * @returns {Promise<string | undefined>} what the compiler complained about
 */
export async function compile(root, name) {
  const dist = join(root, name, "dist")
  rmSync(dist, { recursive: true, force: true })
  const { status, output } = await captureNode([join(root, TSC), "-p", name], { cwd: root })
  if (status !== 0) return output.trim()
  writeFileSync(join(dist, STAMP), "")
  return undefined
}

/** @returns {number} time of the last change, in ms; 0 when there is nothing */
function newestIn(/** @type {string} */ path) {
  const own = ageOf(path)
  if (own === undefined) return 0
  if (!statSync(path).isDirectory()) return own
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

function ageOf(/** @type {string} */ path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
