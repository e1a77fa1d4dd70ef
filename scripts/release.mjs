/**
 * npm run release -- [options]
 * Checks whether this commit can be released under our names, tests, packs and checks the four packages, and publishes those the registry lacks.
 *   --dry-run          do everything but publish; obstacles are only warnings
 *   --skip-tests       skip the tests, which take an hour
 *   --starters DIR     use Medusa's storefronts from this folder, like test:starters --from
 *   --to FOLDER        put the tarballs into this folder instead of .cache/release
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { obstacles, packAll, publishMissing, readFacts, takenNames, writeSbom } from "./lib/release.mjs"

const { values: args } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "skip-tests": { type: "boolean", default: false },
    starters: { type: "string" },
    to: { type: "string" },
  },
})
// If there is no `--` before the option, npm takes it as its own and passes it on in this variable.
const isDry = args["dry-run"] || process.env.npm_config_dry_run === "true"
delete process.env.npm_config_dry_run
/** Resolves a path relative to the folder in which the command was run. */
const fromCaller = (/** @type {string} */ path) => resolve(process.env.INIT_CWD ?? ".", path)

/** The npm scripts that test a release. The fault tests use a new seed, which they print. */
const TESTS = [
  "test -- --all",
  "test:faults -- test/faults test/dialects/faults test/space",
  "test:packed",
  "test:packed -- --medusa oldest",
  "test:packed -- --with pnpm",
  `test:starters${args.starters ? ` -- --from "${fromCaller(args.starters)}"` : ""}`,
]

/**
 * The findings of "are the types wrong?" that are intended, by package: Medusa requires default exports of modules and providers, and reads them from
 * CommonJS itself; packages for browsers are only ES modules.
 *
 * @type {Record<string, string>}
 */
const INTENDED = {
  "medusa-plugin-lease-to-own": "--ignore-rules cjs-only-exports-default",
  "lease-to-own-storefront": "--ignore-rules cjs-resolves-to-esm",
  "lease-to-own-react": "--ignore-rules cjs-resolves-to-esm",
}
/** Entry points without types: styles, and the bundle that Medusa's dashboard loads. */
const WITHOUT_TYPES = "style.css message.css admin package.json"

const succeeds = (/** @type {string} */ command) => spawnSync(command, { stdio: "inherit", shell: true }).status === 0

const folder = args.to ? fromCaller(args.to) : resolve(".cache/release")
if (!args.to) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const found = [...obstacles(readFacts()), ...(await takenNames())]
for (const text of found) console.log(`${isDry ? "WARN" : "FAIL"} ${text}`)
if (found.length > 0 && !isDry) throw new Error("Nothing was built or published.")
for (const words of args["skip-tests"] ? [] : TESTS)
  if (!succeeds(`npm run ${words}`)) throw new Error(`npm run ${words} failed. Nothing was published.`)

const all = packAll(folder)
for (const { manifest, tarball } of all) {
  await writeSbom(folder, manifest)
  const { [manifest.name]: meant = "" } = INTENDED
  const types = `npx attw "${tarball}" --no-definitely-typed --exclude-entrypoints ${WITHOUT_TYPES} ${meant}`
  if (!succeeds(`npx publint "${tarball}" --strict --level=warning`) || !succeeds(types))
    throw new Error(`${manifest.name} can't be installed or imported. Nothing was published.`)
}
if (isDry) console.log(`Nothing was published: this was a dry run. The tarballs and their SBOMs are in ${folder}`)
else await publishMissing(all)
