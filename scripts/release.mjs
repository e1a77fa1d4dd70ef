/**
 * `npm run release`: checks whether this commit can be released, runs the release's tests, packs the four packages, checks the tarballs as
 * their users would get them, and publishes what the registry lacks.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { judge } from "./lib/judge.mjs"
import * as release from "./lib/release.mjs"

const { values: args } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "skip-tests": { type: "boolean", default: false },
    starters: { type: "string" },
    to: { type: "string" },
  },
})
// Without `--` before it, npm takes the option itself and passes it on in this variable.
const isDry = args["dry-run"] || process.env.npm_config_dry_run === "true"
delete process.env.npm_config_dry_run
/** Resolves a path from the folder in which the command was run. */
const fromCaller = (/** @type {string} */ path) => resolve(process.env.INIT_CWD ?? ".", path)
const tests = args["skip-tests"] ? [] : release.testsOf(args.starters && fromCaller(args.starters))

if (args["skip-tests"] && process.env.GITHUB_ACTIONS && !isDry)
  throw new Error("A workflow can't release without the tests.")
const folder = args.to ? fromCaller(args.to) : resolve(".cache/release")
if (!args.to) rmSync(folder, { recursive: true, force: true })
if (existsSync(folder) && readdirSync(folder).length > 0)
  throw new Error(`${folder} is not empty. Choose another folder with --to.`)
mkdirSync(folder, { recursive: true })

const found = release.obstacles(release.readFacts())
for (const text of found) console.log(`${isDry ? "WARN" : "FAIL"} ${text}`)
if (found.length > 0 && !isDry) throw new Error("Nothing was built or published.")
for (const words of tests)
  if (spawnSync(process.execPath, ["scripts/run.mjs", ...words], { stdio: "inherit" }).status !== 0)
    throw new Error(`npm run ${words.join(" ")} failed. Nothing was published.`)

const all = release.packAll(folder)
const wrong = []
for (const { manifest, tarball } of all) {
  await release.writeSbom(folder, manifest)
  const problems = await judge(manifest.name, tarball)
  wrong.push(...problems)
  const verdict = `${problems.length > 0 ? "FAIL" : "PASS"} ${manifest.name} can be installed and imported`
  console.log([verdict, ...problems].join("\n  "))
}
if (wrong.length > 0) throw new Error("Nothing was published.")
if (isDry) console.log(`Nothing was published: this was a dry run. The tarballs and their SBOMs are in ${folder}`)
else await release.publishMissing(all, { ...release, say: console.log })
