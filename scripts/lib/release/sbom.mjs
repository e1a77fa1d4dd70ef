import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { npm } from "./pack.mjs"
import { FOLDERS } from "./released.mjs"

/**
 * Writes what comes along with a package when it is installed, as CycloneDX: its dependencies in the versions of package-lock.json, with which it was tested. What
 * the store or the shop brings itself is not in it.
 *
 * @param {string} root
 * @param {string} folder of the tarballs
 * @param {import("./released.mjs").Manifest} manifest
 * @returns {Promise<string>} path of the file
 */
export async function writeSbom(
  root,
  folder,
  { name, version, description, license, author, repository, dependencies },
) {
  // npm lists a whole project: here one of the package alone, called as its folder is.
  const project = join(folder, "sbom", name)
  for (const path of FOLDERS) {
    mkdirSync(join(project, path), { recursive: true })
    cpSync(join(root, path, "package.json"), join(project, path, "package.json"))
  }
  const own = { name, version, description, license, author, repository, dependencies }
  writeFileSync(join(project, "package.json"), JSON.stringify(own))
  cpSync(join(root, "package-lock.json"), join(project, "package-lock.json"))
  const cwd = { cwd: project }
  await npm(["install", "--package-lock-only", "--offline", "--ignore-scripts", "--loglevel=error"], cwd)
  const list = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=library", "--package-lock-only", "--loglevel=error"]
  const file = join(folder, `${name}-${version}.cdx.json`)
  writeFileSync(file, await npm(list, cwd))
  rmSync(join(folder, "sbom"), { recursive: true })
  return file
}
