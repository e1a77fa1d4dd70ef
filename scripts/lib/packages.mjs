import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Compressed size of an average package of this project, in MB: 1417 packages were 158 MB. */
const MEGABYTES_PER_PACKAGE = 0.11

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, resolved?: string, os?: string[], cpu?: string[] }} LockEntry
 * @typedef {Record<string, LockEntry>} LockEntries folder → what belongs there, as npm writes it in a lock's `packages`
 * @typedef {{ os: string, cpu: string }} Platform as `process.platform` and `process.arch` name them
 * @typedef {{ state: "complete" } | { state: "missing" | "interrupted" | "broken" | "older", reason: string }} PackagesState
 */

/**
 * Whether `node_modules` holds what the lock asks for. Pure: the disk is asked through `exists`.
 *
 * npm writes its own lock inside `node_modules` last of all, so its absence means an install that was cut off. Optional
 * packages that are not installed are fine (they are the other platforms'), but one for another platform that *is*
 * installed shows a `node_modules` carried over from another machine.
 *
 * @param {LockEntries} lock `packages` of package-lock.json
 * @param {LockEntries | undefined} installed `packages` of node_modules/.package-lock.json
 * @param {(folder: string) => boolean} exists whether a folder below the root is there
 * @param {Platform} platform
 * @returns {PackagesState}
 */
export function decidePackagesState(lock, installed, exists, platform) {
  if (!exists("node_modules")) return { state: "missing", reason: "there is no node_modules" }
  if (!installed) return { state: "interrupted", reason: "the last install was not finished" }
  for (const [folder, wanted] of Object.entries(lock)) {
    if (!folder.includes("node_modules/")) continue
    const found = installed[folder]
    if (!found) {
      if (wanted.optional) continue
      return { state: "older", reason: `${nameOf(folder)} is in package-lock.json and not installed` }
    }
    if (found.version !== wanted.version || Boolean(found.link) !== Boolean(wanted.link)) {
      return {
        state: "older",
        reason: `${nameOf(folder)} is ${found.version}, package-lock.json wants ${wanted.version}`,
      }
    }
    if (!fits(wanted, platform)) {
      return { state: "broken", reason: `${nameOf(folder)} was installed for another platform` }
    }
    if (!exists(folder)) return { state: "broken", reason: `the folder ${folder} is gone` }
  }
  return { state: "complete" }
}

/**
 * How much `npm ci` will fetch on this platform when nothing is in npm's cache: packages, and about how many MB.
 *
 * @param {LockEntries} lock
 * @param {Platform} platform
 */
export function estimateFetch(lock, platform) {
  const entries = Object.entries(lock).filter(
    ([folder, entry]) => folder.includes("node_modules/") && !entry.link && fits(entry, platform),
  )
  return { packages: entries.length, megabytes: Math.round((entries.length * MEGABYTES_PER_PACKAGE) / 10) * 10 }
}

/**
 * The same decision for a real folder.
 *
 * @param {string} root
 * @returns {PackagesState & { lock: LockEntries, platform: Platform }}
 */
export function readPackagesState(root) {
  const platform = { os: process.platform, cpu: process.arch }
  const lock = readEntries(join(root, "package-lock.json"))
  if (!lock)
    throw new Error(`package-lock.json in ${root} is missing or cannot be read. Get it back from the repository.`)
  const installed = readEntries(join(root, "node_modules", ".package-lock.json"))
  const exists = (/** @type {string} */ folder) =>
    existsSync(folder === "node_modules" ? join(root, folder) : join(root, folder, "package.json"))
  return { ...decidePackagesState(lock, installed, exists, platform), lock, platform }
}

/** @returns {LockEntries | undefined} nothing when the file is missing or cut short */
function readEntries(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages
  } catch {
    return undefined
  }
}

/** npm's own rule: a list of names, or of names that are excluded by a leading "!". */
function fits(/** @type {LockEntry} */ entry, /** @type {Platform} */ platform) {
  const allows = (/** @type {string[] | undefined} */ list, /** @type {string} */ value) =>
    !list || (!list.includes(`!${value}`) && (list.every((name) => name.startsWith("!")) || list.includes(value)))
  return allows(entry.os, platform.os) && allows(entry.cpu, platform.cpu)
}

function nameOf(/** @type {string} */ folder) {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length)
}
