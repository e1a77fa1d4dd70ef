/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   numRuntimeErrorTestSuites: number }} JestResults the part of jest's JSON results that is read here
 */

/** The last line of a test run. @param {Counts} counts */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
}

/** @param {Counts[]} all @returns {Counts} */
export function addCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const counts of all) {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
  }
  return sum
}

/**
 * The counts of a jest run. A file that could not even be loaded is one failure; so is a run that ended badly, or ran
 * nothing, without any test to blame.
 *
 * @param {number} status jest's exit status
 * @param {JestResults | undefined} results nothing when jest did not get as far as writing them
 * @returns {Counts & { remark?: string }} `remark`: why a failure is counted that no test stands for
 */
export function countJest(status, results) {
  if (!results)
    return { passed: 0, failed: 1, skipped: 0, remark: `jest ended with status ${status} and wrote no results` }
  const counts = {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  }
  if (counts.failed > 0) return counts
  if (counts.passed === 0) return { ...counts, failed: 1, remark: "no test was run" }
  if (status !== 0) return { ...counts, failed: 1, remark: `all tests passed, yet jest ended with status ${status}` }
  return counts
}

/**
 * How many jest workers a machine carries: one more than it has cores, because a worker waits a fifth of its time. A booted Medusa needs well over a
 * gigabyte.
 *
 * @param {number} cores
 * @param {number} memory bytes
 */
export function workersFor(cores, memory) {
  return Math.max(1, Math.min(4, cores + 1, Math.floor(memory / (3 * 1024 ** 3))))
}
