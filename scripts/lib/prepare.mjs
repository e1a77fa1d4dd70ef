import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The native compiler, which is three times as fast. `typescript` is still needed for its API. */
export const TSC = "node_modules/typescript-7/bin/tsc"

/** The workspaces that are compiled to JavaScript, because Node 20 can't run TypeScript. */
const WORKSPACES = ["packages/sandbox", "packages/react"]

/** Installs and compiles whatever a script needs. If everything is up to date, it only checks the files. @param {string} root */
export function prepare(root) {
  if (!isInstalled(root)) {
    console.log("Installing the packages of package-lock.json, which takes one to three minutes.")
    const ci = ["ci", "--include=dev", "--include=optional"]
    const { status } = spawnSync("npm", ci, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
    if (status !== 0) throw new Error(`npm ci failed with status ${status}. Its output is above.`)
  }
  const complaint = compile(root)
  // Don't fail here. The type checks of `npm test` report the same errors, and the rest has been compiled.
  if (complaint) console.log(complaint)
}

/** Compiles workspaces that are older than their sources. @param {string} root @returns the compiler's errors */
export function compile(root) {
  const { status, stdout } = spawnSync(process.execPath, [TSC, "--build", ...WORKSPACES], {
    cwd: root,
    encoding: "utf8",
  })
  const kit = join(root, "packages/storefront")
  mkdirSync(join(kit, "dist"), { recursive: true })
  writeFileSync(join(kit, "dist/message.css"), messageStyles(readFileSync(join(kit, "style.css"), "utf8")))
  return status === 0 ? "" : stdout.trim()
}

/** Returns the part of the kit's style sheet that a page with messages alone needs. @param {string} styles */
export function messageStyles(styles) {
  return styles.slice(0, styles.indexOf("\n/* Checkouts and orders."))
}

/**
 * True if `node_modules` contains what the lock file requires, according to the list that npm keeps in that folder. File times don't help, because
 * git rewrites the lock file whenever the branch changes.
 *
 * @param {string} root
 */
function isInstalled(root) {
  const installed = entriesOf(join(root, "node_modules/.package-lock.json"))
  return Object.entries(entriesOf(join(root, "package-lock.json"))).every(
    ([folder, { version, optional }]) =>
      !folder.includes("node_modules/") || (installed[folder] ? installed[folder].version === version : optional),
  )
}

/** @param {string} lock @returns {Record<string, { version?: string, optional?: boolean }>} empty if there is no such file */
function entriesOf(lock) {
  try {
    return JSON.parse(readFileSync(lock, "utf8")).packages
  } catch {
    return {}
  }
}
