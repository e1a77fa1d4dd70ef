import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism, tmpdir, totalmem } from "node:os"
import { join } from "node:path"
import { runNode } from "./child.mjs"
import { countJest, workersFor } from "./summary.mjs"

/**
 * Runs jest in the foreground and counts what it did.
 *
 * @param {string} root
 * @param {string[]} args passed to jest
 * @returns {Promise<import("./summary.mjs").Counts>}
 */
export async function runJest(root, args) {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-tests-"))
  const file = join(folder, "results.json")
  const workers = `--maxWorkers=${workersFor(availableParallelism(), totalmem())}`
  try {
    const status = await runNode(
      [join(root, "node_modules/jest/bin/jest.js"), workers, "--json", `--outputFile=${file}`, ...args],
      {
        cwd: root,
        env: { ...process.env, NODE_OPTIONS: withFlags(process.env.NODE_OPTIONS) },
        // Jest reports to the error stream; one stream keeps the report before the last line.
        stdio: ["inherit", "inherit", 1],
      },
    )
    const { remark, ...counts } = countJest(status, readResults(file))
    if (remark) console.log(`FAIL jest: ${remark}`)
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Medusa's test tools import ES modules from inside jest's sandbox, which Node allows only with the first flag. With more room for what is
 * young (MB) a booted Medusa spends a fifteenth less of its time on collecting garbage.
 */
function withFlags(/** @type {string | undefined} */ options) {
  const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=64"]
  return [options, ...flags].filter(Boolean).join(" ")
}

/** @returns {import("./summary.mjs").JestResults | undefined} */
function readResults(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}
