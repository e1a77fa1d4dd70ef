import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism, tmpdir, totalmem } from "node:os"
import { join } from "node:path"

/** One more than there are cores, because a worker waits a fifth of its time. A booted Medusa needs well over a gigabyte. */
const WORKERS = Math.max(1, Math.min(4, availableParallelism() + 1, Math.floor(totalmem() / (3 * 1024 ** 3))))

/**
 * Medusa's test tools import ES modules from inside jest's sandbox, which Node allows only with the first flag. With more room for what is
 * young (MB) a booted Medusa spends a fifteenth less of its time on collecting garbage.
 */
const FLAGS = "--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=64"

/**
 * Runs jest in the foreground and counts what it did.
 *
 * @param {string[]} args passed to jest
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runJest(args) {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-tests-"))
  const file = join(folder, "results.json")
  const jest = ["node_modules/jest/bin/jest.js", `--maxWorkers=${WORKERS}`, "--json", `--outputFile=${file}`, ...args]
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${FLAGS}` }
  try {
    // Jest reports to the error stream; one stream keeps the report before the last line.
    const child = spawn(process.execPath, jest, { env, stdio: ["inherit", "inherit", 1] })
    // A terminal sends Ctrl-C to both; a plain `kill` reaches only us.
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
      process.on(signal, () => child.kill(signal))
    const [status] = await once(child, "exit")
    return countsOf(JSON.parse(readFileSync(file, "utf8")), status)
  } catch (error) {
    console.log(`FAIL jest wrote no results: ${error}`)
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A file that could not even be loaded is one failure; so is a run that ended badly, or ran nothing, without any test to blame.
 *
 * @param {Record<"numPassedTests" | "numFailedTests" | "numRuntimeErrorTestSuites" | "numPendingTests" | "numTodoTests", number>} results
 * @param {number | null} status
 */
function countsOf(results, status) {
  const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = results
  const failed = numFailedTests + numRuntimeErrorTestSuites
  const isBlameless = failed === 0 && (status !== 0 || passed === 0)
  if (isBlameless) console.log(`FAIL jest: ${passed} tests passed, yet it ended with status ${status}`)
  return { passed, failed: failed + Number(isBlameless), skipped: numPendingTests + numTodoTests }
}
