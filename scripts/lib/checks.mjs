import { join } from "node:path"
import { captureNode } from "./child.mjs"
import { TSC } from "./compile.mjs"

/**
 * The compiler on one of the projects, which looks next time at what has changed since.
 *
 * @param {string} name
 * @param {string[]} args
 */
const types = (name, ...args) => [
  TSC,
  "--noEmit",
  "--incremental",
  "--tsBuildInfoFile",
  `.cache/${name}.types`,
  ...args,
]

/** Everything about the sources that can be judged without running them: name → Node program and its arguments. */
const CHECKS = {
  "format and lint": ["node_modules/@biomejs/biome/bin/biome", "check", "--colors=off", "--max-diagnostics=200", "."],
  spelling: [
    "node_modules/cspell/bin.mjs",
    "lint",
    "--no-progress",
    "--no-summary",
    "--cache",
    "--cache-location=.cache/cspell",
  ],
  secrets: ["node_modules/secretlint/bin/secretlint.js", "--no-color", "--secretlintignore=.gitignore", "**/*"],
  "types: plugin": types("plugin"),
  "types: dashboard": types("dashboard", "-p", "admin"),
  "types: tests": types("tests", "-p", "test/tsconfig.json"),
  "types: demo and scripts": types("scripts", "-p", "scripts"),
  "types: demo shop": types("shop", "-p", "demo/shop"),
  "types: sandbox": types("sandbox", "-p", "packages/sandbox"),
  "types: storefront": types("storefront", "-p", "packages/storefront"),
  "types: react": types("react", "-p", "packages/react"),
}

/** Compilers are one process each and hungry: two at once is what a small machine takes. */
const AT_ONCE = 2

/**
 * Runs the checks, prints a line for each that passes and the whole output of each that fails.
 *
 * @param {string} root
 * @returns {Promise<import("./summary.mjs").Counts>}
 */
export async function runChecks(root) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const queue = Object.entries(CHECKS)
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, [program = "", ...args]] = next
      const { status, output } = await captureNode([join(root, program), ...args], { cwd: root })
      if (status === 0) {
        counts.passed++
        console.log(`PASS ${name}`)
      } else {
        counts.failed++
        console.log(`FAIL ${name}\n${output.trim()}\n`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return counts
}
