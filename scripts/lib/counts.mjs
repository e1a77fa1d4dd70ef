/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Prints the last line of a test run and sets the exit status. @param {Counts[]} all */
export function conclude(...all) {
  const [passed = 0, failed = 0, skipped = 0] = /** @type {const} */ (["passed", "failed", "skipped"]).map((key) =>
    all.reduce((sum, counts) => sum + counts[key], 0),
  )
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  process.exitCode = failed > 0 ? 1 : 0
}
