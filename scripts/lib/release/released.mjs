import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The folders of the packages that are released together, each after those it depends on. */
export const FOLDERS = ["packages/sandbox", "packages/storefront", "packages/react", "."]

/**
 * @typedef {{ name: string, version: string, description: string, repository: { type: string, url: string, directory?: string },
 *   homepage: string, bugs: { url: string }, author: string, license: string, keywords: string[], files: string[],
 *   exports?: Record<string, unknown>, engines?: { node: string }, dependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, publishConfig?: { access: string, provenance: boolean }, private?: boolean }} Manifest
 *   the part of a package.json that a release reads
 * @typedef {{ folder: string, manifest: Manifest }} Released `folder`: from the repository's root
 */

/** The packages of a release. @param {string} root @returns {Released[]} */
export function readReleased(root) {
  return FOLDERS.map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
  }))
}

/**
 * The address of the repository, as a browser opens it. The root's package.json is the one place that holds it; the other places repeat it, and a
 * test compares them.
 *
 * @param {string} root
 * @returns {string} without a slash at its end
 */
export function repositoryAddress(root) {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "")
}

/** Whether an address stands in for one that is not known yet: its host is of those that belong to no one. @param {string} address */
export function isPlaceholder(address) {
  return new URL(address).hostname.endsWith(".example")
}
