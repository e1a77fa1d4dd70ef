import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { TSC } from "./prepare.mjs"

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const execute = promisify(execFile)
const PROJECTS = ". admin test scripts demo/shop packages/sandbox packages/storefront packages/react".split(" ")

/** The checks that don't run the code: the name of each, and the Node program with its arguments. */
const CHECKS = {
  "format and lint": "node_modules/@biomejs/biome/bin/biome check --colors=off --max-diagnostics=200 .",
  imports:
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs --config=scripts/import-rules.mjs src admin packages demo test scripts",
  spelling: "node_modules/cspell/bin.mjs lint --no-progress --no-summary --cache --cache-location=.cache/cspell",
  patterns: "scripts/lib/check-patterns.mjs",
  names: "scripts/lib/check-names.mjs",
  secrets: "node_modules/secretlint/bin/secretlint.js --no-color --secretlintignore=.gitignore **/*",
  // Each project's build info makes its next check faster.
  ...Object.fromEntries(
    PROJECTS.map((project) => [
      `types: ${project}`,
      `${TSC} -p ${project} --noEmit --incremental --tsBuildInfoFile .cache/types/${project}.json`,
    ]),
  ),
}

/** The number of checks at a time. The compilers use a lot of memory, so small machines can't run more. */
const AT_ONCE = 2

/**
 * Prints one line for each check that passes, and the whole output of each that fails.
 *
 * @returns {Promise<Counts>}
 */
export async function runChecks() {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const queue = Object.entries(CHECKS)
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, command] = next
      try {
        await execute(process.execPath, command.split(" "), { maxBuffer: 16 * 1024 ** 2 })
        counts.passed++
        console.log(`PASS ${name}`)
      } catch (error) {
        const { stdout = "", stderr = "" } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
        counts.failed++
        console.log(`FAIL ${name}\n${`${stdout}${stderr}`.trim() || error}\n`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return counts
}

/** Prints the last line of a test run and sets the exit status. @param {Counts[]} all */
export function conclude(...all) {
  const [passed = 0, failed = 0, skipped = 0] = /** @type {const} */ (["passed", "failed", "skipped"]).map((key) =>
    all.reduce((sum, counts) => sum + counts[key], 0),
  )
  console.log(lastLine({ passed, failed, skipped }))
  process.exitCode = failed > 0 ? 1 : 0
}

/** @param {Counts} counts */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
}
