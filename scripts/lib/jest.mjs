import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Node options for jest. Medusa's test tools import ES modules in jest's sandbox, which Node allows only with the first flag. With this semi-space
 * size (MB), a running Medusa spends a fifteenth less time, because it collects garbage less often.
 */
const FLAGS = "--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=64"

/**
 * Runs jest in the foreground and counts the results. A file that couldn't be loaded counts as one failure. So does a run in which no test failed,
 * but which ran no tests or had an exit status other than 0.
 *
 * @param {string[]} args passed to jest
 * @returns {Promise<import("./checks.mjs").Counts>}
 */
export async function runJest(args) {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-tests-"))
  const file = join(folder, "results.json")
  const jest = ["node_modules/jest/bin/jest.js", "--json", `--outputFile=${file}`, ...args]
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${FLAGS}` }
  try {
    // Jest reports to stderr. Send that to stdout, so that the report is printed before the last line.
    const child = spawn(process.execPath, jest, { env, stdio: ["inherit", "inherit", 1] })
    // Ctrl-C in a terminal reaches both processes, but a plain `kill` reaches only this one and must be passed on.
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
      process.on(signal, () => child.kill(signal))
    const [status] = await once(child, "exit")
    const results = JSON.parse(readFileSync(file, "utf8"))
    const { numPassedTests: passed, numPendingTests, numTodoTests } = results
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const isFailed = status !== 0 || passed === 0
    return { passed, failed: failed || Number(isFailed), skipped: numPendingTests + numTodoTests }
  } catch (error) {
    console.log(`FAIL jest wrote no results: ${error}`)
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
