import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The native compiler, which takes a third of the time. `typescript` stays beside it for its API, which the native one has not. */
export const TSC = "node_modules/typescript-7/bin/tsc"

/** The workspaces that run as JavaScript: Node 20 reads no TypeScript. */
const WORKSPACES = ["packages/sandbox", "packages/react"]

/** Brings a checkout to the point where any script can run. When nothing is to be done this is a look at the disk. @param {string} root */
export function prepare(root) {
  if (!isInstalled(root)) {
    console.log("Installing the packages of package-lock.json: one to three minutes.")
    const ci = ["ci", "--include=dev", "--include=optional"]
    const { status } = spawnSync("npm", ci, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
    if (status !== 0) throw new Error(`npm ci ended with status ${status}; what it said is above.`)
  }
  const complaint = compile(root)
  // The type checks of `npm test` say it as well; what could be compiled is there.
  if (complaint) console.log(complaint)
}

/** Compiles the workspaces that are older than their sources. @param {string} root @returns what the compiler complained about */
export function compile(root) {
  const { status, stdout } = spawnSync(process.execPath, [TSC, "--build", ...WORKSPACES], {
    cwd: root,
    encoding: "utf8",
  })
  return status === 0 ? "" : stdout.trim()
}

/**
 * Whether `node_modules` holds what the lock asks for, by npm's own list in it. Times say nothing here: git writes the lock anew with each
 * change of branch.
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

/** @param {string} lock @returns {Record<string, { version?: string, optional?: boolean }>} none when there is no such file */
function entriesOf(lock) {
  try {
    return JSON.parse(readFileSync(lock, "utf8")).packages
  } catch {
    return {}
  }
}
