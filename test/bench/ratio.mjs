/**
 * Compares two implementations in turns within one run, so that other load on the machine affects both.
 */

/** @param {number[]} values at least one */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)]
  const lower = sorted[Math.ceil(middle) - 1]
  if (upper === undefined || lower === undefined) throw new Error("A median needs at least one value.")
  return (upper + lower) / 2
}

/** @param {number[]} values at least one @param {number} percent of the values that are at most the result */
export function percentile(values, percent) {
  const value = [...values].sort((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1]
  if (value === undefined) throw new Error("A percentile needs at least one value.")
  return value
}

/**
 * Runs both in turns, `turns` times each in every round. The first one alternates, because what it
 * leaves for the second (garbage, warm caches) should affect both.
 *
 * @template T
 * @param {{ rounds: number, warmUp: number, turns?: number, ours: () => Promise<T>, theirs: () => Promise<T> }} options
 *   `warmUp`: rounds before the ones that count; `turns`: 1 when absent; `ours`, `theirs`: run once and return what it took
 * @returns {Promise<{ ours: T[], theirs: T[] }[]>} the rounds that count
 */
export async function inTurns({ rounds, warmUp, turns = 1, ours, theirs }) {
  /** @type {{ ours: T[], theirs: T[] }[]} */
  const counted = []
  for (let round = -warmUp; round < rounds; round++) {
    /** @type {{ ours: T[], theirs: T[] }} */
    const took = { ours: [], theirs: [] }
    for (let turn = 0; turn < turns; turn++) {
      const oursFirst = (round + turn) % 2 === 0
      if (oursFirst) took.ours.push(await ours())
      took.theirs.push(await theirs())
      if (!oursFirst) took.ours.push(await ours())
    }
    if (round >= 0) counted.push(took)
  }
  return counted
}

/**
 * Median over the rounds of the median of `ours` by that of `theirs`.
 *
 * @template T
 * @param {{ ours: T[], theirs: T[] }[]} rounds
 * @param {(took: T) => number} read the amount to compare
 */
export function medianRatio(rounds, read) {
  return median(rounds.map(({ ours, theirs }) => median(ours.map(read)) / median(theirs.map(read))))
}

/**
 * Runs both and compares them, for functions that return their time in ms.
 *
 * @param {Parameters<typeof inTurns<number>>[0]} options
 */
export async function compare(options) {
  return medianRatio(await inTurns(options), (ms) => ms)
}
