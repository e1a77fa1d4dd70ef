/**
 * `npm run release`: checks that this commit may be released, runs the release's tests, packs the four packages, lists what comes along with each,
 * judges the tarballs as those who install them would, and publishes what the registry lacks. `--dry-run` does all but publish, and only warns of what would stop a release.
 * `--starters DIR` takes Medusa's storefronts from that folder in place of GitHub, as `npm run test:starters -- --from DIR` does.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { runNode } from "./lib/child.mjs"
import { judge } from "./lib/release/judge.mjs"
import { packAll } from "./lib/release/pack.mjs"
import { obstacles, readFacts } from "./lib/release/preflight.mjs"
import { isPublished, publish, publishMissing } from "./lib/release/publish.mjs"
import { writeSbom } from "./lib/release/sbom.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values: args } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "skip-tests": { type: "boolean", default: false },
    starters: { type: "string" },
    to: { type: "string" },
  },
})
/** Arguments of `run.mjs`, one run after another. */
const TESTS = [
  ["test", "--all"],
  ["test:packed"],
  ["test:packed", "--medusa", "oldest"],
  ["test:starters", ...(args.starters === undefined ? [] : ["--from", fromCaller(args.starters)])],
]
// Without the dashes between, npm takes the option for its own and says so here.
const isDry = args["dry-run"] || process.env.npm_config_dry_run === "true"
try {
  if (args["skip-tests"] && process.env.GITHUB_ACTIONS && !isDry)
    throw new Error("A workflow releases nothing without its tests.")
  await release(emptyFolder(args.to))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @param {string} folder for the tarballs */
async function release(folder) {
  const found = obstacles(readFacts(root, process.env))
  for (const text of found) console.log(`${isDry ? "WARN" : "FAIL"} ${text}`)
  if (found.length > 0 && !isDry) throw new Error("Nothing was built or published.")
  if (!args["skip-tests"]) await test()
  const all = await packAll(root, folder)
  const wrong = []
  for (const packed of all) {
    describe(packed)
    console.log(`  and beside it ${relative(folder, await writeSbom(root, folder, packed.manifest))}`)
    const problems = await judge(packed)
    const verdict = `${problems.length > 0 ? "FAIL" : "PASS"} ${packed.manifest.name} can be installed and imported`
    console.log([verdict, ...problems].join("\n  "))
    wrong.push(...problems)
  }
  if (wrong.length > 0) throw new Error("Nothing was published.")
  if (isDry) return console.log(`Nothing was published: this was a dry run. The tarballs are in ${folder}`)
  await publishMissing(all, {
    isPublished: (name, version) => isPublished(root, name, version),
    publish: (packed) => publish(root, packed),
    say: console.log,
  })
}

/** @param {string | undefined} named by the one who runs this: nothing of theirs is removed */
function emptyFolder(named) {
  const own = join(root, ".cache", "release")
  if (named === undefined) rmSync(own, { recursive: true, force: true })
  const folder = named === undefined ? own : fromCaller(named)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name another folder with --to.`)
  return folder
}

/** @param {string} path as the one who runs this sees it */
function fromCaller(path) {
  return resolve(process.env.INIT_CWD ?? root, path)
}

async function test() {
  for (const words of TESTS) {
    const status = await runNode([join(root, "scripts", "run.mjs"), ...words], { cwd: root })
    if (status !== 0) throw new Error(`npm run ${words.join(" ")} failed. Nothing was published.`)
  }
}

/** Prints name, version, size and files. @param {import("./lib/release/pack.mjs").Packed} packed */
function describe({ manifest, tarball, folder }) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const kilobytes = (statSync(tarball).size / 1024).toFixed(1)
  console.log(`\n${manifest.name} ${manifest.version}: ${kilobytes} kB, ${files.length} files`)
  for (const file of files) console.log(`  ${relative(folder, join(file.parentPath, file.name))}`)
}
