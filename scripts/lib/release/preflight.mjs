import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isPlaceholder, readReleased, repositoryAddress } from "./released.mjs"

/**
 * @typedef {{ released: import("./released.mjs").Released[], address: string, changelog: string, uncommitted: string[], tags: string[],
 *   onMain: boolean, canProve: boolean }} Facts `uncommitted`: files; `tags`: of this commit; `onMain`: whether main holds this
 *   commit; `canProve`: whether npm can have it attested where the package was built
 */

/**
 * Everything about a checkout that decides whether it may be released.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Facts}
 */
export function readFacts(root, env) {
  const git = (/** @type {string[]} */ ...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" })
  const linesOf = (/** @type {string} */ text) => text.split("\n").filter(Boolean)
  const main = ["origin/main", "main"].find((name) => git("rev-parse", "--verify", "--quiet", name).status === 0)
  return {
    released: readReleased(root),
    address: repositoryAddress(root),
    changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"),
    uncommitted: linesOf(git("status", "--porcelain").stdout).map((line) => line.slice(3)),
    tags: linesOf(git("tag", "--points-at", "HEAD").stdout),
    onMain: main !== undefined && git("merge-base", "--is-ancestor", "HEAD", main).status === 0,
    canProve: Boolean(env.ACTIONS_ID_TOKEN_REQUEST_URL),
  }
}

/**
 * Why a checkout may not be released, a sentence or two each.
 *
 * @param {Facts} facts
 * @returns {string[]}
 */
export function obstacles({ released, address, changelog, uncommitted, tags, onMain, canProve }) {
  const version = released[0]?.manifest.version ?? ""
  const tag = `v${version}`
  const checks = /** @type {[boolean, string][]} */ ([
    [uncommitted.length === 0, `There are changes that are not committed: ${uncommitted.join(", ")}.`],
    [onMain, "This commit is not on main."],
    [tags.includes(tag), `This commit has no tag ${tag}. The tag must equal the version in package.json.`],
    [
      changelog.split("\n").some((line) => line === `## ${version}`),
      `CHANGELOG.md has no heading "## ${version}". Write there what is new.`,
    ],
    [
      !isPlaceholder(address),
      `The repository's address, ${address}, is a placeholder. Write the real one into \`repository\`, \`homepage\` and \`bugs\` of each package.json.`,
    ],
    [
      canProve,
      `npm can only prove where a package was built in a workflow with \`id-token: write\`. Push the tag ${tag}: .github/workflows/release.yml runs this command there.`,
    ],
  ])
  return [...versionObstacles(released, version), ...checks.flatMap(([holds, text]) => (holds ? [] : [text]))]
}

/** @param {import("./released.mjs").Released[]} released @param {string} version */
function versionObstacles(released, version) {
  const names = released.map(({ manifest }) => manifest.name)
  return released.flatMap(({ folder, manifest }) => {
    const where = `${folder}/package.json`
    const own = manifest.version === version ? [] : [`${where} has version ${manifest.version}, the others ${version}.`]
    const others = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
      ([name, of]) => names.includes(name) && of !== version,
    )
    return [...own, ...others.map(([name, of]) => `${where} depends on ${name} ${of}, and ${version} is released.`)]
  })
}
