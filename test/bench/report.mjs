/**
 * The results, compared with their goals.
 *
 * @typedef {import("./measures.mjs").Measure} Measure
 * @typedef {Measure & { ratio: number }} Result
 */

/**
 * Puts the ratios of a part behind its measures, rounded to three decimals as the report shows them. Throws where one is missing.
 *
 * @param {Record<string, Measure>} measures
 * @param {Record<string, number>} ratios
 * @returns {Result[]}
 */
export function toResults(measures, ratios) {
  return Object.entries(measures).map(([key, { name, ...wanted }]) => {
    const ratio = ratios[key]
    if (ratio === undefined || Number.isNaN(ratio)) throw new Error(`"${name}" was not measured.`)
    return /** @type {Result} */ ({ name, ratio: Math.round(ratio * 1000) / 1000, ...wanted })
  })
}

/** @param {Result} result */
export function isMet(result) {
  return "atLeast" in result ? result.ratio >= result.atLeast : result.ratio <= result.goal
}

/** @param {Measure} measure @returns {string} what is wanted, in words */
export function wanted(measure) {
  return "atLeast" in measure ? `at least ${measure.atLeast.toFixed(2)}` : `at most ${measure.goal.toFixed(2)}`
}

/** @param {Result[]} results @returns {string[]} lines of a table */
export function tableLines(results) {
  const width = Math.max(...results.map(({ name }) => name.length))
  const lines = results.map((result) => {
    const missed = isMet(result) ? "" : "  MISSED"
    return `${result.name.padEnd(width)}  ${result.ratio.toFixed(2).padStart(5)}  ${wanted(result)}${missed}`
  })
  return [`${"".padEnd(width)}  ratio  goal`, ...lines]
}
