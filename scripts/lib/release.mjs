/** The steps of a release. All of them run in the repository's root. */
import { execFile, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

/**
 * @typedef {{ name: string, version: string, repository: { url: string }, dependencies?: Record<string, string>, [key: string]: unknown }} Manifest
 *   the part of a package.json that a release uses
 * @typedef {{ manifest: Manifest, tarball: string }} Packed
 */

const execute = promisify(execFile)

/** The folders of the packages that are released together, each after its dependencies. */
export const FOLDERS = ["packages/sandbox", "packages/storefront", "packages/react", "."]

/** @param {string} folder @returns {Manifest} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Reads everything that determines whether a checkout can be released. */
export function readFacts() {
  const git = (/** @type {string[]} */ ...args) => spawnSync("git", args, { encoding: "utf8" })
  const linesOf = (/** @type {string} */ text) => text.split("\n").filter(Boolean)
  const main = ["origin/main", "main"].find((name) => git("rev-parse", "--verify", "--quiet", name).status === 0)
  const { version, homepage } = manifestOf(".")
  return {
    version,
    homepage: String(homepage),
    changelog: readFileSync("CHANGELOG.md", "utf8"),
    uncommitted: linesOf(git("status", "--porcelain").stdout).map((line) => line.slice(3)),
    tags: linesOf(git("tag", "--points-at", "HEAD").stdout),
    onMain: main !== undefined && git("merge-base", "--is-ancestor", "HEAD", main).status === 0,
  }
}

/**
 * Returns the reasons a checkout can't be released, each in one or two sentences. Other obstacles are found elsewhere: npm refuses to publish without
 * provenance, which only a workflow has; a test compares the packages' versions; and {@link takenNames} asks the registry.
 *
 * @param {ReturnType<typeof readFacts>} facts
 */
export function obstacles({ version, homepage, changelog, uncommitted, tags, onMain }) {
  const tag = `v${version}`
  const heading = `## ${version}`
  return [
    uncommitted.length > 0 && `There are uncommitted changes: ${uncommitted.join(", ")}.`,
    !onMain && "This commit is not on main.",
    !tags.includes(tag) && `This commit has no tag ${tag}. The tag must equal the version in package.json.`,
    !changelog.includes(`\n${heading}\n`) &&
      `CHANGELOG.md has no heading "${heading}". Add one that describes what is new.`,
    new URL(homepage).hostname.endsWith(".example") &&
      `The repository's address in ${homepage} is a placeholder. Write the real one into \`repository\`, \`homepage\` and \`bugs\` of each package.json.`,
  ].filter((text) => text !== false)
}

/**
 * Returns a sentence or two about each name that belongs to somebody else on npm or can't be looked up. A name is ours if no package has it, or if
 * its package names this repository. The workflow publishes without an account, so a package's owners can't show that the package is ours.
 *
 * @param {readonly Pick<Manifest, "name" | "repository">[]} [manifests]
 */
export async function takenNames(manifests = FOLDERS.map(manifestOf)) {
  const found = manifests.map(async ({ name, repository }) => {
    const theirs = await view(name, "repository.url")
    if (theirs === undefined || theirs === repository.url) return []
    return [
      `The package ${name} on npm names ${theirs || "no repository"} instead of ${repository.url}. If it's not ours, choose another name.`,
    ]
  })
  return (await Promise.all(found.map((texts) => texts.catch((/** @type {Error} */ { message }) => [message])))).flat()
}

/** @param {string[]} args @param {string} [cwd] @returns {Promise<string>} npm's output; throws with its error if it fails */
async function npm(args, cwd = ".") {
  const options = { cwd, env: process.env, shell: process.platform === "win32", maxBuffer: 16 * 1024 ** 2 }
  return (await execute("npm", args, options)).stdout
}

/** Creates the tarballs of a release. @param {string} folder for the tarballs @returns {Packed[]} in the order to publish them */
export function packAll(folder) {
  const args = ["pack", ...FOLDERS.map((path) => `./${path}`), `--pack-destination=${folder}`]
  // npm prints the files in each package.
  const { status } = spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" })
  if (status !== 0) throw new Error("npm pack failed. Nothing was published.")
  return FOLDERS.map(manifestOf).map((manifest) => {
    return { manifest, tarball: join(folder, `${manifest.name}-${manifest.version}.tgz`) }
  })
}

/**
 * Writes a package's SBOM in CycloneDX, with its dependencies in the versions from package-lock.json, which were tested. `npm sbom` covers a whole
 * project and takes the project's name from the folder, so this creates a project for the package alone.
 *
 * @param {string} folder @param {Manifest} manifest
 */
export async function writeSbom(folder, { name, version, description, license, author, repository, dependencies }) {
  const above = mkdtempSync(join(tmpdir(), "lease-to-own-sbom-"))
  const project = join(above, name)
  mkdirSync(project)
  const own = { name, version, description, license, author, repository, dependencies }
  writeFileSync(join(project, "package.json"), JSON.stringify(own))
  cpSync("package-lock.json", join(project, "package-lock.json"))
  await npm(["install", "--package-lock-only", "--offline", "--ignore-scripts", "--loglevel=error"], project)
  const list = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=library", "--package-lock-only", "--loglevel=error"]
  writeFileSync(join(folder, `${name}-${version}.cdx.json`), await npm(list, project))
  rmSync(above, { recursive: true })
}

/**
 * Publishes the packages that the registry doesn't have in this version, one after another.
 *
 * @param {readonly Packed[]} all
 */
export async function publishMissing(all) {
  for (const { manifest, tarball } of all) {
    const { name, version } = manifest
    const isThere = (await view(`${name}@${version}`, "version")) === version
    // npm must not install a version such as 1.0.0-rc.1 by default.
    if (!isThere) await npm(["publish", tarball, `--tag=${version.includes("-") ? "next" : "latest"}`])
    console.log(isThere ? `${name} ${version} was already published.` : `Published ${name} ${version}.`)
  }
}

/** Reads a field of a package from npm's registry. Undefined if there is no such package. @throws if the registry gives no clear answer */
async function view(/** @type {string} */ wanted, /** @type {string} */ field) {
  try {
    return (await npm(["view", wanted, field, "--loglevel=error"])).trim()
  } catch (error) {
    if (/\bE404\b/.test(String(error))) return undefined
    throw new Error(`The registry gave no clear answer about ${wanted}:\n${error}`)
  }
}
