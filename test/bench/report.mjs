/**
 * The results, compared with their goals.
 *
 * @typedef {import("./measures.mjs").Measure} Measure
 * @typedef {Measure & { ratio: number }} Result
 */

/** @param {Measure} measure @param {number} ratio shown with three decimals @returns {Result} */
export function toResult(measure, ratio) {
  if (Number.isNaN(ratio)) throw new Error(`"${measure.name}" was not measured.`)
  return { ...measure, ratio: Math.round(ratio * 1000) / 1000 }
}

/** @param {Result} result */
export function isMet(result) {
  return "atLeast" in result ? result.ratio >= result.atLeast : result.ratio <= result.goal
}

/** @param {Measure} measure @returns {string} what is wanted, in words */
export function wanted(measure) {
  return "atLeast" in measure ? `at least ${measure.atLeast.toFixed(2)}` : `at most ${measure.goal.toFixed(2)}`
}

/** @param {Result} result @returns {string} */
export function lineOf(result) {
  return `${result.ratio.toFixed(2).padStart(5)}  ${wanted(result).padEnd(14)}  ${result.name}${isMet(result) ? "" : "  MISSED"}`
}
